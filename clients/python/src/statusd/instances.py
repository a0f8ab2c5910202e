"""What a message is about: a resource, or one instance of a parameterised resource."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

#: The values for a parameterised resource, by their names.
Arguments = Mapping[str, str]
#: The name of a resource and its arguments, in one order; without a name it is about none.
Key = tuple[Union[str, None], tuple[tuple[str, str], ...]]


def key_of(members: Mapping[str, Any]) -> Key:
    """The key of a snapshot, a failure, or the params of a request."""
    return members.get("resource"), tuple(sorted(members.get("arguments", {}).items()))
