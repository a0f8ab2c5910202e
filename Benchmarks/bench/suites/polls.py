"""Polls by HTTP of a small value that stays as it is, on a connection that is kept, beside a C program with libcurl."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from bench import callgrind, programs
from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.linearity.servers import served
from bench.paths import work
from bench.suites.idle import switches

BODY = 200
#: Seconds between two polls: apart, as those of a status bar are, and as near as statusd takes them.
INTERVAL, SHORTEST = 0.25, 0.1
#: Polls of a round, behind those that pay for what is made once.
POLLS, FIRST = 40, 4
#: Polls of the two runs whose difference is counted.
SHORT, LONG = 30, 130
MIB = 1 << 20
#: The number of the thread, and the name of the call.
CALL = re.compile(r"\d+ +\w+\(")

#: The contestants; `curlpoll` of Benchmarks/limit makes a handle for each poll, or has one for all.
NAMES = ("statusd", "C, new handle", "C, used handle")


class Origin:
    """Counts the requests that it has responded to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.changed = threading.Condition()
        self.count = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/state.json"

    def wait_for(self, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.count >= count)

    def responded(self) -> None:
        with self.changed:
            self.count += 1
            self.changed.notify_all()


def response() -> bytes:
    start = b'{"build":1,"text":"'
    body = start + b"x" * (BODY - len(start) - 2) + b'"}'
    head = (
        "HTTP/1.1 200 OK", "Server: origin", "Date: Sat, 28 Nov 2026 12:00:00 GMT", "Content-Type: application/json",
        f"Content-Length: {len(body)}", "Connection: keep-alive", "", "",
    )  # fmt: skip
    return "\r\n".join(head).encode() + body


@contextlib.contextmanager
def origin() -> Iterator[Origin]:
    found: list[Origin] = []
    text = response()

    def said(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection.makefile("rb") as lines:
            while line := lines.readline():
                if line == b"\r\n":
                    connection.sendall(text)
                    found[0].responded()

    with served(said) as port:
        found.append(Origin(port))
        yield found[0]


# MARK: Contestants


def command(name: str, statusd: str, url: str, polls: int, interval: float) -> list[str]:
    if name == "statusd":
        path = work("values/polls.toml")
        path.write_text(f'[resources.polled]\nsource = "{url}"\nshape = "any"\n', encoding="utf-8")
        return [statusd, "serve", "--config", str(path)]
    mode = name.removeprefix("C, ").removesuffix(" handle")
    return [programs.curlpoll(), mode, url, str(polls), f"{1000 * interval:g}"]


def opening(name: str, interval: float) -> bytes:
    """What is written first: the C program begins by itself."""
    params = {"resource": "polled", "enabled": True, "interval": interval}
    call = {"jsonrpc": "2.0", "id": 1, "method": "setAutoPolling", "params": params}
    return json.dumps(call).encode() + b"\n" if name == "statusd" else b""


def measure(context: Context) -> Figures:
    counted = {name: instructions(name, context.statusd) for name in NAMES}
    context.say("   " + ", ".join(f"{name} {count:,.0f}" for name, count in counted.items()))
    polls = context.count(POLLS)
    rounds = context.interleaved({name: functools.partial(polled, name, context.statusd, polls) for name in NAMES})
    calls = {name: system_calls(name, context.statusd) for name in NAMES} if shutil.which("strace") else {}
    return {"interval": INTERVAL, "polls": polls, "instructions": counted, "calls": calls, "rounds": rounds}


def polled(name: str, statusd: str, polls: int) -> Figures:
    """CPU time and wake-ups of a poll, and memory behind the last."""
    with origin() as server, Conversation(command(name, statusd, server.url, FIRST + polls, INTERVAL)) as session:
        session.input.write(opening(name, INTERVAL))
        session.input.flush()
        server.wait_for(FIRST)
        cpu, woken = session.cpu(), switches(session.process.pid)
        server.wait_for(FIRST + polls)
        return {
            "cpu": (session.cpu() - cpu) / polls * 1e6,
            "switches": (switches(session.process.pid) - woken) / polls,
            "resident": session.resident() / MIB,
        }


# MARK: Counted by the difference of two lengths


def instructions(name: str, statusd: str) -> float:
    def whole(polls: int) -> int:
        with origin() as server:

            def talk(to: IO[bytes], _: IO[bytes]) -> None:
                to.write(opening(name, SHORTEST))
                to.flush()
                server.wait_for(polls)

            return callgrind.counted(callgrind.COUNTING, command(name, statusd, server.url, polls, SHORTEST), talk)

    return (whole(LONG) - whole(SHORT)) / (LONG - SHORT)


def system_calls(name: str, statusd: str) -> float:
    """By strace(1), those of all threads."""

    def whole(polls: int) -> int:
        log = work("polls.calls")
        with origin() as server:
            traced = ["strace", "-f", "-qq", "-o", str(log), *command(name, statusd, server.url, polls, SHORTEST)]
            with subprocess.Popen(traced, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                assert process.stdin is not None
                process.stdin.write(opening(name, SHORTEST))
                process.stdin.flush()
                server.wait_for(polls)
                process.communicate()
        return calls(log)

    return (whole(LONG) - whole(SHORT)) / (LONG - SHORT)


def calls(log: Path) -> int:
    """A call that others interrupt has a second line, which says that it goes on; a signal is none."""
    return sum(bool(CALL.match(line)) for line in log.read_text(encoding="utf-8", errors="replace").splitlines())
