"""The built statusd passes every case, in both framings, whole and with its input split at every byte.

And it passes as one of the servers that have screens: those plays need nothing else of statusd's own.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

import pytest
from runner.held import UNTIL_RELEASED

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def binary() -> pathlib.Path:
    named = os.environ.get("STATUSD_BIN")
    if not named:
        show = ["swift", "build", "--show-bin-path"]
        shown = subprocess.run(show, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        named = f"{shown.stdout.strip()}/statusd"
    path = pathlib.Path(named)
    if not path.exists():
        pytest.fail(f"{path} is not there: run `swift build`, or name the binary in STATUSD_BIN")
    return path


@pytest.mark.parametrize("framing", ["lines", "headers"])
@pytest.mark.parametrize(
    "options",
    [[], ["--split", "--quick"], ["--screens", "--only", "screens.jsonl"]],
    ids=["whole", "split", "screens"],
)
def test_statusd_passes(binary: pathlib.Path, framing: str, options: list[str]) -> None:
    # Only a defect takes as long. A debug build on a busy machine needs more than the kit's 20 s, and more than 10 s
    # after the end of its input; a play that waits for that deadline takes it whole.
    kit = [ROOT / "scripts/conformance", "--deadline", "600", "--framing", framing, "--table"]
    command = [*kit, *options, "--", binary, "--drain-timeout", "30"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_limit_of_statusds_ends_a_fetch_that_a_case_holds(binary: pathlib.Path) -> None:
    environment = {"XDG_CONFIG_HOME": os.devnull, **UNTIL_RELEASED}
    said = subprocess.run([binary, "config", "--json"], check=True, capture_output=True, text=True, env=environment)
    assert said.stderr == ""
    limits = [each for each in json.loads(said.stdout)["settings"] if each["key"].lower().endswith("timeout")]
    of_fetches = {each["key"]: each["value"] for each in limits if each["key"].startswith("resources.")}
    assert len(of_fetches) == len(UNTIL_RELEASED)
    assert set(of_fetches.values()) == {3600}


@pytest.mark.parametrize("options", [[], ["--split", "--version", "2026-07-28"]], ids=["whole", "split"])
def test_a_session_of_an_agent_passes(binary: pathlib.Path, options: list[str]) -> None:
    never = '{"name": "wait_for", "arguments": {"until": {"path": "/never", "exists": true}, "timeout": 3600}}'
    failing = '{"name": "refresh", "arguments": {"resource": "none"}}'
    calls = ["--failing-call", failing, "--slow-call", never, "--progressing-call", '{"name": "refresh"}']
    kit = [ROOT / "scripts/conformance", "mcp", "--deadline", "600", *options, *calls]
    done = subprocess.run([*kit, "--", binary, "mcp", "--scenario", "first-fails"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "versions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28\n" in done.stdout


@pytest.mark.parametrize("options", [[], ["--split", "--quick"]], ids=["whole", "split"])
def test_a_session_on_a_socket_passes(binary: pathlib.Path, tmp_path: pathlib.Path, options: list[str]) -> None:
    path = tmp_path / "d.sock"
    with subprocess.Popen([binary, "serve", "--socket", path, "--drain-timeout", "600"]) as daemon:
        # The socket has its name when it listens.
        while not path.exists() and daemon.poll() is None:
            pass
        kit = [ROOT / "scripts/conformance", "--deadline", "600", "--socket", path, *options]
        done = subprocess.run(kit, check=False, capture_output=True, text=True)
        daemon.terminate()
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout
