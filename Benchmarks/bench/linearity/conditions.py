"""What `waitFor` asks of a value."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable

from bench.linearity.case import Case, asking, file, instructions, limits, until


def asked(title: str, size: int, make: Callable[[int], tuple[object, dict[str, object]]]) -> Case:
    """A value, and a condition about it that is looked at before one that always holds."""

    def count(program: str, number: int) -> float:
        value, condition = make(number)
        path = file(f"condition {title}-{number}.json", json.dumps(value))
        command = [program, "--config", limits(), "--resource", f"other=file:{path}"]
        params = {"resource": "other", "until": [condition, {"path": "", "exists": True}]}
        return instructions(command, until(asking("waitFor", params).strip(), b'"id":1'))

    return Case(f"conditions: {title}", "conditions", size, count)


def nested(depth: int, leaf: object, turned: bool = False) -> object:
    def around(inner: object, _: int) -> object:
        return {"b": inner, "a": 0} if turned else {"a": 0, "b": inner}

    return functools.reduce(around, range(depth), leaf)


def leaf(size: int) -> list[dict[str, int]]:
    return [{"x": number, "y": 1} for number in range(20 * size)]


def named(size: int, turned: bool = False) -> dict[str, int]:
    return {f"n{number}": number for number in (reversed(range(size)) if turned else range(size))}


def listed(size: int, last: int) -> list[int]:
    return [*range(size), last]


CASES = (
    asked("a long path, and much behind it", 50,
          lambda size: (nested(size, leaf(size)), {"path": "/b" * size, "equals": 1})),
    asked("an element at the end", 4_000,
          lambda size: (list(range(10 * size)), {"path": f"/{10 * size - 1}", "equals": -1})),
    asked("deep objects whose members are in another order", 50,
          lambda size: (nested(size, leaf(size)), {"path": "", "equals": nested(size, leaf(size), turned=True)})),
    asked("an object of many members in another order", 2_000,
          lambda size: (named(size), {"path": "", "equals": named(size, turned=True)})),
    asked("an array of which the last element differs", 2_000,
          lambda size: (listed(size, 0), {"path": "", "equals": listed(size, 1)})),
    asked("numbers that are written in another way", 2_000,
          lambda size: ([number / 2 for number in range(size)],
                        {"path": "", "equals": [number / 2 if number % 2 else number // 2 for number in range(size)]})),
)  # fmt: skip
