"""https://status.example.org, which the pages name: a proxy on this computer that answers for it."""

from __future__ import annotations

import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

MENU = b'[{"name":"Ribollita","category":"Soups","spicy":false,"price":7.5}]'
RESPONSE = b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
SUBJECT = "subjectAltName=DNS:status.example.org"


class Site(socketserver.ThreadingTCPServer):
    """Its first responses have these statuses, and those after them 200."""

    daemon_threads = True

    def __init__(self, folder: Path, *statuses: bytes) -> None:
        self.certificate, key = folder / "authority.pem", folder / "key.pem"
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=statusd"
        made = (*words.split(), "-addext", SUBJECT, "-out", str(self.certificate), "-keyout", str(key))
        subprocess.run(made, check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.statuses = list(statuses)
        super().__init__(("127.0.0.1", 0), Tunnel)

    @property
    def environment(self) -> dict[str, str]:
        """What leads a daemon here. `no_proxy` would lead it away."""
        proxy = f"http://127.0.0.1:{self.server_address[1]}"
        return {"https_proxy": proxy, "no_proxy": "", "NO_PROXY": "", "SSL_CERT_FILE": str(self.certificate)}


class Tunnel(socketserver.BaseRequestHandler):
    """One connection: CONNECT (RFC 9110, section 9.3.6), then a request within TLS."""

    server: Site

    def handle(self) -> None:
        with self.request.makefile("rb") as plain:
            asked = head(plain)
        if asked != b"CONNECT status.example.org:443 HTTP/1.1\r\n":
            self.request.sendall(RESPONSE % (b"403 Forbidden", 0, b""))
            return
        self.request.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        with self.server.context.wrap_socket(self.request, server_side=True) as secure:
            with secure.makefile("rb") as request:
                head(request)
            status = self.server.statuses.pop(0) if self.server.statuses else b"200 OK"
            secure.sendall(RESPONSE % (status, len(MENU), MENU))


def head(request: BinaryIO) -> bytes:
    """Reads a request up to its empty line; its first line."""
    first = line = request.readline()
    while line.strip():
        line = request.readline()
    return first


@contextmanager
def serving(folder: Path, *statuses: bytes) -> Iterator[Site]:
    with Site(folder, *statuses) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()
