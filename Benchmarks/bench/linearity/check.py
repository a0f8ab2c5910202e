"""Counts every case at two sizes, and judges how the instructions grow."""

from __future__ import annotations

import concurrent.futures
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.linearity import bodies, conditions, files, messages, servers
from bench.linearity.case import Case

CASES: tuple[Case, ...] = (*messages.CASES, *bodies.CASES, *conditions.CASES, *files.CASES, *servers.CASES)
#: Twice the input costs twice as much, and the chance of what comes over pipes and sockets a little more.
MOST_GROWTH = 2.3
#: A reader that gives up before the end of its input costs less, and then the case says nothing of the rest.
LEAST_GROWTH = 1.4
#: Instructions that the smaller input takes at least: what a program costs by itself varies by a tenth of them.
ENOUGH = 1_000_000
#: What a person does about it.
TOO_MUCH = "for twice the input. Find what each part of it does with all that was before (CONTRIBUTING.md, Style)"
TOO_LITTLE = "for twice the input: not all of it is read. Find what ends the reading, and choose sizes below that"
TOO_FEW = f"which says nothing: give the case a size that takes {ENOUGH:,} beyond what the program costs by itself"


@dataclass(frozen=True)
class Verdict:
    """What a case costs at its size and at twice its size, without what the program costs by itself."""

    title: str
    once: float
    twice: float

    @property
    def growth(self) -> float:
        return self.twice / max(self.once, 1)

    @property
    def fault(self) -> str | None:
        """What is wrong with the reader, or with the case; None for nothing."""
        if self.once < ENOUGH:
            return TOO_FEW
        if self.growth > MOST_GROWTH:
            return TOO_MUCH
        return TOO_LITTLE if self.growth < LEAST_GROWTH else None

    @property
    def is_linear(self) -> bool:
        return self.fault is None

    def __str__(self) -> str:
        said = f"{self.title}: {self.once:,.0f} and {self.twice:,.0f} instructions, {self.growth:.2f} times as many"
        return f"error: {said} {self.fault}" if self.fault else said


def count(program: str, cases: Sequence[Case] = CASES) -> list[Verdict]:
    """Judges every case. Runs side by side disturb no count."""
    families = {case.family: case for case in reversed(cases)}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = dict(zip(families, pool.map(lambda case: case.count(program, 1), families.values())))
        return list(pool.map(lambda case: verdict(case, program, alone[case.family]), cases))


def verdict(case: Case, program: str, alone: float) -> Verdict:
    once, twice = (case.count(program, size) - alone for size in (case.size, 2 * case.size))
    return Verdict(case.title, once, twice)


def closing(verdicts: Iterable[Verdict]) -> str:
    known = list(verdicts)
    return f"{len(known)} readers, {sum(not verdict.is_linear for verdict in known)} of which are not shown to be linear"
