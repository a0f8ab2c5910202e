"""In which order steps run: one after the other, or side by side those that mostly wait; failed ones again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from running import Outcome, end_all, run
from steps import Step

#: So many steps run at the same time, of those that may.
MOST_ASIDE = 3
Outcomes = dict[str, Outcome]


def in_turn(chosen: list[Step], outcomes: Outcomes, logs: Path) -> Iterator[tuple[Step, Outcome]]:
    for step in chosen:
        announce(step)
        yield step, outcome_of(step, outcomes, logs)


def side_by_side(chosen: list[Step], outcomes: Outcomes, logs: Path) -> Iterator[tuple[Step, Outcome]]:
    """The same; each is announced when it has ended, with all before it. None of them needs another."""
    with ThreadPoolExecutor(MOST_ASIDE) as pool, ended_when_interrupted():
        running = [(step, pool.submit(outcome_of, step, outcomes, logs)) for step in chosen]
        for step, future in running:
            outcome = future.result()
            announce(step)
            yield step, outcome


def again(chosen: list[Step], outcomes: Outcomes, logs: Path) -> Iterator[tuple[Step, Outcome]]:
    """Runs the steps that failed once more. What failed before is kept beside the second outcome."""
    for step in chosen:
        first = outcomes[step.name]
        if not first.problems:
            continue
        announce(replace(step, title="once more"))
        outcome = outcome_of(replace(step, name=f"{step.name}-again"), outcomes, logs)
        outcome.before = first
        yield step, outcome


@contextlib.contextmanager
def ended_when_interrupted() -> Iterator[None]:
    """The pool waits for its threads, and these for their programs."""
    try:
        yield
    except BaseException:
        end_all()
        raise


def announce(step: Step) -> None:
    print(f"\n== {step.name}: {step.title}", flush=True)


def outcome_of(step: Step, outcomes: Outcomes, logs: Path) -> Outcome:
    failed = [need for need in step.needs if outcomes[need].problems]
    if failed:
        return Outcome(problems=[f"not run: the step {failed[0]} failed"])
    return run(step, logs / f"{step.name}.log")
