"""The tables of docs/performance.md, each from the figures of one suite."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

from bench.context import Figures
from bench.figures import exponent, ratios, spread
from bench.report.rounds import Round, median, values
from bench.report.sessions import polls, pushes, screens, sessions
from bench.report.text import number, ratio, table
from bench.suites.messages import ROWS
from bench.suites.methods import ROWS as METHODS

# MARK: Messages

TIMED = ("burstCPU", "rate", "turnCPU", "p50", "p99")


def messages(figures: Figures) -> str:
    head = ("", "", "instructions", "CPU, burst, us", "messages a second", "CPU, turns, us", "p50, us", "p99, us")
    rows: list[list[str]] = []
    for name, (title, _, _) in ROWS.items():
        ours, beside = figures["rounds"][f"{name} statusd"], figures["rounds"][f"{name} C"]
        counted = figures["instructions"][name]
        quotient = counted["statusd"] / counted["C"]
        for label, of in (("statusd", ours), ("C", beside)):
            rows.append([title, label, number(counted[label]), *(number(median(of, key)) for key in TIMED)])
            title = ""
        compared = (ratio(ratios(values(ours, key), values(beside, key))) for key in TIMED)
        rows.append(["", "**ratio**", f"**{quotient:.2f}**", *compared])
    turn = figures["instructions"]["turn"]
    rows.append(["`getState`, a turn alone", "statusd", number(turn["statusd"]), "", "", "", "", ""])
    rows.append(["", "C", number(turn["C"]), "", "", "", "", ""])
    rows.append(["", "**ratio**", f"**{turn['statusd'] / turn['C']:.2f}**", "", "", "", "", ""])
    return table(head, rows)


def methods(figures: Figures) -> str:
    rounds = figures["rounds"]
    cells = {name: spread(values(runs, "cpu")) for name, runs in rounds.items()}
    return table(
        ("", "instructions", "CPU, burst, us"),
        ([METHODS[name], number(value), ratio(cells[name]) if name in cells else ""] for name, value in figures["instructions"].items()),
    )  # fmt: skip


# MARK: Peers


def peers(figures: Figures) -> str:
    head = (
        "", "framing", "response", "CPU, burst, us", "messages a second", "CPU, turns, us", "p50, us", "p99, us",
        "first response, ms", "resident, MiB",
    )  # fmt: skip
    rows = []
    for name, runs in figures["rounds"].items():
        for kind in ("success", "error"):
            if kind in runs[0]:
                of = [run[kind] for run in runs]
                cells = [number(median(of, key)) for key in ("cpu", "rate", "turnCPU", "p50", "p99")]
                start = [number(median(runs, key)) for key in ("start", "idle")]
                framing = "lines" if figures["framing"][name] == "lines" else "Content-Length"
                rows.append([name.split(", ")[0], framing, kind, *cells, *start])
    return table(head, rows)


# MARK: Start, memory, idle


def start(figures: Figures) -> str:
    head = ("", "instructions", "ms", "relative to the empty program", "CPU, ms", "resident, MiB")
    empty = figures["rounds"]["empty Swift program"]
    rows = []
    for name, runs in figures["rounds"].items():
        counted = figures["instructions"].get(name)
        rows.append([
            name, number(counted) if counted else "", number(median(runs, "start")),
            ratio(ratios(values(runs, "start"), values(empty, "start"))),
            *(number(median(runs, key)) if key in runs[0] else "" for key in ("startCPU", "idle")),
        ])  # fmt: skip
    return table(head, rows)


def memory(figures: Figures) -> str:
    head = ("resident, MiB", "after the first response", "after a tenth", "after all", "highest")
    rows = [
        [title, *(number(value) for value in (run["idle"], run["resident"][0], run["resident"][-1], run["peak"]))]
        for title, run in (("1,000,000 `getState`", figures["getState"]), ("1,000,000 errors", figures["error"]))
    ]
    return table(head, rows)


def soak(figures: Figures) -> str:
    tenths = [f"{figures['count'] * tenth // 10:,}" for tenth in range(1, 11)]
    rows = [[count, number(value)] for count, value in zip(tenths, figures["resident"])]
    growth = figures["resident"][-1] / figures["resident"][0] - 1
    closing = f"\n\n{figures['rate']:,.0f} requests a second; {growth:+.1%} from the first tenth to the last."
    return table(("requests", "resident, MiB"), rows) + closing


def idle(figures: Figures) -> str:
    head = ("", f"voluntary context switches in {figures['seconds']:g} s")
    return table(head, ([name, str(count)] for name, count in figures["switches"].items()))


# MARK: Large values


def large(figures: Figures) -> str:
    head = ("", "", "instructions", "CPU, ms", "time, ms", "peak / body", "longest hold, ms")
    rows: list[list[str]] = []
    for shape in ("fleet", "menu"):
        ours, beside = figures["rounds"][f"{shape} statusd"], figures["rounds"][f"{shape} C"]
        counted = figures["instructions"][shape]
        for key, title in (("changed", f"changed {shape}"), ("same", f"the same {shape} again")):
            mine, others = [run[key] for run in ours], [run[key] for run in beside]
            is_first = key == "changed"
            peak = [number(median(of, "peak")) if is_first else "" for of in (ours, beside)]
            held = number(median(ours, "held")) if is_first and "held" in ours[0] else ""
            rows += [
                [title, "statusd", number(counted[key]), *times(mine), peak[0], held],
                ["", "C", number(counted["C"]), *times(others), peak[1], ""],
                ["", "**ratio**", f"**{counted[key] / counted['C']:.2f}**", *compared(mine, others), "", ""],
            ]
    return table(head, rows)


def times(runs: Sequence[Round]) -> list[str]:
    return [number(median(runs, key)) for key in ("cpu", "elapsed")]


def compared(ours: Sequence[Round], others: Sequence[Round]) -> list[str]:
    return [ratio(ratios(values(ours, key), values(others, key))) for key in ("cpu", "elapsed")]


def growth(figures: Figures) -> str:
    head = ("entities", "body, MB", "statusd, CPU ms", "C, CPU ms", "ratio", "statusd, us an entity", "statusd, instructions an entity", "statusd, peak / body", "C, peak / body")
    rows = []
    for size, runs in figures.items():
        ours, beside = runs["statusd"], [run["changed"] for run in runs["C"]]
        body, peak = number(runs["C"][0]["bytes"] / 1e6), number(median(runs["C"], "peak"))
        if "refused" in ours[0]:
            rows.append([f"{int(size):,}", body, f"refused: {ours[0]['refused']}", number(median(beside, "cpu")), "", "", "", "", peak])
            continue
        mine = [run["changed"] for run in ours]
        cpu = median(mine, "cpu")
        rows.append([
            f"{int(size):,}", body, number(cpu), number(median(beside, "cpu")),
            ratio(ratios(values(mine, "cpu"), values(beside, "cpu"))), number(cpu / int(size) * 1e3),
            number(runs["instructions"] / int(size)) if "instructions" in runs else "", number(median(ours, "peak")), peak,
        ])  # fmt: skip
    slopes = {name: exponent(points) for name, points in grown(figures).items() if len(points) > 1}
    closing = ", ".join(f"{name} {slope:.2f}" for name, slope in slopes.items())
    return (
        f"{table(head, rows)}\n\nExponent of the growth from 1,000 entities on (1 is linear): "
        f"CPU of {closing}; instructions of statusd {exponent(grown_instructions(figures)):.2f}."
    )


def grown(figures: Figures, least: int = 1_000) -> dict[str, list[tuple[float, float]]]:
    """CPU in ms by number of entities. Below `least` the message costs more than its entities."""
    found: dict[str, list[tuple[float, float]]] = {"statusd": [], "C": []}
    for size, runs in figures.items():
        for name, points in found.items():
            if int(size) >= least and "changed" in runs[name][0]:
                points.append((float(size), median([run["changed"] for run in runs[name]], "cpu")))
    return found


def grown_instructions(figures: Figures, least: int = 1_000) -> list[tuple[float, float]]:
    """Instructions by number of entities, where they were counted."""
    return [
        (float(size), runs["instructions"])
        for size, runs in figures.items()
        if int(size) >= least and "instructions" in runs
    ]


# MARK: Scale


def scale(figures: Figures) -> str:
    head = ("", "count", "us each", "count", "us each", "ratio")
    rows = []
    for title, row in figures.items():
        (few, low), (many, high) = row["rounds"].items()
        cells = [f"{int(few):,}", number(statistics.median(low)), f"{int(many):,}", number(statistics.median(high))]
        rows.append([f"{title}: a {row['unit']}", *cells, ratio(ratios(high, low))])
    return table(head, rows)


def profile(figures: Figures) -> str:
    """The modules that take most of a getState first; whatever is small everywhere is one row."""
    columns = list(figures)
    totals = {column: sum(figures[column].values()) for column in columns}
    modules = sorted({name for column in columns for name in figures[column]}, key=lambda name: -cost(figures, name))
    shown = [name for name in modules if any(figures[c].get(name, 0) > totals[c] / 100 for c in columns)]
    rows = [[name, *(number(figures[column].get(name, 0)) for column in columns)] for name in shown]
    # A difference would leave what rounding leaves.
    rest = [sum(spent for name, spent in figures[column].items() if name not in shown) for column in columns]
    rows += [["the rest", *map(number, rest)], ["**all**", *(f"**{number(totals[column])}**" for column in columns)]]
    return table(("", *columns), rows)


def cost(figures: Figures, module: str) -> float:
    return float(next(iter(figures.values())).get(module, 0))


#: The other bodies hold the loop for less.
SHOWN = 20


def unkind(figures: Figures) -> str:
    holds = {name: spread(rounds) for name, rounds in figures["rounds"].items()}
    worst = sorted(holds, key=lambda name: -holds[name].median)
    rows = [[name, ratio(holds[name])] for name in worst[:SHOWN]]
    return table(("body", "longest hold, ms of CPU"), rows)


TABLES: dict[str, Callable[[Figures], str]] = {
    "messages": messages, "methods": methods, "peers": peers, "start": start, "memory": memory, "soak": soak, "idle": idle,
    "large": large, "growth": growth, "scale": scale,
    "polls": polls, "pushes": pushes, "profile": profile, "sessions": sessions, "screens": screens, "unkind": unkind,
}  # fmt: skip


def all_tables(suites: Iterable[tuple[str, Figures]]) -> dict[str, str]:
    return {name: TABLES[name](figures) for name, figures in suites}
