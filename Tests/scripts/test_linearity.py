"""A reader that takes more than its input grows is red, and one that takes as much is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench import __main__ as bench
from bench import linearity
from bench.callgrind import COUNTING, CallgrindError, counted
from bench.linearity import check
from bench.linearity.case import Case

#: What a program costs that reads nothing.
ALONE = 5_000_000


def case(cost: Callable[[int], float], title: str = "reader: text") -> Case:
    return Case(title, "reader", 1_000, lambda _, size: ALONE + cost(size))


def run(monkeypatch: pytest.MonkeyPatch, *cases: Case) -> int:
    monkeypatch.setattr(linearity, "count", lambda program: check.count(program, cases))
    return bench.check_linearity("statusd")


@pytest.mark.parametrize("cost", [lambda size: 2_000 * size, lambda size: 2_000 * size + 300_000, lambda size: 1_700 * size + size**1.1])
def test_in_proportion_is_linear(monkeypatch: pytest.MonkeyPatch, cost: Callable[[int], float]) -> None:
    assert run(monkeypatch, case(cost)) == 0


@pytest.mark.parametrize("cost", [lambda size: 2 * size**2, lambda size: 1_000 * size + size**2, lambda size: 0.002 * size**3])
def test_more_than_in_proportion_is_red(monkeypatch: pytest.MonkeyPatch, cost: Callable[[int], float]) -> None:
    assert run(monkeypatch, case(cost)) == 1


@pytest.mark.parametrize("cost", [lambda _: 0, lambda size: -size, lambda size: 900 * size, lambda size: 0.1 * size**2])
def test_a_case_that_costs_next_to_nothing_is_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cost: Callable[[int], float]
) -> None:
    assert run(monkeypatch, case(cost)) == 1
    assert "which says nothing: give the case a size that takes 1,000,000" in capsys.readouterr().out


@pytest.mark.parametrize("cost", [lambda size: 3_000_000 * (size > 1), lambda size: 2_000 * min(size, 1_200)])
def test_a_reader_that_gives_up_before_the_end_is_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cost: Callable[[int], float]
) -> None:
    assert run(monkeypatch, case(cost)) == 1
    assert "not all of it is read" in capsys.readouterr().out


def test_it_says_which_and_how_much(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, case(lambda size: 2_000 * size), case(lambda size: 2 * size**2, "other: names")) == 1
    good, bad, last = capsys.readouterr().out.splitlines()
    assert good == "reader: text: 1,998,000 and 3,998,000 instructions, 2.00 times as many"
    assert bad.startswith("error: other: names: ")
    assert "times as many for twice the input" in bad
    assert last == "2 readers, 1 of which are not shown to be linear"


def test_a_family_is_started_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def count(_: str, size: int) -> float:
        sizes.append(size)
        return 1_000_000.0 * size

    first = Case("a: one", "a", 10, count)
    assert run(monkeypatch, first, replace(first, title="a: two", size=20)) == 0
    assert sorted(sizes) == [1, 10, 20, 20, 40]


def test_a_program_that_cannot_be_counted_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> list[check.Verdict]:
        raise CallgrindError("statusd has ended with 132")

    monkeypatch.setattr(linearity, "count", fail)
    assert bench.check_linearity("statusd") == 70


def test_titles_differ_and_every_family_has_a_first() -> None:
    titles = [case.title for case in check.CASES]
    assert len(set(titles)) == len(titles)
    assert {"messages", "any", "fleet", "menu", "configuration", "gpx", "route", "HTTP", "events", "gpsd"} <= {
        case.family for case in check.CASES
    }


# MARK: Valgrind itself

QUADRATIC = "n = {}; text = ''.join([('x' * n)[:index] for index in range(n)])"
LINEAR = "n = {}; text = ''.join(['x' for index in range(n)])"


@pytest.mark.parametrize(("script", "is_linear"), [(LINEAR, True), (QUADRATIC, False)])
def test_a_program_that_copies_what_was_before_is_found(script: str, is_linear: bool) -> None:
    def count(_: str, size: int) -> float:
        return counted(COUNTING, ["/usr/bin/python3", "-S", "-c", script.format(size)], lambda to, source: None)

    size = 60_000 if is_linear else 3_000
    (verdict,) = check.count("", [Case("python: text", "python", size, count)])
    assert verdict.is_linear is is_linear
