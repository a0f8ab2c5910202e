"""The held server: an HTTP server that answers when the case says so, and not before."""

from __future__ import annotations

import socket

#: The case ends a fetch, however long its input takes, and no time limit of statusd's does: the largest there are.
UNTIL_RELEASED = {
    f"STATUSD_RESOURCES_{resource}_{limit}": "3600"
    for resource in ("STATE", "MENU")
    for limit in ("TIMEOUT", "TOTAL_TIMEOUT", "CONNECT_TIMEOUT")
}


class HeldServer:
    """Listens on a free port of 127.0.0.1. Its sockets are to be watched; `ready` serves one that is."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._reading: dict[socket.socket, bytes] = {}
        self._waiting: list[socket.socket] = []
        self.fetches = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/"

    @property
    def has_waiting(self) -> bool:
        return bool(self._waiting)

    def sockets(self) -> list[socket.socket]:
        return [self._listener, *self._reading]

    def ready(self, ready: socket.socket) -> None:
        if ready is self._listener:
            connection = ready.accept()[0]
            connection.setblocking(False)
            self._reading[connection] = b""
            return
        try:
            piece = ready.recv(65536)
        except ConnectionResetError:
            piece = b""
        head = self._reading.pop(ready) + piece
        if b"\r\n\r\n" in head:
            self._waiting.append(ready)
            self.fetches += 1
        elif piece:
            self._reading[ready] = head
        else:
            ready.close()

    def release(self, body: bytes) -> None:
        """Answers the fetch that has waited longest."""
        connection = self._waiting.pop(0)
        head = (
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        connection.setblocking(True)
        try:
            connection.sendall(head.encode() + body)
        except OSError:
            pass  # The fetch was given up.
        connection.close()

    def close(self) -> None:
        for each in [self._listener, *self._reading, *self._waiting]:
            each.close()
