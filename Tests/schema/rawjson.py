"""JSON texts with their members as they were written.

Ids are compared as bytes (`1` and `1.0` are two ids), which Python's parser forgets.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

# The kit's runner is packed without Tests/schema, so what both need is there.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))

from runner.texts import WHITE_SPACE as WHITE_SPACE
from runner.texts import elements as elements
from runner.texts import members as members


class Unreadable(ValueError):
    """The text is no JSON that the daemon would take either."""


class DuplicateKey(ValueError):
    """An object has two members of one name."""


def loads(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_reject, object_pairs_hook=_object)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # Lone surrogates end here.
        return value
    except DuplicateKey:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def member(text: str, *path: str) -> str | None:
    """The raw value at `path`, or None where there is none."""
    for name in path:
        if not text.startswith("{"):
            return None
        found = dict(members(text)).get(name)
        if found is None:
            return None
        text = found
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise DuplicateKey(f"a name occurs twice among {[name for name, _ in pairs]}")
    return value


def _reject(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
