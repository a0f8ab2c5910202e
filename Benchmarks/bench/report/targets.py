"""The targets beside what was reached."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.context import Figures
from bench.figures import Spread, exponent, ratios, spread
from bench.report.rounds import values
from bench.report.tables import grown, grown_instructions
from bench.report.text import number, ratio, table
from bench.suites.methods import FETCHING

Suites = Mapping[str, Figures]


@dataclass(frozen=True)
class Target:
    """What is to be reached: at most `bound`, or at least."""

    title: str
    bound: float
    reached: Callable[[Suites], Spread]
    is_least: bool = False

    def row(self, suites: Suites) -> list[str]:
        sign = "≥" if self.is_least else "≤"
        wanted = f"{sign} {self.bound:g}"
        try:
            reached = self.reached(suites)
        except (KeyError, IndexError, statistics.StatisticsError):
            return [self.title, wanted, "", "not measured"]
        return [self.title, wanted, ratio(reached) if self.bound else number(reached.median), self.verdict(reached.median)]

    def verdict(self, value: float) -> str:
        """Whether the median keeps the bound, and by how much it does not."""
        if (value >= self.bound) if self.is_least else (value <= self.bound):
            return "reached"
        if not self.bound:
            return "missed"
        times = self.bound / value if self.is_least else value / self.bound
        return f"missed by {times - 1:.0%}" if times < 2 else f"missed: {times:.1f} times that"


# MARK: Where a figure stands


def counted(name: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        pair = suites["messages"]["instructions"][name]
        return spread([pair["statusd"] / pair["C"]])

    return read


def timed(name: str, key: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        rounds = suites["messages"]["rounds"]
        return ratios(values(rounds[f"{name} statusd"], key), values(rounds[f"{name} C"], key))

    return read


def fetched(shape: str, key: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        rounds = suites["large"]["rounds"]
        pair = [[run[key]["cpu"] for run in rounds[f"{shape} {name}"]] for name in ("statusd", "C")]
        return ratios(*pair)

    return read


def fetched_counts(shape: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        counted = suites["large"]["instructions"][shape]
        return spread([counted["changed"] / counted["C"]])

    return read


def of_large(shape: str, key: str) -> Callable[[Suites], Spread]:
    return lambda suites: spread(values(suites["large"]["rounds"][f"{shape} statusd"], key))


def started(name: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        rounds = suites["start"]["rounds"]
        return ratios(values(rounds[name], "start"), values(rounds["empty Swift program"], "start"))

    return read


def beside_peer(peer: str, key: str, ours: str = "statusd, Content-Length") -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        rounds = suites["peers"]["rounds"]
        if key == "start":
            return ratios(values(rounds[ours], key), values(rounds[peer], key))
        return ratios(*([run["error"][key] for run in rounds[name]] for name in (ours, peer)))

    return read


def idle(suites: Suites) -> Spread:
    return spread(values(suites["start"]["rounds"]["statusd"], "idle"))


def soaked(suites: Suites) -> Spread:
    return spread([suites["soak"]["resident"][-1]])


def soak_growth(suites: Suites) -> Spread:
    resident = suites["soak"]["resident"]
    return spread([resident[-1] / resident[0]])


def wakes(suites: Suites) -> Spread:
    switches = suites["idle"]["switches"]
    return spread([switches["after the first response"]])


def of_sessions(suite: str, key: str, scale: float = 1) -> Callable[[Suites], Spread]:
    return lambda suites: spread(value * scale for value in values(suites["sessions"]["rounds"][suite], key))


def within_sessions(suite: str, key: str, base: str, other: str | None = None) -> Callable[[Suites], Spread]:
    """One figure of a daemon of several clients relative to another, of another program's suite if one is named."""

    def read(suites: Suites) -> Spread:
        rounds = suites["sessions"]["rounds"]
        return ratios(values(rounds[suite], key), values(rounds[other or suite], base))

    return read


def pressed(name: str) -> Callable[[Suites], Spread]:
    def read(suites: Suites) -> Spread:
        runs = suites["screens"]["rounds"][name]
        return ratios(values(runs, "press p99"), values(runs, "getState p99"))

    return read


def connecting(suites: Suites) -> Spread:
    pair = suites["sessions"]["instructions"]
    return spread([pair["connect"] / pair["version"]])


def polled(suites: Suites) -> Spread:
    counted = suites["polls"]["instructions"]
    return spread([counted["statusd"] / counted["C, new handle"]])


def polled_in_time(suites: Suites) -> Spread:
    rounds = suites["polls"]["rounds"]
    return ratios(values(rounds["statusd"], "cpu"), values(rounds["C, new handle"], "cpu"))


def pushed(suites: Suites) -> Spread:
    return spread(values(suites["pushes"]["rounds"]["beside 1,000 polled each second"], "p50"))


def mixed(suites: Suites) -> Spread:
    return spread(values(suites["methods"]["rounds"]["mixed"], "cpu"))


def dearest_method(suites: Suites) -> Spread:
    """In thousands."""
    counted = suites["methods"]["instructions"]
    return spread([max(each for name, each in counted.items() if name not in FETCHING) / 1e3])


def linear(suites: Suites) -> Spread:
    return spread([exponent(grown_instructions(suites["growth"]))])


