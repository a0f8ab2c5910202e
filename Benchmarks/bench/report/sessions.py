"""The tables of sessions, of screens in them, and of the polls that they make and what these bring."""

from __future__ import annotations

from bench.context import Figures
from bench.figures import ratios, spread
from bench.report.rounds import median, values
from bench.report.text import number, ratio, table

#: What the presses of the suite `screens` do.
PRESSED = {"same": "that changes nothing", "changed": "that switches polling, with its `screenChanged`"}


def sessions(figures: Figures) -> str:
    """What the rounds have measured, one thing on a row."""
    rounds, few, many = figures["rounds"], figures["few"], figures["many"]
    size = rounds["push"][0]["bytes"]

    def row(title: str, suite: str, key: str, unit: str, scale: float = 1) -> list[str]:
        found = spread(value * scale for value in values(rounds[suite], key))
        return [title, f"{number(found.median)} {unit}", f"{number(found.low)}–{number(found.high)}"]

    rows = [
        row(f"memory of an idle session, of {many:,}", "sessions", "memory", "KiB", 1 / 1024),
        row(f"opening one beside {few}, with its first response: CPU", "sessions", "openingFew", "us"),
        row(f"the same beside {many:,}", "sessions", "openingMany", "us"),
        row("a turn alone: CPU", "sessions", "turnAlone", "us"),
        row(f"a turn beside {many:,} idle sessions: CPU", "sessions", "turnMany", "us"),
        row(f"a notification of {size} bytes to one of 1,000: CPU", "push", "each", "us"),
        row("from the first of these to the last", "push", "span", "ms"),
        row("256 that do not read a value of 8 MB, more than one", "unread", "more", "MiB"),
        row("to `welcome` while values of 8 MB come: p99", "welcome", "p99", "ms"),
        row("a turn alone: p99", "flood", "alone", "us"),
        row("a turn beside a session that floods: p99", "flood", "beside", "us"),
    ]
    for name, title in (("connect", "`connect` to a daemon that runs"), ("version", "`statusd --version`")):
        if name in figures.get("instructions", {}):
            rows += [
                [f"{title}: instructions", number(figures["instructions"][name]), ""],
                row(f"{title}: CPU", "connect", name, "ms"),
            ]
    if "redis" in rounds:
        rows[7:7] = [
            row("a message of 430 bytes by Redis to one of 1,000: CPU", "redis", "each", "us"),
            row("from the first of these to the last", "redis", "span", "ms"),
        ]
    return table(("", "", "lowest and highest round"), rows)


def screens(figures: Figures) -> str:
    """Both latencies of each press, and their ratio round by round."""
    head = ("a press of a button", "`getState`, p50, us", "`press`, p50, us", "`getState`, p99, us", "`press`, p99, us", "ratio of p99")
    rows = []
    for name, title in PRESSED.items():
        runs = figures["rounds"][name]
        cells = [number(median(runs, f"{method} p{part}")) for part in (50, 99) for method in ("getState", "press")]
        rows.append([title, *cells, ratio(ratios(values(runs, "press p99"), values(runs, "getState p99")))])
    load = spread(run["load"] for runs in figures["rounds"].values() for run in runs)
    return f"{table(head, rows)}\n\n{figures['count']:,} of each in a round; load average {load.low:.1f} to {load.high:.1f}."


def polls(figures: Figures) -> str:
    """A poll of statusd beside the same of the C program, and relative to it with a handle for each poll."""
    head = ("", "instructions", "relative", "CPU, us", "relative", "system calls", "wake-ups", "resident, MiB")
    rounds, counted, calls = figures["rounds"], figures["instructions"], figures["calls"]
    base = "C, new handle"
    rows = []
    for name, runs in rounds.items():
        rows.append([
            name, number(counted[name]), f"{counted[name] / counted[base]:.2f}", number(median(runs, "cpu")),
            ratio(ratios(values(runs, "cpu"), values(rounds[base], "cpu"))), number(calls[name]) if name in calls else "",
            number(median(runs, "switches")), number(median(runs, "resident")),
        ])  # fmt: skip
    return table(head, rows)


def pushes(figures: Figures) -> str:
    """How long a value takes from its origin to the client, alone and beside others that are polled."""
    rows = []
    for name, runs in figures["rounds"].items():
        found = (spread(values(runs, part)) for part in ("p50", "p99"))
        rows.append([name, *(f"{number(part.median)} ({number(part.low)}–{number(part.high)})" for part in found)])
    return table(("", "p50, us", "p99, us"), rows)
