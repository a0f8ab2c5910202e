"""A server on a socket: each case has a connection of its own, by a process that stands for the server."""

from __future__ import annotations

import os
import select
import socket
import sys
from collections.abc import Mapping
from typing import Any

from .cases import Case

#: What a case does to a process, which a session on a socket does not have.
OF_PROCESSES = {"signal", "kill", "memory", "held", "release", "closeOutput"}
PIECE = 1 << 16
STDIN, STDOUT = 0, 1


def command(path: str) -> list[str]:
    """The process that stands for the server: what it reads goes to a connection, and what comes back is written."""
    root = __file__.rpartition("/runner/")[0]
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}); {START}", path]


START = "from runner.socket import relay; relay(sys.argv[1])"


def can_play(case: Case) -> bool:
    """Whether the case is about a session alone: neither about a process nor about what it is started with."""
    content: Mapping[str, Any] = case.content
    is_of_process = any(OF_PROCESSES & set(step) for step in case.steps) or "parent" in content or "stderr" in content
    status = content.get("end", {}).get("status", 0)
    return not (is_of_process or "options" in content or case.stdin != "pipe" or status != 0)


def relay(path: str) -> None:
    """Ends when the connection does; the end of the input half-closes it."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        connection.setblocking(False)
        readers: set[int] = {connection.fileno(), STDIN}
        unsent = b""
        while True:
            # More is read when what was read before is written: neither side waits for the other.
            wanted = readers - {STDIN} if unsent else readers
            readable, writable, _ = select.select(wanted, [connection] if unsent else [], ())
            if writable:
                unsent = unsent[connection.send(unsent) :]
            if connection.fileno() in readable:
                if not (data := connection.recv(PIECE)):
                    return
                os.write(STDOUT, data)
            if STDIN in readable:
                unsent = os.read(STDIN, PIECE)
                if not unsent:
                    connection.shutdown(socket.SHUT_WR)
                    readers.remove(STDIN)
