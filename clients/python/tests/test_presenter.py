"""The presenter passes every case of schema/presenter, and the runner tells when it does not."""

from __future__ import annotations

from typing import Any

import pytest
from statusd.presenter import Presenter

from presenter_cases import Case, differences, load, read, unfit

CASES = load()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_presenter_passes(case: Case) -> None:
    assert list(differences(case)) == [], case.name


def test_there_are_cases() -> None:
    assert len(CASES) >= 60


FITTING: list[tuple[Any, Any]] = [
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}),
    ({"a": None}, {"a": None}),
    (1, 1.0),
]
UNFITTING: list[tuple[Any, Any]] = [
    ({"a": 1}, {}),
    ({"a": {"b": 1}}, {"a": {"b": 2}}),
    ([1], [1, 2]),
    ([], None),
    (None, {}),
    (True, 1),
    ({}, None),
]


@pytest.mark.parametrize(("expected", "actual"), FITTING)
def test_an_object_may_have_more(expected: Any, actual: Any) -> None:
    assert list(unfit(expected, actual, "screen")) == []


@pytest.mark.parametrize(("expected", "actual"), UNFITTING)
def test_everything_else_is_a_difference(expected: Any, actual: Any) -> None:
    assert len(list(unfit(expected, actual, "screen"))) == 1


def test_a_request_that_no_step_expects_is_a_difference() -> None:
    case = read("silent", '{"case":"","resources":{"menu":"menu"}}\n{"at":0,"connect":true}')
    [difference] = differences(case)
    assert difference.startswith("silent.jsonl:2: sends: expected []")


def test_a_screen_that_no_step_expects_is_a_difference() -> None:
    case = read("wrong", '{"case":"","resources":{}}\n{"at":0,"tick":true,"screen":{"connected":true}}')
    assert list(differences(case)) == ["wrong.jsonl:2: screen.connected: expected True, got False"]


def test_instances_that_are_not_on_the_screen_are_not_kept() -> None:
    presenter = Presenter({"menu": "menu"})
    for number in range(9):
        snapshot = {"resource": "build", "arguments": {"branch": str(number)}, "revision": 1}
        presenter.receive({"jsonrpc": "2.0", "method": "stateChanged", "params": snapshot}, 0)
    assert presenter._model.snapshots == {}
