"""JSON texts with their members as they were written.

Ids are compared as bytes (`1` and `1.0` are two ids), which Python's parser forgets.
"""

from __future__ import annotations

import json
from typing import Any

WHITE_SPACE = " \t\n\r"


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


def members(text: str) -> list[tuple[str, str]]:
    """Names and raw values of the object that `text` is, duplicates and all."""
    found = []
    position = _skip(text, 0) + 1
    while text[_skip(text, position)] != "}":
        name, position = json.JSONDecoder().raw_decode(text, _skip(text, position))
        start = _skip(text, _skip(text, position) + 1)
        position = _end(text, start)
        found.append((name, text[start:position]))
        position = _after_comma(text, position)
    return found


def elements(text: str) -> list[str]:
    """The raw elements of the array that `text` is."""
    found = []
    position = _skip(text, 0) + 1
    while text[start := _skip(text, position)] != "]":
        position = _end(text, start)
        found.append(text[start:position])
        position = _after_comma(text, position)
    return found


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


def _end(text: str, start: int) -> int:
    return json.JSONDecoder().raw_decode(text, start)[1]


def _skip(text: str, position: int) -> int:
    while text[position] in WHITE_SPACE:
        position += 1
    return position


def _after_comma(text: str, position: int) -> int:
    position = _skip(text, position)
    return position + 1 if text[position] == "," else position


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise DuplicateKey(f"a name occurs twice among {[name for name, _ in pairs]}")
    return value


def _reject(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
