"""Which steps run at the same time."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import summary
from running import Outcome
from schedule import again, in_turn, side_by_side
from steps import Command, Step


def step(name: str, script: str, *needs: str) -> Step:
    return Step(name, name, (Command(("bash", "-c", script)),), needs=needs)


def test_steps_side_by_side_can_wait_for_each_other(tmp_path: Path) -> None:
    # Each opens one end of a named pipe, which waits for the other end.
    chosen = [step("reads", f"mkfifo {tmp_path}/pipe; read -r line <{tmp_path}/pipe; [ $line = met ]"),
              step("writes", f"until [ -p {tmp_path}/pipe ]; do :; done; echo met >{tmp_path}/pipe")]  # fmt: skip
    found = {step.name: outcome.problems for step, outcome in side_by_side(chosen, {}, tmp_path)}
    assert found == {"reads": [], "writes": []}


@pytest.mark.parametrize("schedule", [in_turn, side_by_side])
def test_what_needs_a_step_that_failed_is_not_run(schedule: type, tmp_path: Path) -> None:
    before = {"build": Outcome(problems=["status 1"])}
    ((_, outcome),) = schedule([step("later", f"touch {tmp_path}/ran", "build")], before, tmp_path)
    assert outcome.problems == ["not run: the step build failed"]
    assert not (tmp_path / "ran").exists()


def test_an_interruption_ends_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("running.IS_ENDING", threading.Event())
    steps = side_by_side([step("short", "true"), step("long", "exec sleep 600")], {}, tmp_path)
    assert next(steps)[1].problems == []
    steps.close()  # As when the main thread is interrupted; it would wait for ten minutes otherwise.


def test_steps_that_failed_run_once_more_and_what_they_need_first(tmp_path: Path) -> None:
    # Each passes at its second try only; `sound` may run once.
    script = f"mkdir {tmp_path}/%s || exit 0; echo not ok; exit 1"
    chosen = [step("build", script % "a"), step("sound", f"mkdir {tmp_path}/b"), step("later", "true", "build")]
    outcomes: dict[str, Outcome] = {}
    for one, outcome in in_turn(chosen, outcomes, tmp_path):
        outcomes[one.name] = outcome
    assert [name for name, outcome in outcomes.items() if outcome.problems] == ["build", "later"]
    for one, outcome in again(chosen, outcomes, tmp_path):
        outcomes[one.name] = outcome
    assert [name for name, outcome in outcomes.items() if outcome.problems] == []
    assert (tmp_path / "build.log").read_text().endswith("not ok\n")
    text = summary.of_run(outcomes, 1)
    assert "2 unstable (failed, and then passed):" in text
    assert "build: bash -c" in text
    assert text.endswith("3 of 3 steps passed in 1 s: all green at the second try")


def test_a_step_that_fails_twice_has_failed(tmp_path: Path) -> None:
    chosen = [step("broken", "exit 3")]
    outcomes = {one.name: outcome for one, outcome in in_turn(chosen, {}, tmp_path)}
    outcomes |= {one.name: outcome for one, outcome in again(chosen, outcomes, tmp_path)}
    text = summary.of_run(outcomes, 1)
    assert text.endswith("0 of 1 steps passed in 1 s; failed: broken")
    assert "unstable" not in text
