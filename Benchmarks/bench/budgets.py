"""Budgets of instructions: scripts/bench --check holds what is counted against Benchmarks/budgets.json."""

from __future__ import annotations

import concurrent.futures
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bench import counts
from bench.paths import BUDGETS

#: Parts of the budget. Counts vary by far less; the compiler's next minor version does not.
TOLERANCE, SLACK = 0.03, 0.10

#: Each figure that has a budget.
TITLES = {
    "getState": "a getState in a burst",
    "turn": "a getState alone, turn by turn",
    "params": "a getState with params",
    "headers": "a getState with Content-Length",
    "error": "an error response",
    "errorParams": "an error response, with params",
    "refresh": "a refresh that brings a changed fleet of 2 MiB",
    "unchanged": "a refresh that brings the same 2 MiB again",
    "start": "a start, one response and the end",
    "startOptions": "the same with options",
    "mcpGetState": "a get_state of an agent, in a burst",
    "mcpResource": "a get_state of an agent that names the resource",
    "mcpStart": "a start of mcp, the handshake and the end",
}

#: What is run for them, side by side; the longest first.
COUNTS: tuple[Callable[[str], dict[str, float]], ...] = (
    lambda program: dict(zip(("refresh", "unchanged"), counts.fleet(program))),
    lambda program: {"errorParams": counts.burst([program], "errorParams")},
    lambda program: {"error": counts.burst([program], "error")},
    lambda program: {"params": counts.burst([program], "params")},
    lambda program: {"headers": counts.burst([program], "getState", "headers")},
    lambda program: {"getState": counts.burst([program], "getState")},
    lambda program: {"turn": counts.turns([program])},
    lambda program: {"start": counts.start([program])},
    lambda program: {"startOptions": counts.start([program, *counts.OPTIONS])},
    lambda program: {"mcpResource": counts.agent(program, "mcpResource")},
    lambda program: {"mcpGetState": counts.agent(program, "mcpGetState")},
    lambda program: {"mcpStart": counts.agent_start(program)},
)


@dataclass(frozen=True)
class Verdict:
    """One figure beside its budget."""

    title: str
    counted: float
    budget: float

    @property
    def share(self) -> float:
        return self.counted / self.budget - 1

    @property
    def is_over(self) -> bool:
        return self.counted > self.budget * (1 + TOLERANCE)

    def __str__(self) -> str:
        said = f"{self.title}: {self.counted:,.0f} instructions"
        if self.is_over:
            return (
                f"error: {said}, {self.share:.1%} over the budget of {self.budget:,.0f}. Find what costs more "
                "(docs/performance.md says how), or raise the budget with scripts/bench --set-budgets and say in "
                "the commit what it buys"
            )
        if self.share < -SLACK:
            return f"{said}, {-self.share:.1%} below the budget of {self.budget:,.0f}: lower it with scripts/bench --set-budgets"
        return f"{said}, {self.share:+.1%} of the budget"


def judge(counted: Mapping[str, float], budgets: Mapping[str, float]) -> list[Verdict]:
    """Holds every figure against its budget. A name that only one side has is an error."""
    if odd := set(counted) ^ set(budgets):
        raise ValueError(f"counted or budgeted, but not both: {', '.join(sorted(odd))}")
    return [Verdict(TITLES[name], counted[name], budgets[name]) for name in counted]


def count(program: str) -> dict[str, float]:
    """Counts every figure. Runs side by side disturb no count."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(run, program) for run in COUNTS]
        counted = {name: value for future in running for name, value in future.result().items()}
    return {name: counted[name] for name in TITLES}


def read() -> dict[str, float]:
    budgets: dict[str, float] = json.loads(BUDGETS.read_text(encoding="utf-8"))
    return budgets


def write(counted: Mapping[str, float]) -> None:
    """Makes what was counted the budget, to three digits and upwards, so that one instruction changes nothing."""
    text = json.dumps({name: rounded(value) for name, value in counted.items()}, indent=2)
    BUDGETS.write_text(text + "\n", encoding="utf-8")


def rounded(value: float) -> int:
    step: int = 10 ** max(0, len(str(int(value))) - 3)
    return math.ceil(value / step) * step


def closing(verdicts: Iterable[Verdict]) -> str:
    known = list(verdicts)
    over = sum(verdict.is_over for verdict in known)
    return f"{len(known)} counts of instructions, {over} over budget"
