#!/usr/bin/python3
"""Mixed traffic for a given time, with every answer accounted for.

usage: scripts/soak [SECONDS] [--seed N]

Drives the release binary, or the one that STATUSD_BIN names: four daemons that stay for the whole run, in
both framings, with the demo and with a web server that fails in turns, clients that come and go, and fifty
clients of one daemon. A run
with the same seed sends the same traffic, as far as it does not depend on what comes back when. The status
is 1 when something is wrong, and the seed is told.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter

from daemon import MIB
from drivers import Driver, Resident, Run, Visitors
from framing import HEADERS, LINES
from shared import SharedClients
from sources import Server
from violation import Violation

REPORT_EVERY = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__.splitlines()[0])
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    run = Run(os.environ["STATUSD_BIN"], options.seed, time.monotonic() + options.seconds)
    print(f"seed {run.seed}, {options.seconds:g} s, {run.binary}", flush=True)
    servers = [Server(f"{run.seed}/{number}") for number in range(3)]
    drivers = make_drivers(run, servers)
    for driver in drivers:
        driver.start()
    watch(run, drivers)
    for server in servers:
        server.stop()
    return report(run, drivers, servers)


def make_drivers(run: Run, servers: list[Server]) -> list[Driver]:
    return [
        Resident(run, "lines, demo", LINES),
        Resident(run, "headers, demo, stderr unread", HEADERS, errors_are_read=False),
        Resident(run, "lines, web", LINES, servers[0]),
        Resident(run, "headers, web", HEADERS, servers[1]),
        Visitors(run, "visitors", servers[2]),
        SharedClients(run, "fifty clients"),
    ]


def watch(run: Run, drivers: list[Driver]) -> None:
    """Notes memory while the drivers work, and prints a line now and then."""
    start = time.monotonic()
    reported = 0
    while any(driver.is_alive() for driver in drivers):
        for driver in drivers:
            driver.join(0.05)
            note_memory(driver)
        elapsed = time.monotonic() - start
        if elapsed >= (reported + 1) * REPORT_EVERY:
            reported = int(elapsed / REPORT_EVERY)
            print(progress(reported * REPORT_EVERY, drivers), flush=True)


def note_memory(driver: Driver) -> None:
    if isinstance(driver, Resident) and driver.session:
        try:
            driver.gauge.note_peak(driver.session.daemon.resident())
        except (OSError, Violation):
            # It is just ending; the driver sees how.
            pass


def totals(drivers: list[Driver]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for driver in drivers:
        sums.update(driver.totals)
        if isinstance(driver, Resident) and driver.session:
            sums.update(driver.session.ledger.counts)
            sums["sent"] += driver.session.sent
        sums["acts"] += sum(driver.passed.values())
    return sums


def progress(elapsed: float, drivers: list[Driver]) -> str:
    sums = totals(drivers)
    gauges = [driver.gauge for driver in drivers if isinstance(driver, Resident) and driver.gauge.resident]
    if not gauges:
        # On a busy machine no daemon may have been measured yet.
        return f"{elapsed:5.0f} s  {sums['acts']} acts, {sums['sent']} sent, {sums['received']} received"
    resident = ", ".join(f"{gauge.resident[-1] / MIB:.1f}" for gauge in gauges)
    peak = max(gauge.peak for gauge in gauges) / MIB
    return (
        f"{elapsed:5.0f} s  {sums['acts']} acts, {sums['sent']} sent, {sums['received']} received; "
        f"resident {resident} MiB, peak {peak:.1f}; "
        f"descriptors {max(gauge.descriptors[-1] for gauge in gauges)}"
    )


def report(run: Run, drivers: list[Driver], servers: list[Server]) -> int:
    sums = totals(drivers)
    for driver in drivers:
        if isinstance(driver, Resident) and driver.gauge.resident:
            print(f"{driver.name}: {driver.gauge.summary()}, {driver.totals['cpu ms'] / 1000:.1f} s of CPU")
    print(
        f"{sums['sent']} messages sent, {sums['received']} received, "
        f"{sum(server.requests for server in servers)} requests to web servers"
    )
    told = ("sent", "received", "acts", "cpu ms")
    print(", ".join(f"{name} {count}" for name, count in sums.most_common() if name not in told))
    for violation in run.violations:
        print(f"VIOLATION {violation}")
    failed = sum(driver.failed for driver in drivers)
    if failed:
        print(f"again: scripts/soak {sys.argv[1] if sys.argv[1:] else ''} --seed {run.seed}")
    print(f"{sums['acts']} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
