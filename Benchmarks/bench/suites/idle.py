"""How often an idle daemon wakes: voluntary context switches with nothing to do."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.context import Context, Figures
from bench.conversation import Conversation

SECONDS, SECONDS_QUICK = 10.0, 1.0


class Menu(http.server.BaseHTTPRequestHandler):
    """Gives an empty menu and keeps the connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")

    def log_message(self, *_: Any) -> None:
        pass


def measure(context: Context) -> Figures:
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Menu)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    menu = f"http://127.0.0.1:{web.server_address[1]}/"
    seconds = SECONDS_QUICK if context.is_quick else SECONDS

    def after(method: str) -> Callable[[Conversation], object]:
        return lambda session: session.result(method)

    found = {
        "after the first response": idle(seconds, [context.statusd], after("getState")),
        "after a fetch, its connection kept": idle(seconds, [context.statusd, "--menu", menu], after("fetchMenu")),
        "with a subscription to the location": idle(seconds, [context.statusd], after("subscribeLocation")),
        "`cat`": idle(seconds, ["cat"], lambda session: None),
    }
    web.shutdown()
    web.server_close()
    return {"seconds": seconds, "switches": found}


def idle(seconds: float, command: list[str], talk: Callable[[Conversation], object]) -> int:
    with Conversation(command) as session:
        talk(session)
        # Falling asleep is a switch, too.
        while not is_asleep(session.process.pid):
            pass
        before = switches(session.process.pid)
        time.sleep(seconds)
        return switches(session.process.pid) - before


def is_asleep(process: int) -> bool:
    """Whether the main thread waits: the state in proc(5), behind the name, which may have any characters."""
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"


def switches(process: int) -> int:
    """Voluntary context switches of all threads so far."""
    paths = Path(f"/proc/{process}/task").glob("*/status")
    rows = [row for path in paths for row in path.read_text(encoding="utf-8").splitlines()]
    return sum(int(row.split()[1]) for row in rows if row.startswith("voluntary_ctxt_switches"))
