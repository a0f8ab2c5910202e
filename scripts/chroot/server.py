"""Serves `[1]` by HTTP and by HTTPS on 127.0.0.1, and prints the two ports.

usage: server.py AUTHORITY     AUTHORITY gets the certificate that HTTPS has, which signs itself
"""

from __future__ import annotations

import http.server
import os
import ssl
import subprocess
import sys
import tempfile
import threading
from pathlib import Path


class Value(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"[1]")


def main(authority: Path) -> None:
    plain, secure = (http.server.ThreadingHTTPServer(("127.0.0.1", 0), Value) for _ in range(2))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = make(Path(folder))
        context.load_cert_chain(certificate, key)
        authority.write_bytes(certificate.read_bytes())
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    print(plain.server_address[1], secure.server_address[1], flush=True)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    secure.serve_forever()


def make(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=statusd"
    extension = ("-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate, "-keyout", key)
    subprocess.run([*words.split(), *extension], check=True, stderr=subprocess.DEVNULL)
    os.chmod(key, 0o600)
    return certificate, key


if __name__ == "__main__":
    main(Path(sys.argv[1]))
