#!/usr/bin/env python3
"""How often an idle daemon wakes: voluntary context switches in ten seconds with nothing to do.

usage: idle.py STATUSD [SECONDS]

Counted after the first answer, after a fetch from a web server whose connection is kept, and with a client's
request that waits for a silent server; the last line is cat, for comparison.
"""
import http.server
import pathlib
import socket
import subprocess
import sys
import threading
import time

BOUND = 2


def request(number, method, params="{}"):
    return f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{params}}}\n'.encode()


class Menu(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")

    def log_message(self, *_):
        pass


def switches(process, seconds):
    """Voluntary context switches of all threads within so many seconds."""
    before = count(process)
    time.sleep(seconds)
    return count(process) - before


def count(process):
    paths = pathlib.Path(f"/proc/{process.pid}/task").glob("*/status")
    rows = [row for path in paths for row in path.read_text().splitlines()]
    return sum(int(row.split()[1]) for row in rows if row.startswith("voluntary_ctxt_switches"))


def start(command):
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def until(process, marker):
    while marker not in (line := process.stdout.readline()):
        assert line, "the output has ended"


def measure(seconds, name, command, talk):
    """Starts, has `talk` say something, and counts."""
    process = start(command)
    talk(process)
    counted = switches(process, seconds)
    print(f"{name:32} {counted} voluntary context switches in {seconds:g} s", flush=True)
    process.kill()
    process.wait()
    return counted


def main():
    statusd, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Menu)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    silent = socket.create_server(("127.0.0.1", 0))

    def ask(method, params, marker):
        def talk(process):
            process.stdin.write(request(1, method, params))
            until(process, marker)

        return talk

    menu = f"http://127.0.0.1:{web.server_address[1]}/"
    state = f"http://127.0.0.1:{silent.getsockname()[1]}/"
    look, fetch = ask("getState", "{}", b'"id":1'), ask("fetchMenu", "{}", b'"id":1')
    counts = [
        measure(seconds, "after the first answer", [statusd], look),
        measure(seconds, "after a fetch, connection kept", [statusd, "--menu", menu], fetch),
    ]
    # A fetch has deadlines, so this one is told and not judged.
    wait = ask("refresh", "{}", b"stateChanged")
    measure(seconds / 2, "while a fetch waits", [statusd, "--state", state], wait)
    measure(seconds, "cat", ["cat"], lambda process: None)
    return 1 if max(counts) > BOUND else 0


if __name__ == "__main__":
    sys.exit(main())
