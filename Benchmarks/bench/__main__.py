"""Runs the suites of scripts/bench. See there for how it is called."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import budgets, linearity, programs
from bench.about import about
from bench.callgrind import CallgrindError
from bench.context import Context, Figures
from bench.report.write import keep, write_page, write_scaling
from bench.suites import (
    idle,
    large,
    memory,
    messages,
    methods,
    outage,
    peers,
    polls,
    profile,
    pushes,
    scale,
    screens,
    sessions,
    start,
    unkind,
    varnish,
)

#: In the order in which they run. Those of BY_NAME take long, and run only if they are named.
SUITES: dict[str, Callable[[Context], Figures]] = {
    "messages": messages.measure,
    "methods": methods.measure,
    "peers": peers.measure,
    "start": start.measure,
    "memory": memory.measure,
    "large": large.measure,
    "growth": large.grow,
    "unkind": unkind.measure,
    "scale": scale.measure,
    "idle": idle.measure,
    "sessions": sessions.measure,
    "screens": screens.measure,
    "polls": polls.measure,
    "pushes": pushes.measure,
    "soak": memory.soak,
    "profile": profile.measure,
    "outage": outage.measure,
    "varnish": varnish.measure,
}
#: Those of docs/scaling.md.
SCALING = ("outage", "varnish")
BY_NAME = ("unkind", "soak", "profile", *SCALING)
ROUNDS, ROUNDS_QUICK = 7, 2


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    if options.write:
        write_page()
        write_scaling()
        return 0
    statusd = str((options.binary or programs.release()).resolve())
    if options.linear:
        return check_linearity(statusd)
    if options.check or options.set_budgets:
        return check(statusd, options.set_budgets)
    context = Context(statusd, options.rounds or (ROUNDS_QUICK if options.quick else ROUNDS), options.quick)
    chosen = options.only or [name for name in SUITES if name not in BY_NAME]
    if not set(chosen) <= set(SCALING):
        keep("about", about(context))
    failed = [name for name in chosen if not measure(name, context)]
    if not options.quick:
        write(chosen)
    if failed:
        print(f"error: not measured: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def write(chosen: Sequence[str]) -> None:
    if not set(chosen) <= set(SCALING):
        write_page()
    if set(chosen) & set(SCALING):
        write_scaling()


def measure(name: str, context: Context) -> bool:
    """Runs one suite and keeps its figures. One that fails takes no other with it."""
    print(f"== {name}", flush=True)
    started = time.monotonic()
    try:
        keep(name, SUITES[name](context))
    except (OSError, RuntimeError, ValueError, EOFError, subprocess.SubprocessError) as error:
        print(f"error: {name}: {error}", file=sys.stderr)
        return False
    print(f"   {time.monotonic() - started:.0f} s", flush=True)
    return True


def check(statusd: str, sets: bool) -> int:
    try:
        counted = budgets.count(statusd)
    except (CallgrindError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 70
    if sets:
        budgets.write(counted)
    verdicts = budgets.judge(counted, budgets.read())
    for verdict in verdicts:
        print(verdict)
    print(budgets.closing(verdicts))
    return 1 if any(verdict.is_over for verdict in verdicts) else 0


def check_linearity(statusd: str) -> int:
    try:
        verdicts = linearity.count(statusd)
    except (CallgrindError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 70
    for verdict in verdicts:
        print(verdict)
    print(linearity.closing(verdicts))
    return 0 if all(verdict.is_linear for verdict in verdicts) else 1


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="scripts/bench", description="Measures the release, and writes docs/performance.md.")
    options.add_argument("--check", action="store_true", help="count instructions and hold them against Benchmarks/budgets.json")
    options.add_argument("--linear", action="store_true", help="hold the readers of foreign bytes to a cost in proportion to their input")
    options.add_argument("--set-budgets", action="store_true", help="make what is counted the budgets")
    options.add_argument("--only", action="append", choices=SUITES, metavar="NAME", help=f"one of {', '.join(SUITES)}; may be repeated")
    options.add_argument("--rounds", type=positive, help=f"rounds of every suite ({ROUNDS})")
    options.add_argument("--quick", action="store_true", help="a fiftieth of everything, and write no page: to try a change of this program")
    options.add_argument("--write", action="store_true", help="write the pages again from the figures in .build-bench")
    options.add_argument("--binary", type=Path, help="measure this program and build none")
    return options


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
