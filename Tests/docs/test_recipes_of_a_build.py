"""The recipe of docs/recipes.md that shows a build in a bar, beside a server that responds as GitHub does."""

from __future__ import annotations

import http.server
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from blocks import blocks
from conversation import PATIENCE, with_binary

PAGE = "docs/recipes.md"
ADDRESS = "https://api.github.com/repos/OWNER/NAME/"


class Runs(http.server.ThreadingHTTPServer):
    """Knows the newest run of a workflow; None is a repository without one."""

    def __init__(self) -> None:
        self.run: dict[str, str | None] | None = {"status": "completed", "conclusion": "success"}
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    server: Runs

    def do_GET(self) -> None:
        assert self.path == "/actions/runs?branch=main&per_page=1", self.path
        self.send_response(200 if self.headers["Authorization"] == "Bearer t0ken" else 401)
        self.end_headers()
        runs = [self.server.run] if self.server.run else []
        self.wfile.write(json.dumps({"total_count": len(runs), "workflow_runs": runs}).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def runs() -> Iterator[Runs]:
    server = Runs()
    threading.Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def environment(tmp_path: Path, runs: Runs) -> dict[str, str]:
    """One with the recipe's configuration, in which `statusd` is the binary under test."""
    (source,) = (block for block in blocks(PAGE, "toml") if "classWhen" in block)
    local = source.replace(ADDRESS, f"http://127.0.0.1:{runs.server_port}/").replace("interval = 60", "interval = 0.1")
    assert ADDRESS in source and "interval = 60" in source
    home = tmp_path / "config/statusd"
    home.mkdir(parents=True)
    (home / "config.toml").write_text(local, encoding="utf-8")
    variables = {**with_binary(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "GITHUB_TOKEN": "t0ken"}
    variables.pop("NO_COLOR", None)
    return variables


@contextmanager
def shown(command: str, environment: dict[str, str], folder: Path) -> Iterator[Callable[[str], str]]:
    """What gives the next line with a text that a command prints, which a bar runs by sh."""
    program = subprocess.Popen(
        ["sh", "-c", f"exec {command}"], cwd=folder, env=environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )
    deadline = threading.Timer(PATIENCE, program.kill)
    deadline.start()

    def until(text: str) -> str:
        assert program.stdout
        return next(line.rstrip("\n") for line in program.stdout if text in line)

    try:
        yield until
    finally:
        deadline.cancel()
        program.kill()
        program.wait()
        assert program.stdout
        program.stdout.close()


def test_a_red_build_is_red_in_tmux(environment: dict[str, str], runs: Runs, tmp_path: Path) -> None:
    (bar,) = (block for block in blocks(PAGE, "tmux") if "status-left " in block)
    (command,) = (line.split("#(")[1].split(")")[0] for line in bar.splitlines() if "#(" in line)
    with shown(command, environment, tmp_path) as until:
        assert until("success") == "CI completed success"
        runs.run = {"status": "in_progress", "conclusion": None}
        assert until("in_progress") == "#[fg=yellow]CI in_progress #[fg=default]"
        runs.run = {"status": "completed", "conclusion": "failure"}
        assert until("failure") == "#[fg=red]CI completed failure#[fg=default]"
        runs.run = None
        until("CI ")


def test_a_red_build_has_its_class_in_waybar(environment: dict[str, str], runs: Runs, tmp_path: Path) -> None:
    runs.run = {"status": "completed", "conclusion": "timed_out"}
    with shown("statusd watch ci --format waybar", environment, tmp_path) as until:
        line = json.loads(until("timed_out"))
    assert line["class"] == line["alt"] == "failed" and line["text"] == "CI completed timed_out"
    assert line["tooltip"] == "ci: failed (/workflow_runs/0/conclusion=timed_out)"
