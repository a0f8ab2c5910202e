"""The runner's end of the daemon that a client under test has started."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from ..patterns import Pattern, mismatch
from ..wire import BadOutput, FrameReader, framed
from .cases import Failed, compact

RELAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
PIECE_BYTES = 1 << 16
SERVER: dict[str, Any] = {
    "protocolVersion": "1",
    "serverInfo": {"name": "statusd", "version": "0.1.0"},
    "capabilities": {
        "resources": ["state", "menu"],
        "notifications": ["stateChanged", "locationChanged", "screenChanged"],
    },
}


class Listener:
    """A program for the client to start, and the processes that came of it, in order."""

    def __init__(self, folder: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        address = os.path.join(folder, "socket")
        self._socket.bind(address)
        self._socket.listen()
        self.program = os.path.join(folder, "statusd")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{RELAY}" "{address}"\n')
        os.chmod(self.program, 0o700)

    def accept(self, framing: str, seconds: float) -> Daemon:
        self._socket.settimeout(seconds)
        try:
            connection, _ = self._socket.accept()
        except TimeoutError:
            raise Failed("the client started no process") from None
        return Daemon(connection, framing, seconds)

    def close(self) -> None:
        self._socket.close()


@contextlib.contextmanager
def listening() -> Iterator[Listener]:
    with tempfile.TemporaryDirectory(prefix="statusd-kit-") as folder:
        listener = Listener(folder)
        try:
            yield listener
        finally:
            listener.close()


class Daemon:
    """One process that the client has started. It does what the case says, and nothing by itself."""

    def __init__(self, connection: socket.socket, framing: str, seconds: float) -> None:
        self._connection, self._framing = connection, framing
        connection.settimeout(seconds)
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        pid, _, _ = struct.unpack("3i", credentials)
        self._process = os.pidfd_open(pid)
        self._seconds = seconds
        self._frames = FrameReader(framing)
        self._messages: list[bytes] = []
        self._ids: set[str] = set()

    def close(self) -> None:
        self._connection.close()
        os.close(self._process)

    # What it does.

    def send(self, message: dict[str, Any] | list[Any], *, split: bool = False) -> None:
        self.write(framed(compact(message).encode(), self._framing), split=split)

    def write(self, text: bytes, *, split: bool = False) -> None:
        self.order(out=base64.b64encode(text).decode(), **({"split": True} if split else {}))

    def order(self, **members: Any) -> None:
        try:
            self._connection.sendall(json.dumps(members).encode() + b"\n")
        except TimeoutError:
            raise Failed("the client does not read") from None
        except OSError:
            raise Failed("the client has ended its daemon") from None

    def kill(self) -> None:
        signal.pidfd_send_signal(self._process, signal.SIGKILL)

    # What it gets.

    def receive(self, pattern: Pattern) -> Any:
        """The next message, which must fit: its id as it was written, for the response."""
        text = self._next()
        if text is None:
            raise Failed(f"the client ended the input; expected {compact(pattern)}")
        why = mismatch(pattern, text)
        if why:
            raise Failed(f"{why}, in {text[:200]}")
        return json.loads(text).get("id")

    def shake_hands(self) -> None:
        id = self.receive({"method": "initialize"})
        self.send({"jsonrpc": "2.0", "id": id, "result": SERVER})

    def ends_input(self) -> None:
        text = self._next()
        if text is not None:
            raise Failed(f"expected the end of the input, got {text[:200]}")

    def _next(self) -> str | None:
        """The next message; None at the end of the input. `initialized` of an LSP client is passed over."""
        while True:
            while not self._messages:
                piece = self._read()
                if not piece:
                    self._end_frames()
                    return None
                self._messages += self._fed(piece)
            text = self._messages.pop(0).decode("utf-8")
            self._judge(text)
            if json.loads(text).get("method") != "initialized":
                return text

    def _read(self) -> bytes:
        try:
            return self._connection.recv(PIECE_BYTES)
        except TimeoutError:
            raise Failed("waited in vain for a message of the client") from None
        except ConnectionResetError:
            return b""

    def _fed(self, piece: bytes) -> list[bytes]:
        try:
            return [message for message in self._frames.feed(piece) if message.strip()]
        except BadOutput as problem:
            raise Failed(f"the client wrote no frame: {problem}") from None

    def _end_frames(self) -> None:
        try:
            self._frames.end()
        except BadOutput as problem:
            raise Failed(f"the client wrote no frame: {problem}") from None

    def _judge(self, text: str) -> None:
        """What holds for every message of a client."""
        try:
            message = json.loads(text)
        except ValueError:
            raise Failed(f"the client wrote no JSON: {text[:200]}") from None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise Failed(f"no message of JSON-RPC 2.0: {text[:200]}")
        if not isinstance(message.get("params"), (dict, list, type(None))):
            raise Failed(f"params are an object or an array: {text[:200]}")
        if "id" in message:
            self._judge_id(message["id"], text)

    def _judge_id(self, id: Any, text: str) -> None:
        if isinstance(id, bool) or not isinstance(id, (int, str)):
            raise Failed(f"an id is an integer or a string: {text[:200]}")
        if compact(id) in self._ids:
            raise Failed(f"this id was used before: {text[:200]}")
        self._ids.add(compact(id))

    # Its end.

    def is_gone(self, seconds: float) -> bool:
        """Whether the process ends within so many seconds."""
        ready, _, _ = select.select([self._process], [], [], seconds)
        return bool(ready)

    def finish(self) -> None:
        """Ends as a daemon does: with its input."""
        if self.is_gone(0):
            return
        while (text := self._next()) is not None:
            message = json.loads(text)
            if message.get("method") == "shutdown":
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            elif message.get("method") != "exit":
                raise Failed(f"the client sent more than the case has: {text[:200]}")
        if not self.is_gone(0):
            with contextlib.suppress(Failed):  # It was made to end just now.
                self.order(exit=0)
