"""Daemons that poll one origin through Varnish: requests at both, and the memory of the daemons."""

from __future__ import annotations

import statistics
import time
from contextlib import ExitStack
from pathlib import Path

from bench.about import about
from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.fleet.origin import Origin
from bench.fleet.varnish import Varnish

SIZES = (10, 100, 500)
SECONDS, SECONDS_QUICK = 60, 15
CACHE_CONTROL = "max-age=10, stale-while-revalidate=60"
INTERVAL = 10


def measure(context: Context) -> Figures:
    seconds = SECONDS_QUICK if context.is_quick else SECONDS
    sizes = (5,) if context.is_quick else SIZES
    found = {}
    for size in sizes:
        context.say(f"   {size} daemons")
        found[str(size)] = fleet(context.statusd, size, seconds)
    return {"about": about(context), "control": CACHE_CONTROL, "interval": INTERVAL, "fleets": found}


def fleet(statusd: str, size: int, seconds: float) -> dict[str, float]:
    with ExitStack() as stack:
        origin = stack.enter_context(Origin(CACHE_CONTROL))
        varnish = stack.enter_context(Varnish(origin.port))
        command = [statusd, "--resource", f"builds={varnish.address}", "--log-level", "critical"]
        daemons = [stack.enter_context(Conversation(command)) for _ in range(size)]
        start(daemons)
        return counted(origin, varnish, daemons, seconds)


def start(daemons: list[Conversation]) -> None:
    """All poll, and each has its first value; what they publish stays with them, because nobody would read it."""
    for daemon in daemons:
        daemon.result("initialize", {"notifications": {"stateChanged": False}})
        daemon.send("setAutoPolling", {"enabled": True, "interval": INTERVAL, "resource": "builds"})
    for daemon in daemons:
        daemon.result("refresh", {"resource": "builds"})


def counted(origin: Origin, varnish: Varnish, daemons: list[Conversation], seconds: float) -> dict[str, float]:
    """Requests a minute, and memory in bytes."""

    def counts() -> tuple[float, int, int, int, float]:
        asked = varnish.counter("MAIN.client_req")
        cpu = sum(daemon.cpu() for daemon in daemons)
        return time.monotonic(), asked, origin.fetches, origin.counts["probe"], cpu

    before = counts()
    time.sleep(seconds)
    passed, asked, fetches, probes, cpu = (after - was for after, was in zip(counts(), before))
    if not all(is_loaded(daemon) for daemon in daemons):
        raise ValueError("a daemon has failed to poll")
    memory = [proportional(daemon) for daemon in daemons]
    return {
        "varnish": asked / passed * 60, "fetches": fetches / passed * 60, "probes": probes / passed * 60,
        "memory": sum(memory), "each": statistics.median(memory),
        "resident": statistics.median(daemon.resident() for daemon in daemons), "cpu": cpu / passed,
    }  # fmt: skip


def is_loaded(daemon: Conversation) -> bool:
    return bool(daemon.result("getState", {"resource": "builds"})["status"] == "loaded")


def proportional(daemon: Conversation) -> int:
    """Bytes of memory; what processes share, such as the program, is divided among them (Pss, proc(5))."""
    rows = Path(f"/proc/{daemon.process.pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))
