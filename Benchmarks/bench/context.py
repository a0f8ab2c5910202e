"""What every suite gets, and how its contestants take turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

#: What a suite has measured: plain values for JSON. Each suite alone reads what it has written.
Figures = dict[str, Any]
T = TypeVar("T")

#: With --quick, that much less of everything. Only good for trying the program out.
QUICK = 50
#: Of many rounds, that many are reported.
SAID = 10


@dataclass(frozen=True)
class Context:
    statusd: str
    rounds: int
    is_quick: bool

    def count(self, full: int, least: int = 20) -> int:
        """How many messages or entities to measure with."""
        return max(full // QUICK, least) if self.is_quick else full

    def say(self, line: str) -> None:
        print(line, flush=True)

    def interleaved(self, contestants: Mapping[str, Callable[[], T]]) -> dict[str, list[T]]:
        """Every contestant once in each round, so that all meet the same load. Each begins a round in its turn."""
        names = list(contestants)
        rows: dict[str, list[T]] = {name: [] for name in names}
        for number in range(self.rounds):
            first = number % len(names)
            for name in names[first:] + names[:first]:
                rows[name].append(contestants[name]())
            if (number + 1) % -(-self.rounds // SAID) == 0 or number + 1 == self.rounds:
                self.say(f"   round {number + 1} of {self.rounds}")
        return rows
