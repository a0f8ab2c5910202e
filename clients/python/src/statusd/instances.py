"""What a message is about: a resource, or one instance of a parameterised resource."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: The values for a parameterised resource, by their names.
Arguments = Mapping[str, str]
#: The name of a resource and its arguments, in one order and in whatever form they came.
Key = tuple[str, str]


def key_of(members: Mapping[str, Any]) -> Key:
    """The key of a snapshot, a failure, or the params of a request."""
    arguments = members.get("arguments", {})
    pairs = sorted(arguments.items()) if isinstance(arguments, Mapping) else arguments
    return repr(members.get("resource")), repr(pairs)
