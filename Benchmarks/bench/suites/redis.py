"""Debian's Redis, which pushes messages to subscribers too."""

from __future__ import annotations

import os
import shutil

from bench.shared import Client, SocketServer


def is_installed() -> bool:
    return shutil.which("redis-server") is not None


class Redis(SocketServer):
    """A server that keeps nothing, on a socket of this machine."""

    def __init__(self) -> None:
        super().__init__(
            lambda path: ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no",
                          "--maxclients", "10000", "--dir", os.path.dirname(path)]
        )  # fmt: skip

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
