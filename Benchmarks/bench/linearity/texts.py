"""JSON of every shape, of any size."""

from __future__ import annotations

import json
from collections.abc import Callable


def members(count: int, escaped: bool = False) -> str:
    r"""An object with so many members, whose names differ; `\u006b` in place of a letter if they are escaped."""
    letter = r"\u006b" if escaped else "k"
    return "{" + ",".join(f'"{letter}{number}":1' for number in range(count)) + "}"


def nested(count: int) -> str:
    """Arrays and objects within each other, a hundred deep, again and again."""
    tower = '[{"a":' * 40 + "1" + "}]" * 40
    return "[" + ",".join([tower] * max(1, count // 40)) + "]"


#: Texts of a size in elements, or in letters.
SHAPES: dict[str, Callable[[int], str]] = {
    "one object of many members": members,
    "one object of many escaped names": lambda size: members(size, escaped=True),
    "names that begin alike": lambda size: members(size).replace('"k', '"' + "k" * 40),
    "an array of numbers": lambda size: json.dumps(list(range(size))),
    "many small objects": lambda size: json.dumps([{"a": 1, "b": "c", "d": None}] * size),
    "objects of twenty members": lambda size: "[" + ",".join([members(20)] * max(1, size // 20)) + "]",
    "deep arrays and objects": nested,
    "a long string": lambda size: json.dumps("x" * size),
    "a long string of escapes": lambda size: '"' + r"\u0041\n" * size + '"',
    "a long string beyond ASCII": lambda size: '"' + "\u2028é" * size + '"',
    "a long number": lambda size: "1" * size,
    "a long fraction": lambda size: "0." + "0" * size + "1",
    "much white space": lambda size: "[1," + " \n" * size + "2]",
    "a long name": lambda size: '{"' + "n" * size + '":1}',
}

#: How large a text is that takes a few million instructions.
SIZES: dict[str, int] = {
    "one object of many escaped names": 2_000, "names that begin alike": 1_000, "many small objects": 1_200,
    "an array of numbers": 8_000,
    "a long string": 400_000, "a long string of escapes": 4_000, "a long string beyond ASCII": 20_000,
    "a long number": 100_000, "a long fraction": 200_000, "much white space": 40_000, "a long name": 400_000,
}  # fmt: skip


def size(name: str) -> int:
    return SIZES.get(name, 2_000)
