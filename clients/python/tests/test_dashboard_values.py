"""What the dashboard makes of values and places: text."""

from __future__ import annotations

from typing import Any

import pytest
from statusd.dashboard.failures import rows
from statusd.dashboard.plot import Mark, plot
from statusd.dashboard.values import MOST_LINES, text
from statusd.dashboard.words import fleet
from statusd.types import Coordinate, MapItem, ScreenButton


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("two\nlines", "two\nlines"),
        (None, "null"),
        ([], "[]"),
        ({"a": 1.5, "b": {"c": True, "d": []}}, "a: 1.5\nb:\n  c: true\n  d: []"),
        ([1, [2, "x y"]], "- 1\n-\n  - 2\n  - x y"),
        ([{"id": 1, "name": "Bo"}, {"id": 22, "ok": None}], "id  name  ok\n1   Bo\n22        null"),
        ({"rows": [{"a": 1}, {"a": 2}]}, "rows:\n  a\n  1\n  2"),
        ([{"a": {"b": 1}}], "-\n  a:\n    b: 1"),
        ([{"a": "x" * 40}], f"a\n{'x' * 31}…"),
        ({"a": "x\n y"}, "a: x y"),
    ],
)
def test_a_value_is_a_table_or_a_tree(value: Any, shown: str) -> None:
    assert text(value, 80) == shown


def test_a_line_is_cut_where_the_room_ends() -> None:
    assert text({"name": "a long line"}, 10) == "name: a l…"


@pytest.mark.parametrize("value", [[1] * 5_000, [{"a": 1}] * 5_000], ids=["tree", "table"])
def test_of_a_large_value_the_beginning_is_shown(value: Any) -> None:
    lines = text(value, 80).splitlines()
    assert (len(lines), lines[-1]) == (MOST_LINES + 1, "… and more")


def test_buttons_are_put_into_lines_that_fit() -> None:
    options: list[ScreenButton] = [
        {"id": each, "title": each, "role": "default", "enabled": True, "running": False}
        for each in ("Cancel", "Try Again", "A very long title of somebody's own")
    ]
    lines = [[option["title"] for option in row] for row in rows(options, 30)]
    assert lines == [["Cancel", "Try Again"], ["A very long title of somebody's own"]]
    assert [len(row) for row in rows(options, 200)] == [3]


def test_a_fleet_of_the_central_alone_is_empty() -> None:
    place: Coordinate = {"latitude": 1, "longitude": 2}
    central: MapItem = {"kind": "central", "id": "central", "title": "Central", "label": "Central", "location": place}
    courier: MapItem = {"kind": "courier", "id": "c1", "title": "Bo", "label": "Bo", "location": place}
    assert fleet([central], 20, 9) == "The fleet is empty."
    assert fleet([central, courier], 20, 9).endswith("◆ Central\n● Bo")


def test_north_is_at_the_top_and_east_at_the_right() -> None:
    marks = [Mark(1, 0, "a"), Mark(0, 1, "b"), Mark(0.5, 0.5, "c")]
    assert plot(marks, 3, 3) == ["a", " c", "  b"]


def test_a_lone_place_is_in_the_middle() -> None:
    assert plot([Mark(5, 5, "x")], 3, 3) == ["", " x", ""]
    assert plot([], 3, 2) == ["", ""]
    assert plot([Mark(5, 5, "x")], 0, 0) == []
