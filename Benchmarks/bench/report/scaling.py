"""The tables and plots of docs/scaling.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bench.context import Figures
from bench.report.svg import Axis, Lines, around
from bench.report.text import number, table
from bench.suites.outage import BEFORE, OUTAGE, ROWS

LENGTHS = ("1 minute", "both", "10 minutes", "30 minutes")
#: From one end of the plots to the other, in seconds after the beginning of the outage.
FIRST, LAST = -BEFORE, 900


# MARK: Varnish


def varnish(figures: Figures) -> str:
    head = (
        "daemons", "requests a minute at Varnish", "at the origin", "probes at the origin", "memory of all, MiB",
        "of each, MiB", "resident, each, MiB", "CPU of all, % of a core",
    )  # fmt: skip
    rows = []
    for size, found in figures["fleets"].items():
        memory = (number(found[key] / 2**20) for key in ("memory", "each", "resident"))
        requests = (number(found[key]) for key in ("varnish", "fetches", "probes"))
        rows.append([size, *requests, *memory, number(found["cpu"] * 100)])
    return table(head, rows)


# MARK: The outage


def outage(figures: Figures) -> str:
    head = (
        "100,000 daemons", "busiest second before", "in the outage", "a second in its last minute",
        "busiest second after", "half have a value again", "90 %", "all",
    )  # fmt: skip
    rows = []
    for name, row in ROWS.items():
        if row.outage == OUTAGE:
            run, end = figures["runs"][name], BEFORE + row.outage
            requests = run["requests"]
            rows.append([
                row.title, number(max(requests[BEFORE - 60 : BEFORE])), number(max(requests[BEFORE:end])),
                number(sum(requests[end - 60 : end]) / 60), number(max(requests[end:])),
                *(after(seconds) for seconds in recovery(run["current"], end, figures["pollers"])),
            ])  # fmt: skip
    return table(head, rows)


def lengths(figures: Figures) -> str:
    head = ("backoff and jitter; the outage lasts", "requests in all during it", "half have a value again", "90 %", "all")
    rows = []
    for name in LENGTHS:
        run, end = figures["runs"][name], BEFORE + ROWS[name].outage
        times = recovery(run["current"], end, figures["pollers"])
        title = "5 minutes" if ROWS[name].outage == OUTAGE else name
        rows.append([title, f"{sum(run['requests'][BEFORE:end]):,}", *(after(seconds) for seconds in times)])
    return table(head, rows)


def recovery(current: Sequence[int], end: int, pollers: int) -> list[int | None]:
    """Seconds after the end of the outage until half, nine tenths and all have a value again; None for never."""
    shares = (pollers / 2, pollers * 0.9, pollers)
    return [next((second for second, count in enumerate(current[end:], 1) if count >= share), None) for share in shares]


def after(seconds: int | None) -> str:
    return "not in 10 minutes" if seconds is None else f"{seconds} s"


def requests_plot(figures: Figures) -> Lines:
    """Of ten seconds the busiest: fleets in step ask in one of them."""
    curves = {}
    for name, title in (("neither", "neither"), ("both", "backoff and jitter")):
        requests = figures["runs"][name]["requests"]
        parts = range(0, min(len(requests), LAST + BEFORE), 10)
        curves[title] = [(float(at - BEFORE), float(max(1, *requests[at : at + 10]))) for at in parts]
    y = around("requests in the busiest of ten seconds", [count for points in curves.values() for _, count in points])
    return Lines("Requests at the origin", Axis("s after the beginning of an outage of 300 s", FIRST, LAST), y, curves)


def recovery_plot(figures: Figures) -> Lines:
    curves = {}
    for name, title in (("neither", "neither"), ("backoff", "backoff alone"), ("jitter", "jitter alone"), ("both", "backoff and jitter")):
        current = figures["runs"][name]["current"][: LAST + BEFORE : 3]
        curves[title] = [(float(3 * at - BEFORE), count * 100 / figures["pollers"]) for at, count in enumerate(current)]
    x = Axis("s after the beginning of an outage of 300 s", FIRST, LAST)
    return Lines("Daemons whose last poll succeeded", x, Axis("%", 0, 100), curves)


def run(figures: Figures) -> str:
    """When and where a suite was run."""
    about = figures["about"]
    return (
        f"Measured on {about['date']} at {about['commit']}, on {about['cores']} cores of {about['processor']}, "
        f"{about['system']}. Load average when it began: {about['load']}."
    )


#: Each text of the page with the suite that it is written from.
TEXTS: dict[str, tuple[str, Callable[[Figures], str]]] = {
    "varnish": ("varnish", varnish),
    "varnish-run": ("varnish", run),
    "outage": ("outage", outage),
    "outage-lengths": ("outage", lengths),
}
PLOTS: dict[str, tuple[str, Callable[[Figures], Lines]]] = {
    "outage": ("outage", requests_plot),
    "recovery": ("outage", recovery_plot),
}


def texts(suites: Mapping[str, Figures]) -> dict[str, str]:
    """What can be written."""
    return {name: write(suites[suite]) for name, (suite, write) in TEXTS.items() if suite in suites}


def plots(suites: Mapping[str, Figures]) -> dict[str, str]:
    """The SVG texts that can be drawn."""
    return {name: draw(suites[suite]).svg() for name, (suite, draw) in PLOTS.items() if suite in suites}
