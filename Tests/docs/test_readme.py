"""README.md does what it says: its conversations are held, its editors' code is run in the editors."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from blocks import ROOT, blocks, commands, pattern

PATIENCE = 300  # seconds, for what takes a fraction of one: a busy machine is slow, and not wrong


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """One in which `statusd` is the binary under test."""
    binary = Path(os.environ.get("STATUSD_BIN", ROOT / ".build/debug/statusd"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/statusd").symlink_to(binary)
    return {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "no_proxy": "*"}


def run(command: list[str], environment: dict[str, str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True, timeout=PATIENCE, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return done.stdout


@pytest.mark.parametrize("block", blocks("README.md", "console"))
def test_the_conversations_are_real(block: str, environment: dict[str, str], tmp_path: Path) -> None:
    for command in commands(block):
        said = run(["bash", "-c", command.text], environment, tmp_path).splitlines()
        assert len(said) == len(command.output), f"{command.text}: {said}"
        for line, expected in zip(said, command.output):
            assert pattern(expected).fullmatch(line), f"{command.text}\n got {line}\nwant {expected}"


def test_there_are_conversations() -> None:
    assert len(blocks("README.md", "console")) >= 5


def test_the_emacs_command_works(environment: dict[str, str], tmp_path: Path) -> None:
    (code,) = blocks("README.md", "elisp")
    (tmp_path / "menu.el").write_text(code + "(statusd-menu)\n", encoding="utf-8")
    said = run(["emacs", "-Q", "--batch", "-l", "menu.el"], environment, tmp_path)
    assert '(:sections [(:category "starters"' in said


def test_the_neovim_code_works(environment: dict[str, str], tmp_path: Path) -> None:
    (code,) = blocks("README.md", "lua")
    (tmp_path / "menu.lua").write_text(code, encoding="utf-8")
    wait = "lua vim.wait(240000, function() return vim.fn.execute('messages'):find('starters') ~= nil end, 10)"
    said = run(
        ["nvim", "--clean", "--headless", "-c", "luafile menu.lua", "-c", wait, "-c", "qa!"],
        environment, tmp_path,
    )
    assert said.split() == ["menu", "is", "loading", "menu", "is", "loaded", "starters"]
