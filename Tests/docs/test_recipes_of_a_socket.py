"""The recipes of docs/recipes.md that connect an editor to a socket: two editors, one daemon."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import PATIENCE, run, with_binary

PAGE = "docs/recipes.md"
SOCKET = "/run/user/1000/statusd/mine.sock"
#: A later Neovim than Debian's: see scripts/testing/steps.py.
NEOVIM = ROOT / ".venv/bin/nvim"


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """One in which a daemon serves a socket in the folder of the test."""
    environment = with_binary(tmp_path)
    socket = tmp_path / "mine.sock"
    with subprocess.Popen(["statusd", "serve", "--socket", socket], cwd=tmp_path, env=environment) as daemon:
        deadline = time.monotonic() + PATIENCE
        while not socket.exists():
            assert daemon.poll() is None, f"the daemon ended with status {daemon.returncode}"
            assert time.monotonic() < deadline
            os.sched_yield()
        yield environment
        daemon.terminate()
        assert daemon.wait(PATIENCE) == 0


def recipe(language: str, folder: Path) -> str:
    (code,) = (block for block in blocks(PAGE, language) if SOCKET in block)
    return code.replace(SOCKET, str(folder / "mine.sock"))


@pytest.mark.skipif(not NEOVIM.exists(), reason="PyPI has no Neovim for this architecture")
def test_neovim_connects(environment: dict[str, str], tmp_path: Path) -> None:
    said = "local said\nlocal function print(text) said = text end\n"
    wait = f"vim.wait({PATIENCE * 1000}, function() return said end)\nio.stdout:write(said)\nvim.cmd('qall!')\n"
    (tmp_path / "menu.lua").write_text(said + recipe("lua", tmp_path) + wait, encoding="utf-8")
    assert run([str(NEOVIM), "--clean", "--headless", "-S", "menu.lua"], environment, tmp_path) == "starters"


def test_emacs_connects(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "menu.el").write_text(recipe("elisp", tmp_path), encoding="utf-8")
    (shown,) = run(["emacs", "-Q", "--batch", "-l", "menu.el"], environment, tmp_path).splitlines()
    assert shown.startswith('(:sections [(:category "starters"')
