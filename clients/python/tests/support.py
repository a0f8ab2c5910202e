"""What the tests stand on: the real binary, recorded sessions, and an HTTP server that does as it is told."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import os
import pathlib
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from statusd import Notifications, Restarted, StateChanged, StateNotification, Statusd, Tap

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: Seconds for one test: only a defect takes as long, on a machine that is busy with other things.
DEADLINE = 600.0
numbers = itertools.count(1)


def asynchronous(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Runs an asynchronous test in a loop of its own, with a deadline."""

    @functools.wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        async def limited() -> None:
            await asyncio.wait_for(test(*arguments, **named), DEADLINE)

        asyncio.run(limited())

    return run


@functools.cache
def binary() -> str:
    """STATUSD_BIN, else what `swift build` has built."""
    if named := os.environ.get("STATUSD_BIN"):
        return named
    place = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return f"{place.stdout.strip()}/statusd"


class Recorder:
    """Remembers every message of a session, and writes it down where STATUSD_TRANSCRIPTS says."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self._has_begun = False
        directory = os.environ.get("STATUSD_TRANSCRIPTS")
        name = f"python-client-{os.getpid()}-{next(numbers)}.jsonl"
        self._path = pathlib.Path(directory, name) if directory else None

    def __call__(self, direction: str, message: str) -> None:
        if direction == "in":
            self._note(json.loads(message))
        self._write({"direction": direction, "message": message})

    def _note(self, message: dict[str, Any]) -> None:
        # A process begins with the id 1; what the one before it did not answer was lost with it.
        if message.get("id") == 1 and self._has_begun:
            self.end(killed=True)
        self._has_begun = True
        if message["method"] != "initialize":  # The client's own.
            self.sent.append(message)

    def end(self, killed: bool) -> None:
        self._write({"direction": "end", "killed": killed})

    def _write(self, entry: dict[str, Any]) -> None:
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


@asynccontextmanager
async def running(*arguments: str, recorder: Tap | None = None, **options: Any) -> AsyncIterator[Statusd]:
    """The real daemon, its session recorded. `options`: more for `Statusd.spawn`."""
    recorder = recorder or Recorder()
    daemon = Statusd.spawn(*arguments, program=binary(), tap=recorder, start_timeout=DEADLINE, **options)
    try:
        async with daemon:
            yield daemon
    finally:
        if isinstance(recorder, Recorder):
            recorder.end(killed=daemon.status != 0)


async def killed(daemon: Statusd, notifications: Notifications) -> None:
    """Kills the daemon, and waits until another one runs."""
    os.kill(daemon.pid, signal.SIGKILL)
    async for notification in notifications:
        if isinstance(notification, Restarted):
            return


async def next_state(notifications: Notifications) -> StateChanged:
    """The next change of a resource."""
    notification = await notifications.__anext__()
    assert isinstance(notification, StateNotification)
    return notification.params


@asynccontextmanager
async def origin(*replies: Any) -> AsyncIterator[str]:
    """An HTTP server that gives each reply once, in order, and the last one again and again.

    A reply is a status and a JSON value; None is a request that is never answered. Yields the server's URL.
    """
    left = list(replies)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        reply = left.pop(0) if len(left) > 1 else left[0]
        if reply is None:
            await reader.read()
        else:
            writer.write(_response(*reply))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/value.json"
    finally:
        server.close()


def _response(status: int, value: Any) -> bytes:
    body = json.dumps(value).encode()
    head = f"HTTP/1.1 {status} Reason\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def fleet(couriers: int = 1) -> dict[str, Any]:
    """A value of `state` with so many couriers."""
    place = {"latitude": 53.55, "longitude": 9.99}
    people = [
        {"id": f"c{number:05}", "name": f"Courier {number}", "location": place} for number in range(couriers)
    ]
    return {"central": place, "couriers": people, "packages": [], "vehicles": []}
