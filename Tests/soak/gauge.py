"""Samples of a daemon's memory, descriptors and threads, and what they must not do."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median

from daemon import MIB, Daemon

#: Of resident memory from the first third of a run to its last; what allocators keep settles early.
GROWTH_BOUND = 3 * MIB
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

    def thirds(self, samples: list[int]) -> tuple[list[int], list[int]]:
        third = max(1, len(samples) // 3)
        return samples[:third], samples[-third:]

    def findings(self) -> dict[str, str | None]:
        """Each check by name: None, or what is wrong."""
        first, last = (median(part) for part in self.thirds(self.resident))
        early, late = (max(part) for part in self.thirds(self.descriptors))
        most = max(self.descriptors)
        return {
            "resident memory stays under its bound": _over(self.peak, MEMORY_BOUND, "bytes"),
            "resident memory does not grow": _over(last - first, GROWTH_BOUND, "bytes more"),
            "descriptors stay under their bound": _over(most, DESCRIPTOR_BOUND, "descriptors"),
            "descriptors do not grow": _over(late - early, 3, "descriptors more"),
            "threads stay under their bound": _over(max(self.threads), THREAD_BOUND, "threads"),
        }

    def summary(self) -> str:
        first, last = (median(part) / MIB for part in self.thirds(self.resident))
        return (
            f"resident {first:.2f} -> {last:.2f} MiB, peak {self.peak / MIB:.2f}; "
            f"descriptors {min(self.descriptors)}-{max(self.descriptors)}, threads {max(self.threads)}"
        )


def _over(value: float, bound: int, unit: str) -> str | None:
    return f"{value:.0f} {unit}, at most {bound}" if value > bound else None
