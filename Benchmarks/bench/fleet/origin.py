"""The origin: an HTTP server that counts who asks it, and that can go away and come back on its port."""

from __future__ import annotations

import http.server
import json
import socket
import threading
from collections import Counter
from types import TracebackType
from typing import Any


class Origin:
    """Serves one JSON value with a validator, by whatever `Cache-Control` it is given."""

    def __init__(self, cache_control: str) -> None:
        self.cache_control = cache_control
        self.value = 1
        #: Another status in place of the value, for fetches and for probes.
        self.error: int | None = None
        self.probe_error: int | None = None
        #: What was asked for, by `fetch` and `probe`, and how fetches were answered, by status.
        self.counts: Counter[str] = Counter()
        #: The values of the header Cookie that came.
        self.cookies: list[str] = []
        self.changed = threading.Condition()
        #: Fetches wait for it before they are answered.
        self.gate = threading.Event()
        self.gate.set()
        # Bound and not listening, it keeps the port while the server is away; connections are refused then.
        self.reservation = socket.socket()
        self.reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.reservation.bind(("127.0.0.1", 0))
        self.port = int(self.reservation.getsockname()[1])
        self.server: http.server.ThreadingHTTPServer | None = None
        self.start()

    def __enter__(self) -> Origin:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.gate.set()
        self.stop()
        self.reservation.close()

    def start(self) -> None:
        self.server = Server(("127.0.0.1", self.port), self.handler())
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def fetches(self) -> int:
        return self.counts["fetch"]

    def count(self, what: str) -> None:
        with self.changed:
            self.counts[what] += 1
            self.changed.notify_all()

    def wait_for(self, what: str, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.counts[what] >= count)

    def handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                # Varnish numbers its fetches, and not the probes of its backends.
                is_probe = "X-Varnish" not in self.headers
                origin.cookies += self.headers.get_all("Cookie", [])
                origin.count("probe" if is_probe else "fetch")
                if not is_probe:
                    origin.gate.wait()
                error = origin.probe_error if is_probe else origin.error
                status, body = (error, b"{}") if error else origin.answer(self.headers.get("If-None-Match"))
                if not is_probe:
                    origin.count(str(status))
                self.send_response(status)
                self.send_header("Cache-Control", origin.cache_control)
                self.send_header("ETag", origin.tag)
                self.send_header("Set-Cookie", "visitor=1")
                if status != 304:
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    @property
    def tag(self) -> str:
        return f'"{self.value}"'

    def answer(self, condition: str | None) -> tuple[int, bytes]:
        if condition == self.tag:
            return 304, b""
        return 200, json.dumps({"build": self.value}).encode()


class Server(http.server.ThreadingHTTPServer):
    allow_reuse_port = True
    request_queue_size = 1024
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A client that hangs up is none of ours."""
