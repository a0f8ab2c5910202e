"""Screens are put together from what is sent, and what is wrong with a change is found."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from contract import SCHEMA, Contract, load
from screens import Screens

OPENED = load(SCHEMA / "examples/openScreen.json")["response"]["result"]
CHANGE = load(SCHEMA / "examples/screenChanged.json")["notification"]["params"]


@pytest.fixture
def screens() -> Screens:
    screens = Screens(Contract())
    screens.opened(copy.deepcopy(OPENED))
    return screens


def change(**changed: Any) -> dict[str, Any]:
    return {"screenId": "s1", "changed": changed, "coalesced": 0}


def test_a_change_is_assigned_one_level_down(screens: Screens) -> None:
    assert list(screens.changed(CHANGE)) == []
    assert list(screens.changed(change(parts={"menu": {"phase": "blank", "failure": None}}))) == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"parts": {"fish": {"phase": "blank"}}}, "a part fish, which the screen was not opened with"),
        ({"parts": {"menu": {"phase": "loading"}}}, "parts.menu.phase, which has not changed"),
        ({"alert": None}, "s1.alert, which has not changed"),
        ({"notice": 1}, "the screen that was put together is none"),
    ],
)
def test_what_is_wrong_with_a_change_is_found(screens: Screens, changed: dict[str, Any], words: str) -> None:
    problems = list(screens.changed(change(**changed)))
    assert len(problems) == 1
    assert words in problems[0]


def test_a_screen_whose_opening_was_not_seen_is_left_alone() -> None:
    assert list(Screens(Contract()).changed(CHANGE)) == []
