"""Debian's Redis, which pushes messages to subscribers too."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

from bench.conversation import SCHEDULED
from bench.shared import PATIENCE, Client


def is_installed() -> bool:
    return shutil.which("redis-server") is not None


class Redis:
    """A server that keeps nothing, on a socket of this machine."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = str(self.folder / "redis.sock")
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.path, "--save", "", "--appendonly", "no",
             "--maxclients", "10000", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not Path(self.path).exists():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("redis-server does not listen")
            time.sleep(0.01)

    def __enter__(self) -> Redis:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu(self) -> float:
        return time.clock_gettime((~self.process.pid << 3) | SCHEDULED)

    def client(self) -> RedisClient:
        return RedisClient(self.path)

    def subscriber(self) -> RedisClient:
        client = self.client()
        client.socket.sendall(b"SUBSCRIBE c\r\n")
        # Its confirmation has six lines.
        for _ in range(6):
            client.line()
        return client


class RedisClient(Client):
    """A client that speaks Redis's protocol."""

    def publish(self, text: bytes) -> None:
        self.socket.sendall(b"*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$%d\r\n%s\r\n" % (len(text), text))
        self.line()
