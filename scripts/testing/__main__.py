"""Runs the steps of scripts/test. See there for how it is called."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
import time
from pathlib import Path

import programs
import summary
from running import Outcome
from schedule import again, in_turn, side_by_side
from steps import QUICK, Step, steps

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build/test-logs"
USAGE = "usage: scripts/test [--again] [quick | STEP… | --list]"
AGAIN = "--again"


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    # The children are in groups of their own: end them before this process ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    known = {step.name: step for step in steps(ROOT)}
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    if arguments == ["--list"]:
        print(summary.listing(known.values()))
        return 0
    wanted = [argument for argument in arguments if argument != AGAIN]
    names = list(QUICK) if wanted == ["quick"] else wanted or list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"test: no step is called {unknown[0]}; scripts/test --list names them\n{USAGE}", file=sys.stderr)
        return 64
    return run_all(with_needs(names, known), twice=AGAIN in arguments)


def with_needs(names: list[str], known: dict[str, Step]) -> list[Step]:
    """The steps called `names` and what they need, in the order of the table."""
    wanted = {needed for name in names for needed in (*known[name].needs, name)}
    return [step for step in known.values() if step.name in wanted]


def run_all(chosen: list[Step], twice: bool) -> int:
    """Runs the steps; with `twice`, those that failed once more, by themselves."""
    started = time.monotonic()
    prepare(chosen)
    outcomes: dict[str, Outcome] = {}
    for are_aside, group in itertools.groupby(chosen, lambda step: step.aside):
        for step, outcome in (side_by_side if are_aside else in_turn)(list(group), outcomes, LOGS):
            outcomes[step.name] = outcome
            print(summary.of_step(outcome), flush=True)
    for step, outcome in again(chosen, outcomes, LOGS) if twice else ():
        outcomes[step.name] = outcome
        print(summary.of_step(outcome), flush=True)
    print(summary.of_run(outcomes, time.monotonic() - started))
    return 1 if any(outcome.problems for outcome in outcomes.values()) else 0


def prepare(chosen: list[Step]) -> None:
    """Sets the environment of the tests."""
    # Every message that a test exchanges with a daemon is kept here; the step `messages` reads them.
    transcripts = ROOT / ".build/transcripts"
    if any(step.records for step in chosen):
        shutil.rmtree(transcripts, ignore_errors=True)
    transcripts.mkdir(parents=True, exist_ok=True)
    os.environ["STATUSD_TRANSCRIPTS"] = str(transcripts)
    os.environ["STATUSD_BIN"] = str(ROOT / ".build/debug/statusd")
    os.environ["PATH"] = f"{programs.folder(ROOT / '.build/test-programs')}:{os.environ['PATH']}"
    # No test finds the configuration of whoever runs it.
    os.environ["XDG_CONFIG_HOME"] = str(ROOT / ".build/no-configuration")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
