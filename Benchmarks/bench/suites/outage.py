"""Many pollers over an outage, simulated by the daemon's own state machine (Benchmarks/outage)."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

from bench import programs
from bench.about import about
from bench.context import Context, Figures

POLLERS = 100_000
#: Seconds before the outage, and of the outage.
BEFORE, OUTAGE = 300, 300
SEED = 1
#: All start within a second, as after a power cut or an update.
START = 1


@dataclass(frozen=True)
class Row:
    """What is switched off in the daemons, and how long the outage lasts."""

    title: str
    has_backoff: bool = True
    has_jitter: bool = True
    outage: int = OUTAGE


ROWS = {
    "neither": Row("neither backoff nor jitter", has_backoff=False, has_jitter=False),
    "backoff": Row("backoff alone", has_jitter=False),
    "jitter": Row("jitter alone", has_backoff=False),
    "both": Row("**backoff and jitter**"),
    "1 minute": Row("1 minute", outage=60),
    "10 minutes": Row("10 minutes", outage=600),
    "30 minutes": Row("30 minutes", outage=1_800),
}


def measure(context: Context) -> Figures:
    program, pollers = programs.outage(), context.count(POLLERS)
    runs = {}
    for name, row in ROWS.items():
        context.say(f"   {row.title}")
        runs[name] = run(program, row, pollers)
    return {"about": about(context), "pollers": pollers, "capacity": capacity(pollers), "seed": SEED, "runs": runs}


def capacity(pollers: int) -> int:
    """The requests a second that the origin serves: twice what all ask for by an interval of ten seconds."""
    return pollers // 5


def run(program: str, row: Row, pollers: int, seed: int = SEED) -> dict[str, list[int]]:
    """For each second the requests, and at its end the pollers with a current value."""
    options = {
        "pollers": pollers, "seed": seed, "capacity": capacity(pollers), "start": START, "before": BEFORE,
        "outage": row.outage, "backoff": int(row.has_backoff), "jitter": int(row.has_jitter),
    }  # fmt: skip
    words = [program, *(word for name, value in options.items() for word in (f"--{name}", str(value)))]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    seconds = [line.split() for line in done.stdout.splitlines()]
    return {"requests": [int(second[0]) for second in seconds], "current": [int(second[1]) for second in seconds]}
