"""docs/protocol.md shows conversations as they are: they are held with the daemon, whose source is a server here."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
            [BINARY, "--menu", url, "--resource", f"build={url}?branch={{branch}}"],
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


def test_a_new_instance_begins_where_a_dropped_one_ended(tmp_path: Path) -> None:
    """As the page says of parameterised resources: one number for all instances, whatever their arguments are."""
    (tmp_path / "main.json").write_text("1", encoding="utf-8")
    (tmp_path / "config.toml").write_text("limits.instances = 1\n", encoding="utf-8")
    messages = [("refresh", {"branch": "main"}), ("getState", {"branch": "new"})]
    requests = [
        {"jsonrpc": "2.0", "id": method, "method": method, "params": {"resource": "build", "arguments": arguments}}
        for method, arguments in messages
    ]
    # The clock's request is the end of the first: only then may its instance be dropped.
    requests.insert(1, {"jsonrpc": "2.0", "id": "clock", "method": "advanceClock", "params": {"seconds": 1}})
    done = subprocess.run(
        [BINARY, "--config", "config.toml", "--clock", "manual", "--resource", "build=file:{branch}.json"],
        cwd=tmp_path, text=True, timeout=300, check=True, stdout=subprocess.PIPE,
        input="".join(json.dumps(request) + "\n" for request in requests),
    )  # fmt: skip
    found = {each.get("id"): each.get("result") for each in map(json.loads, done.stdout.splitlines())}
    first, second = found["refresh"], found["getState"]
    assert (second["status"], second["revision"]) == ("idle", first["revision"])
    assert first["revision"] > 0


def test_there_are_conversations() -> None:
    assert len(PLAYED) >= 4


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https:)([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
