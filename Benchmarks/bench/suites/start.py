"""From the spawn to the first response, and what that leaves in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench import callgrind, counts, load, programs, talks
from bench.context import Context, Figures
from bench.paths import work

#: Starts in a round; the fastest counts, because everything else on the machine only adds.
STARTS = 10
CONFIGURATION = """\
minimumRequestTime = 0.3

[resources.state]
source = "demo"
autoPolling = { enabled = false, interval = 10 }

[resources.builds]
source = "file:builds.json"
"""


def measure(context: Context) -> Figures:
    file = work("configuration.toml")
    file.write_text(CONFIGURATION, encoding="utf-8")
    commands = {
        "statusd": [context.statusd],
        "statusd, options": [context.statusd, *counts.OPTIONS],
        "statusd, configuration file": [context.statusd, "--config", str(file)],
        "C": [programs.limit()],
        "cat": ["cat"],
    }
    said = load.requests("getState")
    contestants = {name: responding(context, command, said) for name, command in commands.items()}
    contestants["empty Swift program"] = ending(context, [programs.empty_swift()])
    return {"rounds": context.interleaved(contestants), "instructions": counted(commands)}


def responding(context: Context, command: list[str], said: load.Exchange) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        return fastest([load.run("turns", 0, said, command) for _ in range(context.count(STARTS, 2))])

    return run


def ending(context: Context, command: list[str]) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        return fastest([load.until_end(command) for _ in range(context.count(STARTS, 2))])

    return run


def fastest(runs: list[dict[str, Any]]) -> dict[str, Any]:
    return min(runs, key=lambda run: float(run["start"]))


def counted(commands: dict[str, list[str]]) -> dict[str, float]:
    """Whole processes: one response and the end."""
    found = {name: counts.start(command) for name, command in commands.items() if name != "cat"}
    found["empty Swift program"] = callgrind.instructions([programs.empty_swift()], talks.nothing)
    return found
