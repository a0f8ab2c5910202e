"""Whether the messages that came are those that a case expects, in their order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import texts
from .patterns import ANYTHING, Pattern, mismatch, numbered


@dataclass(frozen=True)
class Difference:
    """What is wrong with the messages so far."""

    why: str
    #: Whether that is a lack, which messages still to come may mend.
    is_lack: bool = False


def first_difference(expected: Sequence[Pattern], messages: Sequence[str]) -> Difference | None:
    """Where the messages leave what was expected; None when they do not.

    A message with a method (a notification, or a request of the server's) that is not expected is passed
    over.
    """
    wanted = list(_expanded(expected))
    place = 0
    for message in messages:
        place = _pass_over_optional(wanted, place, message)
        why = _take(wanted, place, message) if place < len(wanted) else "nothing more was expected"
        if why is None:
            place += not _is_unordered(wanted[place]) or not wanted[place]["$unordered"]
        elif not _has_method(message):
            asked = f"\n  expected {_shown(wanted[place])}" if place < len(wanted) else ""
            return Difference(f"{_shown(message)}\n  {why}{asked}")
    rest = list(_outstanding(wanted[place:]))
    if not rest:
        return None
    return Difference(f"{len(rest)} more expected, the first {_shown(rest[0])}", is_lack=True)


def forbidden(patterns: Iterable[Pattern], messages: Sequence[str]) -> str | None:
    """The first message that must not have come."""
    for pattern in patterns:
        for message in messages:
            if mismatch(pattern, message) is None:
                return f"{_shown(message)}\n  must never come: {_shown(pattern)}"
    return None


def _expanded(expected: Iterable[Pattern]) -> Iterator[Pattern]:
    for each in expected:
        if each == ANYTHING:
            continue
        if isinstance(each, dict) and "$repeat" in each:
            yield from (numbered(each["of"], n) for n in range(1, each["$repeat"] + 1))
        elif _is_unordered(each):
            yield {"$unordered": list(_expanded(each["$unordered"]))}
        else:
            yield each


def _take(wanted: list[Pattern], place: int, message: str) -> str | None:
    """Lets the message be what is expected next, or says why it is not."""
    pattern = wanted[place]
    if not _is_unordered(pattern):
        return mismatch(_bare(pattern), message)
    left: list[Pattern] = pattern["$unordered"]
    for each in left:
        if mismatch(_bare(each), message) is None:
            left.remove(each)
            return None
    return "is none of those that are expected in any order"


def _pass_over_optional(wanted: list[Pattern], place: int, message: str) -> int:
    while place < len(wanted) and _is_optional(wanted[place]) and mismatch(_bare(wanted[place]), message):
        place += 1
    return place


def _is_optional(pattern: Any) -> bool:
    return isinstance(pattern, dict) and "$optional" in pattern


def _bare(pattern: Pattern) -> Pattern:
    return pattern["$optional"] if _is_optional(pattern) else pattern


def _is_unordered(pattern: Any) -> bool:
    return isinstance(pattern, dict) and "$unordered" in pattern


def _outstanding(wanted: Iterable[Pattern]) -> Iterator[Pattern]:
    """The patterns for which a message has yet to come."""
    for each in wanted:
        if _is_unordered(each):
            yield from _outstanding(each["$unordered"])
        elif not _is_optional(each):
            yield each


def _has_method(message: str) -> bool:
    value = texts.parsed(message)
    return isinstance(value, dict) and "method" in value


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 240 else text[:240] + "…"
