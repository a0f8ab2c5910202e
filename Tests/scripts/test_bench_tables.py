"""Tables of scripts/bench, and what their figures come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench import latency
from bench.report.sessions import polls as polls_table
from bench.report.sessions import pushes, screens, sessions
from bench.report.tables import growth, methods
from bench.suites import polls


def test_what_a_daemon_refuses_is_in_the_table_of_growth() -> None:
    def run(cost: float) -> dict[str, Any]:
        return {"changed": {"cpu": cost}, "peak": 4.0, "bytes": 1e6}

    measured = {
        "1000": {"statusd": [run(1)], "C": [run(10)], "instructions": 2e7},
        "10000": {"statusd": [run(10)], "C": [run(100)], "instructions": 4e8},
        "100000": {"statusd": [{"refused": "too many"}], "C": [run(1_000)]},
    }
    written = growth(measured)
    assert "refused: too many" in written
    assert "CPU of statusd 1.00, C 1.00; instructions of statusd 1.30." in written


@pytest.mark.parametrize(("part", "value"), [(0.5, 51), (0.99, 100), (1, 100)])
def test_a_percentile_is_one_of_the_values(part: float, value: float) -> None:
    assert latency.percentile([float(number) for number in range(100, 0, -1)], part) == value


def test_a_press_is_compared_with_the_get_state_of_its_round() -> None:
    def run(slow: float, load: float) -> dict[str, float]:
        quick = {"getState p50": 10.0, "press p50": 12.0}
        return {**quick, "getState p99": 20 * slow, "press p99": 25 * slow, "load": load}

    rows = {"same": [run(1, 0.5), run(9, 7.25)], "changed": [run(2, 1)]}
    written = screens({"count": 4_000, "rounds": rows})
    assert "| that changes nothing | 10.0 | 12.0 | 100 | 125 | 1.25 |" in written
    assert written.endswith("4,000 of each in a round; load average 0.5 to 7.2.")


def test_a_push_has_the_middle_of_its_rounds_and_both_ends() -> None:
    rows = {"alone": [{"p50": 140.0, "p99": 200.0}, {"p50": 150.0, "p99": 1_900.0}, {"p50": 90.0, "p99": 300.0}]}
    assert "| alone | 140 (90.0–150) | 300 (200–1,900) |" in pushes({"pushes": 100, "rounds": rows})


def test_what_connect_costs_stands_beside_the_version() -> None:
    suites = ("sessions", "push", "unread", "welcome", "flood")
    keys = (
        "memory", "openingFew", "openingMany", "turnAlone", "turnMany", "each", "span", "bytes", "more", "p99",
        "alone", "beside",
    )  # fmt: skip
    rounds: dict[str, Any] = {suite: [dict.fromkeys(keys, 1.0)] for suite in suites}
    old = {"few": 10, "many": 3_896, "rounds": rounds}
    assert "connect" not in sessions(old)
    counted = {"connect": 1_234_567, "version": 839_164}
    written = sessions({**old, "rounds": {**rounds, "connect": [{"connect": 2.5, "version": 1.5}]}, "instructions": counted})
    assert "| `connect` to a daemon that runs: instructions | 1,234,567 | |" in written
    assert "| `statusd --version`: CPU | 1.50 ms | 1.50–1.50 |" in written


# MARK: Polls


def test_a_poll_brings_200_bytes() -> None:
    head, _, body = polls.response().partition(b"\r\n\r\n")
    assert len(body) == 200
    assert b"Content-Length: 200" in head


def test_calls_are_counted_once_and_signals_not_at_all(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    log.write_text(
        '7 epoll_wait(3,  <unfinished ...>\n8 read(0, "(", 1) = 1\n7 <... epoll_wait resumed>[], 64, -1) = 1\n'
        "7 --- SIGCHLD {si_signo=SIGCHLD} ---\n7 +++ exited with 0 +++\n",
        encoding="utf-8",
    )
    assert polls.calls(log) == 2


def test_a_poll_is_compared_with_a_new_handle() -> None:
    run = {"cpu": 100.0, "switches": 1.5, "resident": 9.0}
    slow = {**run, "cpu": 150.0}
    rounds = {"statusd": [slow], "C, new handle": [run], "C, used handle": [run]}
    counted = {"statusd": 150_000, "C, new handle": 100_000, "C, used handle": 80_000}
    written = polls_table({"instructions": counted, "calls": {}, "rounds": rounds})
    assert "| statusd | 150,000 | 1.50 | 150 | 1.50 | | 1.50 | 9.00 |" in written


def test_what_is_timed_stands_beside_its_instructions() -> None:
    measured: dict[str, Any] = {
        "instructions": {"mixed": 10_000.0, "stats": 20_000.0},
        "rounds": {"mixed": [{"cpu": 1.5}, {"cpu": 1.0}, {"cpu": 2.0}]},
    }
    assert "15 % mistakes | 10,000 | 1.50 (1.00–2.00) |\n| `stats` | 20,000 | |" in methods(measured)
