"""From the spawn to the first response, and what that leaves in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bench import callgrind, counts, load, programs, talks
from bench.context import Context, Figures
from bench.paths import work

Run = dict[str, Any]

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
    contestants = {name: responding(command, said) for name, command in commands.items()}
    contestants["empty Swift program"] = lambda: load.until_end([programs.empty_swift()])
    starts = context.count(STARTS, 2)
    # One start at a time, so that all contestants meet what else the machine does.
    rows = replace(context, rounds=context.rounds * starts).interleaved(contestants)
    rounds = {name: [fastest(runs[at : at + starts]) for at in range(0, len(runs), starts)] for name, runs in rows.items()}
    return {"rounds": rounds, "instructions": counted(commands)}


def responding(command: list[str], said: load.Exchange) -> Callable[[], Run]:
    return lambda: load.run("turns", 0, said, command)


def fastest(runs: list[Run]) -> Run:
    return min(runs, key=lambda run: float(run["start"]))


def counted(commands: dict[str, list[str]]) -> dict[str, float]:
    """Whole processes: one response and the end."""
    found = {name: counts.start(command) for name, command in commands.items() if name != "cat"}
    found["empty Swift program"] = callgrind.instructions([programs.empty_swift()], talks.nothing)
    return found
