"""From the origin's write of a value that has changed to the client's read of its notification, alone and beside many."""

from __future__ import annotations

import contextlib
import functools
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.fleet import timed
from bench.latency import percentile
from bench.paths import work

#: How many other resources are polled, and how far apart in seconds: a poll a millisecond.
OTHERS = {"alone": 0, "beside 1,000 polled each second": 1_000}
APART = 1.0
#: Seconds between two polls of the value that changes each time; the least that statusd takes, so that many fit.
INTERVAL = 0.1
#: Of a round, behind those in which everything is fetched for the first time.
PUSHES, FIRST = 100, 20


def measure(context: Context) -> Figures:
    pushes = context.count(PUSHES)
    rounds = context.interleaved({name: functools.partial(pushed, context.statusd, others, pushes) for name, others in OTHERS.items()})
    return {"pushes": pushes, "rounds": rounds}


@contextlib.contextmanager
def origin() -> Iterator[int]:
    command = [sys.executable, "-B", timed.__file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()


def configuration(port: int, others: int) -> Path:
    path = work("values/pushes.toml")
    names = {"now": "now", **{f"other-{number}": str(number) for number in range(others)}}
    resources = (f'[resources.{name}]\nsource = "http://127.0.0.1:{port}/{place}"\nshape = "any"\n' for name, place in names.items())
    path.write_text("".join(resources), encoding="utf-8")
    return path


def pushed(statusd: str, others: int, pushes: int) -> Figures:
    """p50 and p99 in us."""
    took: list[float] = []
    with origin() as port, Conversation([statusd, "serve", "--config", str(configuration(port, others))]) as session:
        for number in range(others):
            session.send("setAutoPolling", {"resource": f"other-{number}", "enabled": True, "interval": APART})
        session.send("setAutoPolling", {"resource": "now", "enabled": True, "interval": INTERVAL})
        newest = 0
        while len(took) < FIRST + pushes:
            line = session.line()
            now = time.monotonic_ns()
            written = read(line)
            if written > newest:
                newest = written
                took.append((now - written) / 1e3)
    return {f"p{part}": percentile(took[FIRST:], part / 100) for part in (50, 99)}


def read(line: bytes) -> int:
    """When the value of a notification was written; 0 for any other line."""
    if b'"resource":"now"' not in line or not line.startswith(b'{"jsonrpc":"2.0","method":"stateChanged"'):
        return 0
    value = json.loads(line)["params"].get("value")
    return int(value["written"]) if value else 0
