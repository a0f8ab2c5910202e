"""JSON texts whose values can be asked for as they were written: `1.0` and `1` are two texts of one value."""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]

WHITE_SPACE = " \t\n\r"

_DECODER = json.JSONDecoder()


def members(text: str) -> list[tuple[str, str]]:
    """Names and raw values of the object that `text` is, in order, duplicates and all."""
    found = []
    position = _skip(text, 0) + 1
    while text[_skip(text, position)] != "}":
        name, position = scanstring(text, _skip(text, position) + 1)
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


def parsed(text: str) -> object:
    """The value; NaN and Infinity, which Python would take, are refused."""
    return _STRICT.decode(text)


def _refused(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


_STRICT = json.JSONDecoder(parse_constant=_refused)


def _end(text: str, start: int) -> int:
    return _DECODER.raw_decode(text, start)[1]


def _skip(text: str, position: int) -> int:
    while text[position] in WHITE_SPACE:
        position += 1
    return position


def _after_comma(text: str, position: int) -> int:
    position = _skip(text, position)
    return position + 1 if text[position] == "," else position
