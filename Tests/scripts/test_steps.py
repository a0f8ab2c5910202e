"""The table of steps: what must have happened before a step has."""

from __future__ import annotations

from pathlib import Path

from steps import QUICK, steps

STEPS = steps(Path(__file__).resolve().parents[2])
NAMES = [step.name for step in STEPS]


def test_every_message_is_read_after_it_was_recorded() -> None:
    recording = [step.name for step in STEPS if step.records]
    hosts = ("js", "neovim", "emacs", "shell", "swift")
    clients = {"clients", *(f"clients-{host}" for host in hosts)}
    assert {"transcripts", "processes", *clients} <= set(recording)
    assert all(NAMES.index(name) < NAMES.index("messages") for name in recording)


def test_what_runs_aside_needs_nothing_that_does() -> None:
    aside = {step.name for step in STEPS if step.aside}
    assert len(aside) > 5
    assert not any(aside & set(step.needs) for step in STEPS)


def test_a_step_comes_after_what_it_needs() -> None:
    assert set(QUICK) <= set(NAMES)
    assert all(NAMES.index(need) < NAMES.index(step.name) for step in STEPS for need in step.needs)
