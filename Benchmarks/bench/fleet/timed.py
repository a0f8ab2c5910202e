"""An origin in a process of its own: /now says when it was written, and every other path has one value.

It prints its port, and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import sys
import time

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
SAME = b'{"text":"%s"}' % (b"x" * 180)


class Responding(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.received = b""

    def data_received(self, data: bytes) -> None:
        self.received += data
        while b"\r\n\r\n" in self.received:
            request, _, self.received = self.received.partition(b"\r\n\r\n")
            # Nothing is done between the clock and the write.
            body = b'{"written":%d}' % time.monotonic_ns() if request.startswith(b"GET /now ") else SAME
            self.transport.write(HEAD % len(body) + body)


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Responding, "127.0.0.1", 0, backlog=2_048)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
