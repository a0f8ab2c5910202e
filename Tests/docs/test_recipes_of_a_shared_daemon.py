"""The recipe of docs/recipes.md for a bar on five monitors: five modules, one daemon, one request."""

from __future__ import annotations

import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import PATIENCE, with_binary

sys.path.insert(0, str(ROOT / "scripts"))

from drawing import monitors

MONITORS = 5


class Thermometer(http.server.ThreadingHTTPServer):
    """Counts who asks."""

    def __init__(self) -> None:
        self.requests = 0
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    server: Thermometer

    def do_GET(self) -> None:
        self.server.requests += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"celsius":21.5}')

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def thermometer() -> Iterator[Thermometer]:
    server = Thermometer()
    threading.Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def environment(tmp_path: Path, thermometer: Thermometer) -> dict[str, str]:
    home = tmp_path / "config/statusd"
    home.mkdir(parents=True)
    source = f'resources.temp.source = "http://127.0.0.1:{thermometer.server_port}/temperature"\n'
    (home / "config.toml").write_text(source, encoding="utf-8")
    variables = with_binary(tmp_path)
    return {**variables, "XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}


def module() -> list[str]:
    """The command of the recipe, as Waybar runs it."""
    (block,) = (block for block in blocks("docs/recipes.md", "json") if "--shared" in block)
    bar = json.loads(block)
    (name,) = bar["modules-right"]
    return ["sh", "-c", "exec " + bar[name]["exec"]]


def test_five_monitors_make_one_request(
    environment: dict[str, str], thermometer: Thermometer, tmp_path: Path
) -> None:
    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            module(), cwd=tmp_path, env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )

    bars = [start() for _ in range(MONITORS)]
    deadline = threading.Timer(PATIENCE, lambda: [bar.kill() for bar in bars])
    deadline.start()
    try:
        shown = [value(bar) for bar in bars]
        assert thermometer.requests == 1
        # The picture of docs/sharing.md shows this run.
        assert monitors.draw(shown, thermometer.requests) == (ROOT / "docs/sharing.svg").read_text(encoding="utf-8")
        listed = statusd(environment, "daemons", "--json")
        (daemon,) = json.loads(listed.stdout)["daemons"]
        assert daemon["sessions"] == MONITORS
        assert daemon["configuration"] == str(tmp_path / "config/statusd/config.toml")
        assert statusd(environment, "stop").returncode == 0
        assert [bar.wait() for bar in bars] == [70] * MONITORS
        assert json.loads(statusd(environment, "daemons", "--json").stdout)["daemons"] == []
    finally:
        deadline.cancel()
        for bar in bars:
            bar.kill()
            bar.communicate()
        statusd(environment, "stop")


def value(bar: subprocess.Popen[str]) -> str:
    """The text of the first line with a value."""
    assert bar.stdout and bar.stderr
    for line in bar.stdout:
        shown = json.loads(line)
        if shown["class"] == "ok":
            return str(shown["text"])
    raise AssertionError(bar.stderr.read())


def statusd(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["statusd", *words], env=environment, text=True, timeout=PATIENCE, check=False, capture_output=True
    )
