"""A web server on loopback that fails in turns, in the ways that servers do."""

from __future__ import annotations

import http.server
import json
import random
import socket
import struct
import threading

KINDS = ["starters", "pastas", "desserts", "drinks"]


def menu(count: int) -> bytes:
    items = [{"name": f"Dish {n}", "category": KINDS[n % 4], "price": n / 4} for n in range(count)]
    return json.dumps([{**item, "spicy": False} for item in items]).encode()


def fleet(count: int) -> bytes:
    place = {"lat": 52.5, "lng": 13.4}
    couriers = [{"id": f"c{n}", "name": f"Courier\u2028 {n}", "location": place} for n in range(count)]
    return json.dumps({"central": place, "couriers": couriers, "packages": [], "vehicles": []}).encode()


class Server:
    """Serves `/state` and `/menu`; the manner of every answer is chosen by the seed."""

    def __init__(self, seed: str) -> None:
        owner = self

        class Handler(_Handler):
            server_owner = owner

        self.rng, self.lock = random.Random(seed), threading.Lock()
        self.stopped = threading.Event()
        self.requests = 0
        self.http = _QuietServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def arguments(self) -> list[str]:
        return ["--state", self.url("/state"), "--menu", self.url("/menu")]

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}{path}"

    def choose(self) -> tuple[str, int]:
        """The next manner of answering, and the size of a value."""
        with self.lock:
            self.requests += 1
            turn = self.rng.choices(list(MANNERS), list(MANNERS.values()))[0]
            # Each in turn at first: so that everything has happened once before memory is measured.
            first = list(MANNERS)[self.requests - 1 : self.requests]
            return (first or [turn])[0], self.rng.choice(SIZES)

    @property
    def has_tried_everything(self) -> bool:
        return self.requests > len(MANNERS)

    def stop(self) -> None:
        self.stopped.set()
        self.http.shutdown()
        self.http.server_close()


STATUSES = [400, 401, 403, 404, 408, 410, 418, 429, 500, 501, 502, 503, 504]
SIZES = [0, 3, 3, 30, 30, 300]
#: With how often each is chosen.
MANNERS = {
    "well": 30,
    "slowly": 4,
    "status": 12,
    "html": 3,
    "shape": 3,
    "cut_json": 3,
    "cut_body": 3,
    "nothing": 3,
    "reset": 4,
    "closed": 3,
    "hold": 3,
    "redirect": 2,
    "large": 2,
    "not_http": 2,
}


class _QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Clients that give up are what is expected here."""


class _Handler(http.server.BaseHTTPRequestHandler):
    server_owner: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        manner, size = self.server_owner.choose()
        self.value = fleet(size) if self.path.startswith("/state") else menu(size)
        try:
            getattr(self, manner)()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def reply(self, status: int, body: bytes, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def well(self) -> None:
        self.reply(200, self.value)

    def slowly(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.value)))
        self.end_headers()
        step = max(1, len(self.value) // 5)
        for start in range(0, len(self.value), step):
            self.wfile.write(self.value[start : start + step])
            self.wfile.flush()
            if self.server_owner.stopped.wait(0.05):
                return

    def status(self) -> None:
        self.reply(self.server_owner.rng.choice(STATUSES), b"sorry", Retry_After="1")

    def html(self) -> None:
        self.reply(200, b"<!doctype html><title>Sign in</title>")

    def shape(self) -> None:
        self.reply(200, b'{"items":[{"name":7}],"central":[]}')

    def cut_json(self) -> None:
        self.reply(200, self.value[: len(self.value) // 2])

    def cut_body(self) -> None:
        self.reply(200, self.value, length=len(self.value) + 100)
        self.close_connection = True

    def nothing(self) -> None:
        self.reply(200, b"")

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.closed()

    def closed(self) -> None:
        self.connection.close()
        self.close_connection = True

    def hold(self) -> None:
        """Silence, until the client gives up."""
        self.connection.settimeout(3)
        try:
            self.connection.recv(1)
        except OSError:
            pass
        self.close_connection = True

    def redirect(self) -> None:
        self.reply(302, b"", Location=self.path)

    def large(self) -> None:
        self.reply(200, b" " * (9 << 20))

    def not_http(self) -> None:
        self.wfile.write(b"220 ready\r\n")
        self.close_connection = True
