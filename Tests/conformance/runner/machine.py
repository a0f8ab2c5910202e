"""How busy the machine is, and what a server does with its time: a slow server is not a quiet one."""

from __future__ import annotations

import os
import pathlib

#: States of a thread that does something: it runs or is ready to, or waits for a disk (proc(5)).
BUSY = frozenset("RD")
#: Places behind the name in /proc/PID/stat.
STATE, GROUP = 0, 2


def business() -> float:
    """By how much longer things take than on an idle machine: 1 or more, as far as the system tells."""
    try:
        one_minute, _, _, running, _ = pathlib.Path("/proc/loadavg").read_text(encoding="ascii").split()
    except OSError:
        return 1.0
    # The average is slow to follow; what is ready to run now counts this process as well.
    load = max(float(one_minute), float(running.split("/")[0]) - 1)
    return max(1.0, load / (os.cpu_count() or 1))


def is_asleep(group: int) -> bool:
    """Whether every thread of a process group waits for an event; true where the system does not tell.

    A process that forks while the others are looked at, and then sleeps, leaves a child that was not seen. So all are
    looked at twice.
    """
    return not (_has_busy(group) or _has_busy(group))


def _has_busy(group: int) -> bool:
    return any(_is_busy(process) for process in _processes() if _stat(process, GROUP) == str(group))


def _processes() -> list[pathlib.Path]:
    try:
        return [entry for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit()]
    except OSError:
        return []


def _is_busy(process: pathlib.Path) -> bool:
    try:
        return any(_stat(thread, STATE) in BUSY for thread in (process / "task").iterdir())
    except OSError:  # It has ended meanwhile.
        return False


def _stat(process: pathlib.Path, place: int) -> str:
    """A field of its `stat`; empty for a process that has ended."""
    try:
        return (process / "stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()[place]
    except (OSError, IndexError):
        return ""
