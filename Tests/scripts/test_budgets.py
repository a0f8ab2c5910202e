"""A budget that is exceeded is red, and says what to do; one that is far too wide is noted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import budgets, talks
from bench.callgrind import ENVIRONMENT, CallgrindError, instructions

COUNTED = dict.fromkeys(budgets.TITLES, 1_000.0)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the budgets, all of them 1,000."""
    path = tmp_path / "budgets.json"
    path.write_text(json.dumps(COUNTED), encoding="utf-8")
    monkeypatch.setattr(budgets, "BUDGETS", path)
    return path


def check(monkeypatch: pytest.MonkeyPatch, counted: dict[str, float], sets: bool = False) -> int:
    monkeypatch.setattr(budgets, "count", lambda _: counted)
    return bench.check("statusd", sets)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(("instructions", "status"), [(900, 0), (1_030, 0), (1_031, 1)])
def test_three_percent_over_budget_is_the_end(
    monkeypatch: pytest.MonkeyPatch, instructions: float, status: int
) -> None:
    assert check(monkeypatch, {**COUNTED, "error": instructions}) == status


@pytest.mark.usefixtures("file")
def test_it_says_which_by_how_much_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check(monkeypatch, {**COUNTED, "error": 1_250})
    lines = capsys.readouterr().out.splitlines()
    (said,) = (line for line in lines if line.startswith("error: "))
    assert said.startswith("error: an error response: 1,250 instructions, 25.0% over the budget of 1,000. Find ")
    assert "--set-budgets" in said
    assert lines[-1] == "13 counts of instructions, 1 over budget"


@pytest.mark.usefixtures("file")
def test_a_budget_that_is_far_too_wide_is_to_be_lowered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(monkeypatch, {**COUNTED, "start": 899, "error": 901}) == 0
    said = capsys.readouterr().out
    assert "a start, one response and the end: 899 instructions, 10.1% below the budget of 1,000: lower it" in said
    assert said.count("lower it") == 1


@pytest.mark.usefixtures("file")
def test_a_count_without_a_budget_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="another"):
        check(monkeypatch, {**COUNTED, "another": 1})


@pytest.mark.usefixtures("file")
def test_a_program_that_cannot_be_counted_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: str) -> dict[str, float]:
        raise CallgrindError("statusd has ended with 132")

    monkeypatch.setattr(budgets, "count", fail)
    assert bench.check("statusd", False) == 70
    assert "error: statusd has ended with 132" in capsys.readouterr().err


def test_what_is_counted_becomes_the_budget_and_holds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(monkeypatch, {**COUNTED, "error": 208_616.4, "turn": 999.5}, sets=True) == 0
    written = json.loads(file.read_text(encoding="utf-8"))
    assert (written["error"], written["turn"], written["start"]) == (209_000, 1_000, 1_000)


def test_the_budgets_of_the_repository_are_those_that_are_counted() -> None:
    assert sorted(budgets.read()) == sorted(budgets.TITLES)


# MARK: Valgrind itself


def test_a_count_repeats_and_grows_with_what_is_done() -> None:
    once, again, twice = (instructions(["cat"], talks.burst("getState")(count)) for count in (2_000, 2_000, 4_000))
    assert once == pytest.approx(again, rel=0.001)
    assert twice > once


def test_a_program_that_fails_is_not_counted() -> None:
    with pytest.raises(CallgrindError, match="false has ended with 1"):
        instructions(["false"], talks.nothing)


def test_the_environment_of_a_count_is_pinned() -> None:
    assert "-AVX2," in ENVIRONMENT["GLIBC_TUNABLES"]
    assert ENVIRONMENT["SWIFT_DETERMINISTIC_HASHING"] == "1"
    assert set(ENVIRONMENT) == {"GLIBC_TUNABLES", "HOME", "PATH", "SWIFT_DETERMINISTIC_HASHING"}
