"""How long a response takes, and what keeps other work out of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence


def percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


@contextlib.contextmanager
def urgent(process: int, priority: int) -> Iterator[None]:
    """Gives a process, 0 for this one, a real-time priority for a while, where that is permitted (sched(7)).

    Three that are busy share two cores, and which of them runs is the kernel's choice for milliseconds at a time. With
    priorities the daemon's turns are what is left to wait for.
    """
    try:
        os.sched_setscheduler(process, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(priority))
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
