"""README.md does what it says: its commands print what it shows, and its numbers are those that tests hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import hold, with_binary

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
#: By how much scripts/bench --check lets a count exceed its budget.
TOLERANCE = 1.03


@pytest.mark.parametrize("block", blocks("README.md", "console"))
def test_the_conversations_are_real(block: str, tmp_path: Path) -> None:
    environment = with_binary(tmp_path)
    (tmp_path / "room.json").write_text('{"celsius": 21.5}', encoding="utf-8")
    hold(block, environment, tmp_path)


def test_there_are_conversations() -> None:
    assert len(blocks("README.md", "console")) >= 4


def test_it_is_read_in_five_minutes() -> None:
    assert len(TEXT.splitlines()) <= 150


def number(sentence: str) -> float:
    (found,) = re.findall(sentence, TEXT)
    return float(found.replace(",", ""))


@pytest.mark.parametrize(
    ("budget", "sentence", "unit"),
    [
        ("getState", r"A `getState` takes fewer than ([\d,]+) instructions", 1),
        ("start", r"a whole start fewer than ([\d.]+) million", 1e6),
    ],
)
def test_the_budgets_hold_what_is_said_of_instructions(budget: str, sentence: str, unit: float) -> None:
    budgets = json.loads((ROOT / "Benchmarks/budgets.json").read_text(encoding="utf-8"))
    assert budgets[budget] * TOLERANCE < number(sentence) * unit < budgets[budget] * 1.25


def test_there_are_as_many_kinds_of_failure_as_it_says() -> None:
    catalogue = json.loads((ROOT / "schema/failures.json").read_text(encoding="utf-8"))
    assert number(r"There are (\d+) kinds of failure") == len(catalogue["kinds"])


def test_the_button_that_is_pressed_is_one_of_those_that_are_shown() -> None:
    (press,) = map(json.loads, blocks("README.md", "json"))
    (shown,) = (block for block in blocks("README.md", "console") if '"failureId"' in block)
    assert press["method"] == "retry"
    assert f'"failureId": "{press["params"]["failureId"]}"' in shown
    assert f'{{ "id": "{press["params"]["optionId"]}"' in shown
