"""The plots of docs/performance.md."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence

from bench.context import Figures
from bench.report.rounds import Round, median
from bench.report.svg import Axis, Bars, Lines, around
from bench.report.tables import grown

Plot = Lines | Bars


def latency(suites: Mapping[str, Figures]) -> Plot:
    """Which share of the responses has come within which time, one message at a time."""
    rounds = suites["messages"]["rounds"]
    curves = {
        f"{title}, {name}": distribution(rounds[f"{row} {name}"])
        for row, title in (("getState", "getState"), ("error", "error"))
        for name in ("statusd", "C")
    }
    x = around("us from the write to the response", [time for points in curves.values() for time, _ in points])
    return Lines("Latency, turn by turn", x, Axis("% of the responses", 0, 100), curves)


def distribution(runs: Sequence[Round]) -> list[tuple[float, float]]:
    """The percentiles, each the median of the rounds. The last one is a single response, and left out."""
    return [(statistics.median(run["percentiles"][percent] for run in runs), float(percent)) for percent in range(100)]


def throughput(suites: Mapping[str, Figures]) -> Plot:
    bars = {}
    for name, runs in suites["peers"]["rounds"].items():
        kind = "success" if "success" in runs[0] else "error"
        bars[f"{name}, {kind}"] = median([run[kind] for run in runs], "rate")
    return Bars("Messages a second, in a burst", "messages a second", ordered(bars, is_high_best=True))


def memory(suites: Mapping[str, Figures]) -> Plot:
    bars = {name: median(runs, "idle") for name, runs in suites["peers"]["rounds"].items()}
    return Bars("Resident memory after the first response", "MiB", ordered(bars))


def start(suites: Mapping[str, Figures]) -> Plot:
    bars = {name: median(runs, "start") for name, runs in suites["start"]["rounds"].items()}
    bars |= {name: median(runs, "start") for name, runs in suites["peers"]["rounds"].items() if "statusd" not in name and "C," not in name}
    return Bars("From the spawn to the first response", "ms", ordered(bars))


def growth(suites: Mapping[str, Figures]) -> Plot:
    curves = grown(suites["growth"], least=0)
    points = [point for curve in curves.values() for point in curve]
    x = around("entities", [size for size, _ in points])
    return Lines("CPU time of a refresh", x, around("ms", [cost for _, cost in points]), curves)


def ordered(bars: Mapping[str, float], is_high_best: bool = False) -> dict[str, float]:
    return dict(sorted(bars.items(), key=lambda bar: bar[1], reverse=is_high_best))


#: Each plot with the suites that it is drawn from.
PLOTS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Figures]], Plot]]] = {
    "latency": (("messages",), latency),
    "throughput": (("peers",), throughput),
    "memory": (("peers",), memory),
    "start": (("start", "peers"), start),
    "growth": (("growth",), growth),
}


def all_plots(suites: Mapping[str, Figures]) -> dict[str, str]:
    """The SVG texts that can be drawn."""
    return {
        name: draw(suites).svg() for name, (needs, draw) in PLOTS.items() if all(need in suites for need in needs)
    }
