"""docs/recipes.md does what it says: its code runs in its editor, on a real repository and beside a real server."""

from __future__ import annotations

import http.server
import json
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from blocks import blocks
from conversation import PATIENCE, with_binary
from neovim import code_for


class Builds(http.server.ThreadingHTTPServer):
    """Knows the state of each branch that has a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    server: Builds

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        (branch,) = parse_qs(urlsplit(self.path).query)["branch"]
        file = self.server.folder / branch.replace("/", "%")
        allowed = self.headers["Authorization"] == "Bearer t0ken"
        self.send_response(401 if not allowed else 200 if file.exists() else 404)
        self.end_headers()
        if file.exists():
            self.wfile.write(json.dumps({"state": file.read_text(encoding="utf-8").strip()}).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def builds(tmp_path: Path) -> Iterator[Builds]:
    (tmp_path / "builds").mkdir()
    server = Builds(tmp_path / "builds")
    threading.Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def environment(tmp_path: Path, builds: Builds) -> dict[str, str]:
    """One with the recipe's configuration, in which `statusd` is the binary under test."""
    (source,) = (block for block in blocks("docs/recipes.md", "toml") if "https://ci.example.org" in block)
    home = tmp_path / "config/statusd"
    home.mkdir(parents=True)
    local = f"http://127.0.0.1:{builds.server_port}"
    (home / "config.toml").write_text(source.replace("https://ci.example.org", local), encoding="utf-8")
    variables = {**with_binary(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "CI_TOKEN": "t0ken"}
    start = tmp_path / "bin/start-build"
    start.write_text(f'#!/bin/sh\necho started >"{builds.folder}/$STATUSD_ARGUMENT_branch"\n', encoding="utf-8")
    start.chmod(0o755)
    return variables


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    git = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", str(folder))
    subprocess.run(("git", "init", "-q", "-b", "main", str(folder)), check=True)
    (folder / "readme").write_text("text\n", encoding="utf-8")
    subprocess.run((*git, "add", "readme"), check=True)
    subprocess.run((*git, "commit", "-q", "-m", "begin"), check=True)
    subprocess.run((*git, "branch", "feature/menu&x=1"), check=True)
    return folder


def until(expected: str) -> str:
    """A command of Neovim's that waits until the status line shows that, and prints it."""
    shown = f"vim.wait({PATIENCE * 1000}, function() return build() == '{expected}' end, 10)"
    return f"lua {shown} print(build())"


def test_the_status_line_follows_the_branch(
    environment: dict[str, str], builds: Builds, repository: Path, tmp_path: Path
) -> None:
    code = code_for("docs/recipes.md", "git", environment, tmp_path)
    (tmp_path / "build.lua").write_text(code, encoding="utf-8")
    for branch, state in (("main", "passed"), ("feature%menu&x=1", "failed")):
        (builds.folder / branch).write_text(state, encoding="utf-8")
    switch = "call system(['git', 'switch', '-q', '{}']) | doautocmd FocusGained"
    commands = [
        f"luafile {tmp_path / 'build.lua'}",
        "edit readme",
        until("main: passed"),
        switch.format("feature/menu&x=1"),
        until("feature/menu&x=1: failed"),
        switch.format("main"),
        # It is there at once, before the server is asked again.
        "lua print(build())",
    ]
    words = ["nvim", "--clean", "--headless", *(word for each in commands for word in ("-c", each)), "-c", "qa!"]
    done = subprocess.run(
        words, cwd=repository, env=environment, text=True, timeout=PATIENCE, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    assert [line for line in done.stdout.split("\n") if ": " in line] == [
        "main: passed", "feature/menu&x=1: failed", "main: passed",
    ], done.stdout
    assert set(builds.asked) == {"/state?branch=main", "/state?branch=feature%2Fmenu%26x%3D1"}


def test_a_build_that_is_missing_can_be_started(environment: dict[str, str], builds: Builds) -> None:
    def message(number: int, method: str, **params: object) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    daemon = subprocess.Popen(
        ["statusd", "--log-level", "critical"], env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )
    assert daemon.stdin and daemon.stdout
    deadline = threading.Timer(PATIENCE, daemon.kill)
    deadline.start()

    def response(request: str) -> dict[str, object]:
        assert daemon.stdin and daemon.stdout
        daemon.stdin.write(request + "\n")
        daemon.stdin.flush()
        for line in daemon.stdout:
            found: dict[str, object] = json.loads(line)
            if "id" in found:
                return found
        raise AssertionError("the daemon has ended")

    try:
        failed = response(message(1, "refresh", resource="build", arguments={"branch": "new"}))
        data = failed["error"]["data"]  # type: ignore[index]
        assert data["kind"] == "notFound" and data["arguments"] == {"branch": "new"}
        assert {"id": "custom:start", "title": "Start a Build"}.items() <= data["recoveryOptions"][-2].items()
        recovered = response(message(2, "retry", optionId="custom:start"))
        assert recovered["result"]["result"]["value"] == {"state": "started"}  # type: ignore[index]
    finally:
        daemon.stdin.close()
        daemon.stdout.close()
        deadline.cancel()
        daemon.wait(timeout=PATIENCE)
