"""docs/protocol.md shows conversations as they are: they are held with the daemon, whose source is a server here."""

from __future__ import annotations

import http.server
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from blocks import ROOT, pattern

PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
BINARY = os.environ.get("STATUSD_BIN", str(ROOT / ".build/debug/statusd"))
#: What the server answers, whether notifications are left out, and the conversation.
PLAYED = re.findall(
    r"^<!-- The server answers: ([\d/ ]+)(; stateChanged is left out)? -->\n```\n(.*?)^```$",
    PAGE,
    re.MULTILINE | re.DOTALL,
)


@contextmanager
def server(replies: list[str]) -> Iterator[str]:
    """Gives each reply once and the last again and again: a status, and maybe a Retry-After."""
    left = list(replies)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, _, seconds = (left.pop(0) if len(left) > 1 else left[0]).partition("/")
            self.send_response(int(status))
            if seconds:
                self.send_header("Retry-After", seconds)
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *_: object) -> None:
            pass

    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=listening.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{listening.server_port}/menu.json"
    finally:
        listening.shutdown()
        listening.server_close()


def turns(conversation: str) -> list[tuple[str, str]]:
    """Who says what: "→" the client, "←" the daemon; a line that is indented goes on with the one above."""
    found: list[tuple[str, str]] = []
    goes_on = False
    for line in conversation.splitlines():
        if line[:2] in ("→ ", "← "):
            found.append((line[0], line[2:]))
        elif goes_on and line.startswith("   "):
            found[-1] = (found[-1][0], found[-1][1] + line.strip())
        goes_on = bool(line)
    return found


@pytest.mark.parametrize(("replies", "quiet", "conversation"), PLAYED)
def test_the_conversation_is_real(replies: str, quiet: str, conversation: str) -> None:
    with server(replies.split()) as url:
        daemon = subprocess.Popen(
            [BINARY, "--menu", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "no_proxy": "*"},
        )
        assert daemon.stdin and daemon.stdout
        deadline = threading.Timer(300, daemon.kill)
        deadline.start()
        try:
            for speaker, text in turns(conversation):
                if speaker == "→":
                    daemon.stdin.write(text + "\n")
                    daemon.stdin.flush()
                    continue
                line = daemon.stdout.readline()
                while quiet and '"method":"stateChanged"' in line:
                    line = daemon.stdout.readline()
                assert pattern(text).fullmatch(line.rstrip("\n")), f"\n got {line}\nwant {text}"
        finally:
            daemon.stdin.close()
            daemon.stdout.close()
            deadline.cancel()
            daemon.wait(timeout=300)


def test_there_are_conversations() -> None:
    assert len(PLAYED) >= 4


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
