"""Servers on a socket, and their clients: what a client costs is the server's processor time and its own memory."""

from __future__ import annotations

import array
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from bench import frames
from bench.conversation import SCHEDULED

#: No step of a suite waits longer.
PATIENCE = 600.0
HELLO = b'{"statusd":"hello","protocol":1,"version":"bench","profile":"serve","framing":"lines","drainTimeout":1,"pid":1}\n'


class SocketServer:
    """A program that listens at `socket` in a folder of its own, and ends with it."""

    def __init__(self, command: Callable[[str], Sequence[str]], environment: dict[str, str] | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = str(self.folder / "socket")
        self.process = subprocess.Popen(
            command(self.path), env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not self.is_there():
            if self.process.poll() is not None or time.monotonic() > until:
                self.end()
                raise RuntimeError(f"{command(self.path)[0]} does not listen")
            time.sleep(0.01)

    def is_there(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(self.path)
            return True
        return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all threads."""
        return time.clock_gettime((~self.process.pid << 3) | SCHEDULED)


class SharedDaemon(SocketServer):
    """`statusd serve --socket`."""

    def __init__(self, statusd: str, options: Sequence[str] = (), sessions: int = 4_096) -> None:
        environment = {"STATUSD_SHARED_SESSIONS": str(sessions), "XDG_CONFIG_HOME": "/proc/nonexistent"}
        super().__init__(lambda path: [statusd, "serve", "--socket", path, *options], environment)

    def own_memory(self) -> int:
        """Bytes that no file stands for."""
        rows = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("RssAnon:"))

    def client(self) -> Client:
        return Client(self.path)


class Client:
    """A session on the connection itself."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method: str, params: object = None, number: int = frames.FIRST_ID) -> None:
        self.socket.sendall(frames.request(number, method, params) + b"\n")

    def line(self) -> bytes:
        while b"\n" not in self.rest:
            more = self.socket.recv(1 << 18)
            if not more:
                raise EOFError("the session has ended")
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def ask(self, method: str, params: object = None, number: int = frames.FIRST_ID) -> bytes:
        """The response; notifications before it are dropped."""
        self.send(method, params, number)
        start = b'{"jsonrpc":"2.0","id":%d,' % number
        while not (line := self.line()).startswith(start):
            pass
        return line

    def close(self) -> None:
        self.socket.close()


def welcome(path: str) -> float:
    """Seconds from the connection to the welcome of a client that hands its streams over."""
    begun = time.monotonic()
    with socket.socket(socket.AF_UNIX) as control:
        control.settimeout(PATIENCE)
        control.connect(path)
        there, here = os.pipe(), os.pipe()
        handed = array.array("i", [there[0], here[1]])
        control.sendmsg([HELLO], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handed)])
        answer = control.recv(4_096)
        took = time.monotonic() - begun
    for descriptor in (*there, *here):
        os.close(descriptor)
    if b'"welcome"' not in answer:
        raise RuntimeError(answer.decode())
    return took
