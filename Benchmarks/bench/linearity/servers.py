"""What comes over a network: HTTP, event streams, gpsd.

No programs: valgrind 3.19 has no pidfd_open(2), without which none is started.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator

from bench import frames
from bench.linearity import texts
from bench.linearity.case import Case, asking, instructions, limits, one_attempt, patience, saying, until

REFRESH = asking("refresh", {"resource": "other"})
ENDED = (b'"last":true', b'"failed"')


@contextlib.contextmanager
def served(said: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port of the loopback address, where each connection is served by `said`."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection, contextlib.suppress(OSError):
                        said(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            # An accept that waits is not ended by close.
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def after_request(response: bytes, is_whole: bool = True) -> Callable[[socket.socket], None]:
    def said(connection: socket.socket) -> None:
        with connection.makefile("rb") as lines:
            while lines.readline().strip():
                pass
        connection.sendall(response)
        if is_whole:
            connection.shutdown(socket.SHUT_WR)
        # Until the other end has read it, and left.
        while connection.recv(4096):
            pass

    return said


def response(body: bytes, *headers: bytes, status: bytes = b"200 OK", length: bool = True) -> bytes:
    lines = [b"HTTP/1.1 " + status, b"Connection: close", *headers]
    if length:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def fetched(title: str, size: int, make: Callable[[int], bytes]) -> Case:
    def count(program: str, number: int) -> float:
        with served(after_request(make(number))) as port:
            command = [program, "--config", one_attempt(), "--resource", f"other=http://127.0.0.1:{port}/"]
            return instructions(command, saying(REFRESH))

    return Case(f"HTTP: {title}", "HTTP", size, count)


def streamed(title: str, size: int, make: Callable[[int], bytes]) -> Case:
    def count(program: str, number: int) -> float:
        opening = response(b"", b"Content-Type: text/event-stream", length=False)
        body = make(number) + b'\n\ndata: {"last":true}\n\n'
        with served(after_request(opening + body, is_whole=False)) as port:
            command = [program, "--config", patience(), "--resource", f"other=events+http://127.0.0.1:{port}/"]
            return instructions(command, until(POLL, *ENDED))

    return Case(f"events: {title}", "events", size, count)


POLL = frames.request(1, "setAutoPolling", {"resource": "other", "enabled": True})
SUBSCRIBE = frames.request(1, "subscribeLocation")


def chunked(count: int) -> bytes:
    return b"1\r\n[\r\n" + b"2\r\n1,\r\n" * count + b"2\r\n1]\r\n0\r\n\r\n"


def located(title: str, size: int, make: Callable[[int], bytes]) -> Case:
    greeting = b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\n'
    watching = b'{"class":"WATCH","enable":true,"json":true}\n{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00.000Z"}]}\n'
    fix = b'{"class":"TPV","device":"/dev/a","mode":3,"lat":53.5,"lon":10.0}\n'

    def count(program: str, number: int) -> float:
        def said(connection: socket.socket) -> None:
            connection.sendall(greeting)
            connection.recv(4096)
            connection.sendall(watching + make(number) + b"\n" + fix)
            connection.recv(4096)

        with served(said) as port:
            command = [program, "--config", limits(), "--location", f"gpsd://127.0.0.1:{port}"]
            return instructions(command, until(SUBSCRIBE, b'"loaded"'))

    return Case(f"gpsd: {title}", "gpsd", size, count)


JSON = (b"Content-Type: application/json",)
PROBLEM = (b"Content-Type: application/problem+json",)

CASES = (
    fetched("many headers", 1_000, lambda size: response(b"1", *[b"X-%d: a" % number for number in range(size)])),
    fetched("directives of Cache-Control", 1_000, lambda size: response(b"1", b"Cache-Control: " + b"a=b, " * size + b"max-age=1")),
    fetched("quotes in Cache-Control", 8_000, lambda size: response(b"1", b'Cache-Control: a="' + b'\\"' * size + b'"')),
    fetched("commas in Cache-Control", 20_000, lambda size: response(b"1", b"Cache-Control: " + b"," * size)),
    fetched("many Cache-Control", 1_000, lambda size: response(b"1", *[b"Cache-Control: a"] * size)),
    fetched("a long ETag", 40_000, lambda size: response(b"1", b'ETag: "' + b"a" * size + b'"')),
    fetched("a long date", 30_000, lambda size: response(b"", b"Retry-After: " + b"1" * size, status=b"503 A")),
    fetched("a redirect to a long path", 40_000, lambda size: response(b"", b"Location: ftp://" + b"a/../" * (size // 5), status=b"302 A")),
    fetched("small chunks", 3_000, lambda size: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked(size)),
    fetched("a body", 20_000, lambda size: response(json.dumps(list(range(size))).encode(), *JSON)),
    fetched("a problem of many members", 3_000, lambda size: response(texts.members(size).encode(), *PROBLEM, status=b"500 A")),
    fetched("a problem with long words", 30_000, lambda size: response(b'{"title":"' + b"a" * size + b'"}', *PROBLEM, status=b"500 A")),
    streamed("many", 1_000, lambda size: b"data: 1\n\n" * size),
    streamed("with ids and types", 500, lambda size: b"event: a\nid: 1\ndata: 1\n\n" * size),
    streamed("of many lines", 3_000, lambda size: b"data: [\n" + b"data: 1,\n" * size + b"data: 1]"),
    streamed("a long line", 200_000, lambda size: b'data: "' + b"x" * size + b'"'),
    streamed("blank lines", 20_000, lambda size: b"\n" * size),
    streamed("lines ended by CR", 30_000, lambda size: b"data: 1\r\r" * (size // 10)),
    streamed("comments", 10_000, lambda size: b": a comment\n" * size),
    streamed("a long comment", 200_000, lambda size: b":" + b"x" * size),
    streamed("unknown fields", 3_000, lambda size: b"x: 1\n" * size),
    streamed("a long id", 200_000, lambda size: b"id: " + b"x" * size),
    streamed("a long type", 200_000, lambda size: b"event: " + b"x" * size),
    streamed("problems", 200, lambda size: b'event: problem\ndata: {"title":"a"}\n\n' * size),
    located("reports", 300, lambda size: b'{"class":"TPV","device":"/dev/a","mode":1}\n' * size),
    located("satellites", 500, lambda size: b'{"class":"SKY","satellites":[' + b",".join([b'{"PRN":1}'] * size) + b"]}"),
    located("members of a report", 1_000, lambda size: b'{"class":"SKY",' + texts.members(size)[1:].encode()),
    located("a long line", 200_000, lambda size: b"x" * size),
    located("short lines", 2_000, lambda size: b"\n" * size),
)  # fmt: skip
