"""What the console shows. Bounded: the logs have the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from running import Outcome
from steps import QUICK, Step

REASONS = 40  # lines for each step
NAMES = 100  # failed or skipped tests, at the end
WIDTH = 400  # characters of a line


def listing(steps: Iterable[Step]) -> str:
    lines = [f"{step.name:<12} {'quick' if step.name in QUICK else '':<6} {step.title}" for step in steps]
    return "\n".join(lines)


def of_step(outcome: Outcome) -> str:
    lines = [cut(line) for line in outcome.closings]
    if outcome.problems:
        lines += [f"   {cut(line)}" for line in bounded(outcome.reasons, REASONS)]
        lines += [f"   {cut(problem)}" for problem in outcome.problems]
        lines += [f"   log: {outcome.log}"] if outcome.log else []
    verdict = "FAILED" if outcome.problems else "passed"
    return "\n".join([*lines, f"   {verdict} in {outcome.seconds:.1f} s"])


def of_run(outcomes: Mapping[str, Outcome], seconds: float) -> str:
    skipped = [f"{name}: {test}" for name, outcome in outcomes.items() for test in outcome.skipped]
    failed = [f"{name}: {test}" for name, outcome in outcomes.items() for test in outcome.failed]
    steps = [name for name, outcome in outcomes.items() if outcome.problems]
    unstable = [line for name, outcome in outcomes.items() for line in instability(name, outcome)]
    lines = [""]
    if skipped:
        lines += [f"{len(skipped)} skipped:", *(f"   {cut(test)}" for test in bounded(skipped, NAMES))]
    if failed:
        lines += [f"{len(failed)} failed:", *(f"   {cut(test)}" for test in bounded(failed, NAMES))]
    if unstable:
        lines += [f"{len(unstable)} unstable (failed, and then passed):"]
        lines += [f"   {cut(line)}" for line in bounded(unstable, NAMES)]
    passed = f"{len(outcomes) - len(steps)} of {len(outcomes)} steps passed in {seconds:.0f} s"
    if steps:
        lines += [f"{passed}; failed: {', '.join(steps)}"]
    else:
        lines += [f"{passed}: all green{' at the second try' if unstable else ''}"]
    return "\n".join(lines)


def instability(name: str, outcome: Outcome) -> list[str]:
    """What failed at the first try of a step that passed at the second."""
    if outcome.problems or outcome.before is None:
        return []
    return [f"{name}: {what}" for what in outcome.before.failed or outcome.before.problems]


def bounded(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[:most], f"… and {len(lines) - most} more"]


def cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[:WIDTH] + "…"
