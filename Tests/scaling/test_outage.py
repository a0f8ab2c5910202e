"""The simulation of docs/scaling.md: what backoff and jitter are for, by the daemon's own state machine."""

from __future__ import annotations

import functools
import os
from dataclasses import replace

from bench.report.scaling import recovery
from bench.suites.outage import BEFORE, OUTAGE, ROWS, capacity, run
from conftest import ROOT

PROGRAM = os.environ.get("STATUSD_OUTAGE_BIN", str(ROOT / ".build/debug/outage"))
POLLERS = 500
END = BEFORE + OUTAGE
#: A second, by an interval of ten seconds.
NORMAL = POLLERS / 10


@functools.cache
def simulated(name: str) -> dict[str, list[int]]:
    return run(PROGRAM, ROWS[name], POLLERS)


def recovered(name: str) -> int | None:
    return recovery(simulated(name)["current"], END, POLLERS)[2]


def test_the_same_seed_gives_the_same_requests_and_another_seed_others() -> None:
    assert run(PROGRAM, ROWS["both"], POLLERS) == simulated("both")
    assert run(PROGRAM, ROWS["both"], POLLERS, seed=2) != simulated("both")


def test_a_fleet_polls_as_often_as_its_interval_says() -> None:
    requests = simulated("both")["requests"][BEFORE - 100 : BEFORE]
    assert 0.9 * NORMAL < sum(requests) / 100 < 1.1 * NORMAL


def test_jitter_takes_a_fleet_out_of_step() -> None:
    busiest = {name: max(simulated(name)["requests"][BEFORE - 60 : BEFORE]) for name in ("neither", "both")}
    assert busiest["neither"] > capacity(POLLERS)
    assert busiest["both"] < capacity(POLLERS)


def test_backoff_leaves_an_origin_alone() -> None:
    late = {name: sum(simulated(name)["requests"][END - 60 : END]) / 60 for name in ("jitter", "both")}
    assert late["jitter"] > NORMAL
    assert late["both"] < NORMAL / 10


def test_with_both_a_fleet_recovers_within_the_longest_wait() -> None:
    assert recovered("both") is not None and recovered("both") <= 305
    assert max(simulated("both")["requests"][END:]) < capacity(POLLERS)


def test_a_longer_outage_takes_no_longer_to_recover_from() -> None:
    row = replace(ROWS["30 minutes"], outage=1_200)
    found = run(PROGRAM, row, POLLERS)
    seconds = recovery(found["current"], BEFORE + row.outage, POLLERS)[2]
    assert seconds is not None and seconds <= 305
