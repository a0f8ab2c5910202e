"""A step runs all its commands, ends what takes too long, and fails when nothing was tested."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import reading
import summary
from running import run
from steps import Command, Step, swift_steps

ROOT = Path(__file__).resolve().parents[2]
PLENTY = 60.0  # seconds, for what takes a fraction of one


def shell(script: str, reader: reading.Reader = reading.PLAIN) -> Command:
    return Command(("sh", "-c", script), reader)


def step(*commands: Command, limit: float = PLENTY) -> Step:
    return Step("a", "a step", commands, limit)


def test_a_step_whose_commands_succeed_has_no_problem(tmp_path: Path) -> None:
    outcome = run(step(shell("echo one"), shell("echo two >&2")), tmp_path / "a.log")
    assert outcome.problems == []
    assert outcome.closings == ["one", "two"]
    assert (tmp_path / "a.log").read_text() == "$ sh -c 'echo one'\none\n$ sh -c 'echo two >&2'\ntwo\n"


def test_the_commands_behind_one_that_failed_run_too(tmp_path: Path) -> None:
    outcome = run(step(shell("echo lost; exit 3"), shell("echo two")), tmp_path / "a.log")
    assert outcome.problems == ["sh -c echo lost; exit 3: status 3"]
    assert outcome.closings == ["lost", "two"]
    assert outcome.reasons == ["lost"]


@pytest.mark.parametrize(
    ("reader", "closing"),
    [
        (reading.SWIFT_TEST, "✔ Test run with 0 tests in 0 suites passed after 0.001 seconds."),
        (reading.SWIFT_TEST, "Build complete!"),
        (reading.PYTEST, "2 skipped in 0.01s"),
    ],
)
def test_a_runner_that_ran_nothing_fails(tmp_path: Path, reader: reading.Reader, closing: str) -> None:
    outcome = run(step(shell(f"echo '{closing}'", reader)), tmp_path / "a.log")
    assert [problem.rpartition(": ")[2] for problem in outcome.problems] == ["executed no test"]


def test_a_command_over_its_limit_is_ended_with_its_children(tmp_path: Path) -> None:
    # The child holds the fifo's only writing end, so that reading ends when the child has.
    fifo = tmp_path / "alive"
    subprocess.run(["mkfifo", fifo], check=True)
    reader = subprocess.Popen(["cat", fifo], stdout=subprocess.DEVNULL)
    outcome = run(step(shell(f"(exec 3>{fifo}; exec sleep 600) & wait"), limit=0.5), tmp_path / "a.log")
    assert outcome.problems[0].endswith("ended after 0 s, its time limit")
    assert reader.wait(PLENTY) == 0


def test_what_a_command_leaves_behind_is_ended_also_in_another_group(tmp_path: Path) -> None:
    fifo = tmp_path / "alive"
    subprocess.run(["mkfifo", fifo], check=True)
    reader = subprocess.Popen(["cat", fifo], stdout=subprocess.DEVNULL)
    script = f"""if True:
        import os, subprocess
        with open({str(fifo)!r}, "w") as pipe:
            subprocess.Popen(["sleep", "600"], pass_fds=[pipe.fileno()], preexec_fn=os.setpgrp)"""
    outcome = run(step(Command((sys.executable, "-c", script))), tmp_path / "a.log")
    assert outcome.problems == []
    assert reader.wait(PLENTY) == 0


def test_a_program_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    outcome = run(step(Command(("/proc/no/such/program",))), tmp_path / "a.log")
    assert "could not be started" in outcome.problems[0]


def test_the_console_is_bounded(tmp_path: Path) -> None:
    noisy = "i=0; while [ $i -lt 5000 ]; do echo a:$i: error; i=$((i + 1)); done; exit 1"
    outcome = run(step(shell(noisy)), tmp_path / "a.log")
    assert len(summary.of_step(outcome).splitlines()) < 50
    outcome.failed = outcome.skipped = [f"test {number}" for number in range(5000)]
    said = summary.of_run({"a": outcome}, 1.0)
    assert len(said.splitlines()) < 220
    assert "5000 skipped:" in said
    assert said.endswith("0 of 1 steps passed in 1 s; failed: a")


def test_an_unknown_step_is_a_usage_error() -> None:
    command = [sys.executable, "-B", ROOT / "scripts/testing", "processess"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 64
    assert "no step is called processess" in done.stderr


def test_every_swift_test_target_belongs_to_one_step() -> None:
    targets = {path.parts[len(ROOT.parts) + 1] for path in (ROOT / "Tests").glob("*Tests/**/*.swift")}
    selections = [command.words[-2:] for entry in swift_steps() for command in entry.commands]
    tests = [(option, re.compile(words)) for option, words in selections if option in ("--skip", "--filter")]
    assert len(tests) == 4
    for target in targets:
        name = f"{target}.SomeTests/someTest()"
        chosen = [bool(pattern.search(name)) == (option == "--filter") for option, pattern in tests]
        assert chosen.count(True) == 1, target
