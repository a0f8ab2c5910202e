"""The cases of schema/presenter, and how a presenter is held against one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from statusd.presenter import Output, Presenter
from support import ROOT

CASES = ROOT / "schema/presenter"
#: The second 0 of every case: 2000-01-01T00:00:00Z, where a manual clock begins.
EPOCH = 946_684_800.0


@dataclass(frozen=True)
class Case:
    file: str
    name: str
    resources: dict[str, Any]
    steps: list[dict[str, Any]]


def load() -> list[Case]:
    return [read(path.stem, path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.jsonl"))]


def read(file: str, text: str) -> Case:
    head, *steps = [json.loads(line) for line in text.splitlines()]
    return Case(file, head["case"], head["resources"], steps)


def differences(case: Case) -> Iterator[str]:
    """What the presenter does otherwise than the case says."""
    presenter = Presenter(case.resources)
    for number, step in enumerate(case.steps, 2):
        now = EPOCH + step["at"]
        output = happen(presenter, step, now)
        place = f"{case.file}.jsonl:{number}"
        for member in ("sends", "performs"):
            expected, actual = step.get(member, []), getattr(output, member)
            if expected != actual:
                yield f"{place}: {member}: expected {expected}, got {actual}"
        for difference in unfit(step.get("screen", {}), presenter.screen(now), "screen"):
            yield f"{place}: {difference}"


def happen(presenter: Presenter, step: dict[str, Any], now: float) -> Output:
    if "receive" in step:
        return presenter.receive(step["receive"], now)
    if "press" in step:
        return presenter.press(step["press"], now)
    events = {"connect": presenter.connect, "disconnect": presenter.disconnect, "tick": presenter.tick}
    [event] = [event for name, event in events.items() if name in step]
    return event(now)


def unfit(expected: Any, actual: Any, path: str) -> Iterator[str]:
    """Where `actual` does not fit: an object may have more members, an array has as many as expected."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name in actual:
                yield from unfit(value, actual[name], f"{path}.{name}")
            else:
                yield f"{path}.{name} is missing"
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, value in enumerate(expected):
            yield from unfit(value, actual[index], f"{path}[{index}]")
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield f"{path}: expected {expected}, got {actual}"