def linear_in_time(suites: Suites) -> Spread:
    return spread([exponent(grown(suites["growth"])["statusd"])])


def flat(suites: Suites) -> Spread:
    """The worst row of the table."""
    rows = [list(row["rounds"].values()) for row in suites["scale"].values()]
    return spread([max(statistics.median(high) / statistics.median(low) for low, high in rows)])


TARGETS = (
    Target("`getState` in 130 bytes: instructions", 0.42, counted("getState130")),
    Target("`getState`: instructions", 0.42, counted("getState")),
    Target("`getState`: CPU in a burst", 0.55, timed("getState", "burstCPU")),
    Target("`getState`: messages a second", 1.7, timed("getState", "rate"), is_least=True),
    Target("`getState`: p50", 1.1, timed("getState", "p50")),
    Target("`getState`: p99", 1.3, timed("getState", "p99")),
    Target("with params, 130 bytes: instructions", 0.45, counted("params130")),
    Target("with params: instructions", 0.45, counted("params")),
    Target("Content-Length: instructions", 0.5, counted("headers")),
    Target("error: instructions", 1.4, counted("error")),
    Target("error: CPU in a burst", 1.6, timed("error", "burstCPU")),
    Target("error: p50", 1.4, timed("error", "p50")),
    Target("error, with params: instructions", 1.4, counted("errorParams")),
    Target("ten methods in turn, 15 % mistakes: CPU of a message, us", 2, mixed),
    Target("the method or the mistake that costs most and begins no fetch: thousand instructions", 20, dearest_method),
    Target("fleet of 2 MiB: instructions of `refresh`", 0.25, fetched_counts("fleet")),
    Target("fleet of 2 MiB: CPU of `refresh`", 0.4, fetched("fleet", "changed")),
    Target("menu of 2 MiB: CPU of `fetchMenu`", 0.4, fetched("menu", "changed")),
    Target("fleet of 2 MiB: longest hold of the loop, ms", 20, of_large("fleet", "held")),
    Target("menu of 2 MiB: longest hold of the loop, ms", 20, of_large("menu", "held")),
    Target("fleet of 2 MiB: peak, bodies", 4, of_large("fleet", "peak")),
    Target("menu of 2 MiB: peak, bodies", 4, of_large("menu", "peak")),
    Target("the same fleet again: CPU", 0.05, fetched("fleet", "same")),
    Target("the same menu again: CPU", 0.05, fetched("menu", "same")),
    Target("start, relative to an empty Swift program", 1.5, started("statusd")),
    Target("start with options, relative to an empty Swift program", 1.5, started("statusd, options")),
    Target("start, relative to sourcekit-lsp", 0.05, beside_peer("sourcekit-lsp", "start")),
    Target("resident when idle, MiB", 8, idle),
    Target("resident after 10 million requests, MiB", 9, soaked),
    Target("resident after 10 million requests, relative to 1 million", 1.05, soak_growth),
    Target("errors, relative to clangd: CPU in a burst", 1.2, beside_peer("clangd", "cpu")),
    Target("errors, relative to clangd: p50", 1.2, beside_peer("clangd", "p50")),
    Target("wake-ups in 10 idle seconds", 0, wakes),
    Target("exponent of the growth with the fleet: instructions", 1.05, linear),
    Target("exponent of the growth with the fleet: CPU", 1.05, linear_in_time),
    Target("memory of an idle session of a shared daemon, KiB", 10, of_sessions("sessions", "memory", 1 / 1024)),
    Target("opening a session, with its first response: CPU, us", 60, of_sessions("sessions", "openingFew")),
    Target("the same beside 3,896 sessions", 60, of_sessions("sessions", "openingMany")),
    Target("a turn beside 3,896 idle sessions, relative to one alone", 1.1, within_sessions("sessions", "turnMany", "turnAlone")),
    Target("a notification to each of 1,000 sessions: CPU, us", 5, of_sessions("push", "each")),
    Target("the same, relative to Redis", 2, within_sessions("push", "each", "each", "redis")),
    Target("the same: from the first to the last, ms", 15, of_sessions("push", "span")),
    Target("256 sessions that do not read 8 MB, more than one, MiB", 64, of_sessions("unread", "more")),
    Target("`welcome` while values of 8 MB come: p99, ms", 100, of_sessions("welcome", "p99")),
    Target("p99 of a turn beside a session that floods, relative to one alone", 4, within_sessions("flood", "beside", "alone")),
    Target("`connect` to a daemon that runs, relative to `--version`: instructions", 1, connecting),
    Target("a press on a screen, relative to `getState`: p99", 1.5, pressed("same")),
    Target("a press that changes the screen, relative to `getState`: p99", 1.5, pressed("changed")),
    Target("a poll by HTTP, relative to C with a new handle of libcurl: instructions", 1.5, polled),
    Target("the same: CPU, at 0.25 s", 1.5, polled_in_time),
    Target("from the origin's write to the client's read, beside 1,000 polled resources: p50, us", 200, pushed),
    Target("cost of a unit, many relative to few, the worst", 1.25, flat),
)


def targets(suites: Suites) -> str:
    head = ("relative to the C program unless stated otherwise", "target", "reached", "")
    return table(head, (target.row(suites) for target in TARGETS))
