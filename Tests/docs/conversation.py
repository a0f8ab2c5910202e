"""Holds the conversations of a page: the commands of its console blocks print what stands below them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from blocks import ROOT, commands, whole

PATIENCE = 300  # seconds, for what takes a fraction of one: a busy machine is slow, and not wrong


def with_binary(tmp_path: Path) -> dict[str, str]:
    """An environment in which `statusd` is the binary under test, and neither a configuration of the user's nor a daemon
    of another test is found."""
    binary = Path(os.environ.get("STATUSD_BIN", ROOT / ".build/debug/statusd"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/statusd").symlink_to(binary)
    (tmp_path / "run").mkdir(mode=0o700)
    return {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "no_proxy": "*",
        "XDG_CONFIG_HOME": "/proc/nonexistent",
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
    }


def run(command: list[str], environment: dict[str, str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout


def play(page: str, language: str, environment: dict[str, str], folder: Path) -> int:
    """Plays a page in a folder: what its programs are, which their first line names, and what its commands print.

    How many programs and conversations there were.
    """
    text = (ROOT / page).read_text(encoding="utf-8")
    steps = re.findall(rf"^```({language}|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for kind, block in steps:
        if kind == "console":
            hold(block, environment, folder)
            continue
        named = re.match(r"# (\w+\.\w+)\n", block)
        assert named, f"this program has no name: {block}"
        (folder / named[1]).write_text(block, encoding="utf-8")
    return len(steps)


def hold(block: str, environment: dict[str, str], folder: Path) -> None:
    """Runs the commands of a block, one after the other, in a folder."""
    for command in commands(block):
        said = run(["bash", "-c", command.text], environment, folder)
        want = "\n".join(command.output)
        assert whole(command.output).fullmatch(said), f"{command.text}\n got {said}\nwant {want}"
