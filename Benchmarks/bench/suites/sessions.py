"""A daemon of several clients: what a session costs, and what one costs the others."""

from __future__ import annotations

import contextlib
import resource
import select
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench import connect
from bench.context import Context, Figures
from bench.latency import percentile, urgent
from bench.paths import BENCHMARKS, work
from bench.shared import Client, SharedDaemon, welcome
from bench.suites.redis import Redis, is_installed

#: MANY leaves room below the 4,096 of `shared.sessions` for those that are opened beside them.
FEW, MANY, READERS, UNREAD = 10, 3_896, 1_000, 256
#: The bytes of a notification that is pushed, and of the value in it.
PUSHED, VALUE = 430, 120
BODY = 8_000_000


def measure(context: Context) -> Figures:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * MANY), hard))
    many = context.count(MANY, 64)
    contestants: dict[str, Callable[[], Figures]] = {
        "sessions": lambda: sessions(context.statusd, FEW, many),
        "push": lambda: push(context.statusd, context.count(READERS, 50)),
        "unread": lambda: unread(context.statusd, context.count(UNREAD, 8)),
        "welcome": lambda: welcomes(context.statusd, context.count(300)),
        "flood": lambda: flood(context.statusd, context.count(4_000, 200)),
        "connect": lambda: connect.cpu(context.statusd, context.count(30, 3)),
    }
    if is_installed():
        contestants["redis"] = lambda: redis_push(context.count(READERS, 50))
    try:
        rounds = context.interleaved(contestants)
        return {"few": FEW, "many": many, "rounds": rounds, "instructions": connect.instructions(context.statusd)}
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextlib.contextmanager
def opened(daemon: SharedDaemon, count: int) -> Iterator[list[Client]]:
    """So many sessions that have had one response and do nothing."""
    clients: list[Client] = []
    try:
        for _ in range(count):
            clients.append(daemon.client())
            clients[-1].ask("getState")
        yield clients
    finally:
        for client in clients:
            client.close()


# MARK: One of many


def sessions(statusd: str, few: int, many: int) -> Figures:
    """The cost of a session, of opening one, and of a turn, beside few and beside many that are idle."""
    with SharedDaemon(statusd) as daemon:
        # What is made once is made before.
        with opened(daemon, few):
            pass
        before, alone = daemon.own_memory(), turns(daemon)
        with opened(daemon, few):
            opening_few = opening(daemon)
        with opened(daemon, many):
            return {
                "memory": (daemon.own_memory() - before) / many, "openingFew": opening_few, "openingMany": opening(daemon), "turnAlone": alone,
                "turnMany": turns(daemon),
            }  # fmt: skip


def opening(daemon: SharedDaemon, count: int = 150) -> float:
    """Microseconds of a session that opens and has its first response."""
    start = daemon.cpu()
    with opened(daemon, count):
        return (daemon.cpu() - start) / count * 1e6


def turns(daemon: SharedDaemon, count: int = 2_000) -> float:
    """Microseconds of a `getState` alone in its turn."""
    client = daemon.client()
    client.ask("getState")
    start = daemon.cpu()
    for _ in range(count):
        client.ask("getState")
    cost = (daemon.cpu() - start) / count * 1e6
    client.close()
    return cost


# MARK: One to many


def value(name: str, number: int, length: int) -> Path:
    """A file with a text of so many bytes, which begins with the number."""
    path = work(f"sessions/{name}")
    path.write_text(f'"{number:06}{"x" * (length - 8)}"', encoding="ascii")
    return path


def serving(statusd: str, path: Path) -> SharedDaemon:
    return SharedDaemon(statusd, ["--resource", f"n=file:{path}"])


FETCH = ("refresh", {"resource": "n"})


def push(statusd: str, count: int, times: int = 20) -> Figures:
    """Microseconds of CPU for each notification, and the time from the first to the last of one value in ms."""
    path = value("pushed", 0, VALUE)
    with serving(statusd, path) as daemon, opened(daemon, count) as clients:
        clients[0].send(*FETCH)
        arrival(clients, b"000000")
        size, spans, start = 0, [], daemon.cpu()
        for number in range(1, times + 1):
            value("pushed", number, VALUE)
            clients[0].send(*FETCH)
            arrivals, text = arrival(clients, b"%06d" % number)
            spans.append((arrivals[-1] - arrivals[0]) * 1e3)
            size = len(text.splitlines()[-1])
        # Each fetch is notified of at its beginning and at its end.
        cost = (daemon.cpu() - start) / (2 * times * count) * 1e6
    return {"each": cost, "span": statistics.median(spans), "bytes": size}


def arrival(clients: Sequence[Client], sought: bytes) -> tuple[list[float], bytes]:
    """When each client has got what is sought, in order; and what the last one has got."""
    ready, times, text = select.epoll(), [], b""
    left = {client.socket.fileno(): client for client in clients}
    for number in left:
        ready.register(number, select.EPOLLIN)
    seen: dict[int, bytes] = dict.fromkeys(left, b"")
    while left:
        for number, _ in ready.poll():
            seen[number] += left[number].socket.recv(1 << 16)
            text = seen[number]
            if sought in text:
                times.append(time.monotonic())
                ready.unregister(number)
                del left[number]
    ready.close()
    return times, text


def redis_push(count: int, times: int = 20) -> Figures:
    """The same number of bytes by Redis to as many subscribers."""
    with Redis() as server:
        clients = [server.subscriber() for _ in range(count)]
        publisher, spans, start = server.client(), [], server.cpu()
        for number in range(times):
            sent = b"%06d" % number
            publisher.publish(sent + b"x" * (PUSHED - 6))
            arrivals, _ = arrival(clients, sent)
            spans.append((arrivals[-1] - arrivals[0]) * 1e3)
        cost = (server.cpu() - start) / (times * count) * 1e6
        for client in [*clients, publisher]:
            client.close()
    return {"each": cost, "span": statistics.median(spans), "bytes": PUSHED}


# MARK: One that is a burden


def unread(statusd: str, count: int) -> Figures:
    """MiB that so many sessions take which do not read a value of 8 MB, more than one takes."""

    def taken(sessions: int) -> float:
        path = value("unread", 0, BODY)
        with serving(statusd, path) as daemon, opened(daemon, sessions):
            reader = daemon.client()
            for number in range(4):
                value("unread", number, BODY)
                reader.ask(*FETCH)
            return daemon.own_memory() / (1 << 20)

    return {"more": taken(count) - taken(1)}


def welcomes(statusd: str, count: int) -> Figures:
    """p99 of the time to the welcome in ms, while values of 8 MB come."""
    path, is_over = value("coming", 0, BODY), threading.Event()
    with serving(statusd, path) as daemon:

        def fetch() -> None:
            client, number = daemon.client(), 0
            while not is_over.is_set():
                number += 1
                value("coming", number % 2, BODY)
                client.ask(*FETCH)
            client.close()

        fetching = threading.Thread(target=fetch)
        fetching.start()
        try:
            took = [welcome(daemon.path) * 1e3 for _ in range(count)]
        finally:
            is_over.set()
            fetching.join()
    return {"p99": percentile(took, 0.99)}


def flood(statusd: str, count: int) -> Figures:
    """p99 of a turn in us, alone and beside a session that sends as much as it can."""
    with SharedDaemon(statusd) as daemon, urgent(daemon.process.pid, 2), urgent(0, 3):
        alone = latency(daemon, count)
        command = [sys.executable, str(BENCHMARKS / "bench/flood.py"), daemon.path]
        flooding = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert flooding.stdout is not None
        try:
            with urgent(flooding.pid, 1):
                flooding.stdout.readline()
                beside = latency(daemon, count)
        finally:
            flooding.kill()
            flooding.communicate()
    return {"alone": percentile(alone, 0.99), "beside": percentile(beside, 0.99)}


def latency(daemon: SharedDaemon, count: int) -> list[float]:
    client, took = daemon.client(), []
    client.ask("getState")
    for _ in range(count):
        begun = time.monotonic()
        client.ask("getState")
        took.append((time.monotonic() - begun) * 1e6)
    client.close()
    return took
