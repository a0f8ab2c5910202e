"""Resident memory: idle, and after a million messages."""

from __future__ import annotations

from bench import frames, load
from bench.context import Context, Figures

MILLION = 1_000_000
SOAK = 10 * MILLION


def measure(context: Context) -> Figures:
    found: Figures = {}
    for kind in ("getState", "error"):
        run = load.run("burst", context.count(MILLION), load.requests(kind), [context.statusd])
        found[kind] = {"idle": run["idle"], "resident": run["resident"], "peak": run["peak"]}
        context.say(f"   {kind}: {run['idle']:.1f} MiB idle, {run['resident'][-1]:.1f} MiB after the last")
    return found


# MARK: Soak


def mixed() -> list[bytes]:
    """Nineteen of twenty succeed. Each brings one response and no notification, so that all can be counted."""
    methods = ["getState"] * 15 + ["listResources", "stats", "getLocation", "getHelp", "unknownMethod"]
    params = {"getHelp": {"anchor": "offline"}}
    return [
        frames.request(frames.FIRST_ID + number, methods[number % 20], params.get(methods[number % 20]))
        for number in range(load.REPEATED)
    ]


def soak(context: Context) -> Figures:
    """Ten million requests to one process. What it has after the first million is what it may keep."""
    said = load.exchange("soak", mixed())
    run = load.run("burst", context.count(SOAK, 1000), said, [context.statusd])
    context.say(f"   {run['resident'][0]:.2f} MiB after a tenth, {run['resident'][-1]:.2f} MiB after all")
    return {"count": context.count(SOAK, 1000), "idle": run["idle"], "resident": run["resident"], "rate": run["rate"]}
