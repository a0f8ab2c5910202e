"""Samples of a daemon's memory, descriptors and threads, and what they must not do."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from daemon import MIB, Daemon

#: Of resident memory over a run, if it grows in each quarter of it.
GROWTH_BOUND = 3 * MIB
QUARTERS = 4
#: Standard streams, eventfd, signalfd, libcurl's connections and its wake-up.
DESCRIPTOR_BOUND = 32
#: The loop, its watch, the log's, those that look names up.
THREAD_BOUND = 5
MEMORY_BOUND = 64 * MIB


@dataclass
class Gauge:
    """The samples of one daemon that stays, taken when nothing is under way."""

    resident: list[int] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    #: At any time, by the monitor.
    peak: int = 0
    last: float = 0

    def sample(self, daemon: Daemon, every: float = 0.5) -> None:
        now = time.monotonic()
        if now - self.last < every:
            return
        self.last = now
        self.resident.append(daemon.resident())
        self.descriptors.append(daemon.descriptors())
        self.threads.append(daemon.threads())
        self.note_peak(self.resident[-1])

    def note_peak(self, resident: int) -> None:
        self.peak = max(self.peak, resident)

    @property
    def growth(self) -> float:
        """How much a leak would have grown: three times the least that a quarter of the run has added to the one before.

        A leak grows on and on. The largest body so far grows once, at any time, and its memory is kept for the next.
        """
        if len(self.resident) < QUARTERS:
            return 0
        quarters = [median(_part(self.resident, number)) for number in range(QUARTERS)]
        return (QUARTERS - 1) * min(after - before for before, after in pairwise(quarters))

    def findings(self) -> dict[str, str | None]:
        """Each check by name: None, or what is wrong."""
        early, late = max(_part(self.descriptors, 0)), max(_part(self.descriptors, QUARTERS - 1))
        most = max(self.descriptors)
        return {
            "resident memory stays under its bound": _over(self.peak, MEMORY_BOUND, "bytes"),
            "resident memory does not grow": _over(self.growth, GROWTH_BOUND, "bytes more"),
            "descriptors stay under their bound": _over(most, DESCRIPTOR_BOUND, "descriptors"),
            "descriptors do not grow": _over(late - early, 3, "descriptors more"),
            "threads stay under their bound": _over(max(self.threads), THREAD_BOUND, "threads"),
        }

    def summary(self) -> str:
        return (
            f"resident {self.resident[0] / MIB:.2f} -> {self.resident[-1] / MIB:.2f} MiB, peak {self.peak / MIB:.2f}; "
            f"descriptors {min(self.descriptors)}-{max(self.descriptors)}, threads {max(self.threads)}"
        )


def _part(samples: list[int], number: int) -> list[int]:
    """A quarter of the samples; of fewer than four, the nearest one."""
    start = number * len(samples) // QUARTERS
    return samples[start : max(start + 1, (number + 1) * len(samples) // QUARTERS)]


def _over(value: float, bound: int, unit: str) -> str | None:
    return f"{value:.0f} {unit}, at most {bound}" if value > bound else None
