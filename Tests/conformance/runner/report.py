"""What a run has shown, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .cases import Case
from .conversation import Outcome

SHOWN_BYTES = 200
SHOWN_MESSAGES = 4


@dataclass(frozen=True)
class Result:
    """One case in one framing. No outcome: it was left out."""

    case: Case
    framing: str
    outcome: Outcome | None

    @property
    def verdict(self) -> str:
        if self.outcome is None:
            return "skipped"
        return "passed" if self.outcome.why is None else "failed"


def counts(results: Iterable[Result]) -> Counter[str]:
    return Counter(result.verdict for result in results)


def failure(result: Result) -> str:
    """What was sent, expected and got, for a case that failed."""
    outcome = result.outcome
    assert outcome
    case = result.case
    lines = [f"FAILED {case.place} ({result.framing}): {case.name}", f"  {outcome.why}"]
    lines.append(f"  sent {_shown(outcome.sent)}")
    for message in outcome.came[:SHOWN_MESSAGES]:
        lines.append(f"  came {_shown(message)}")
    if len(outcome.came) > SHOWN_MESSAGES:
        lines.append(f"  … {len(outcome.came)} messages came in all")
    if outcome.errors:
        lines.append(f"  stderr {_shown(outcome.errors[-SHOWN_BYTES:])}")
    return "\n".join(lines)


def table(results: list[Result]) -> str:
    """A line for each group, and one for all."""
    groups = list(dict.fromkeys(result.case.group for result in results))
    rows = [(group, counts(r for r in results if r.case.group == group)) for group in groups]
    rows.append(("all", counts(results)))
    width = max(len(name) for name, _ in rows)
    lines = [f"{'group':{width}}  passed  failed  left out"]
    for name, count in rows:
        lines.append(f"{name:{width}}  {count['passed']:6}  {count['failed']:6}  {count['skipped']:8}")
    return "\n".join(lines)


def summary(results: list[Result]) -> str:
    count = counts(results)
    return f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"


def _shown(data: bytes) -> str:
    text = repr(data[:SHOWN_BYTES])[1:]
    return text if len(data) <= SHOWN_BYTES else f"{text}… ({len(data)} bytes)"
