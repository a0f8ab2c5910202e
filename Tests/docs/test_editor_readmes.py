"""The READMEs of the plugins for Vim and Neovim: who follows them in an empty folder has the first command."""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import PATIENCE, with_binary
from example_org import serving


@dataclass
class Person:
    """Somebody with an empty home, and a folder with nothing but the archive of a release."""

    home: Path
    folder: Path
    environment: dict[str, str]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            words, cwd=self.folder, env=self.environment, text=True, timeout=PATIENCE, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    def write(self, name: str, text: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    home, folder = tmp_path / "home", tmp_path / "empty"
    home.mkdir()
    folder.mkdir()
    environment = {name: text for name, text in with_binary(tmp_path).items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(home), "PATH": f"{home}/.local/bin:{os.environ['PATH']}"}
    environment.pop("STATUSD", None)
    archive(folder / "statusd-0.0.0-x86_64-linux.tar.gz", tmp_path / "bin/statusd")
    yield Person(home, folder, environment)


def archive(path: Path, program: Path) -> None:
    """What scripts/package packs, as far as the pages need it."""
    link = tarfile.TarInfo("statusd-0.0.0/share/nvim/site/pack/statusd/opt/statusd")
    link.type, link.linkname = tarfile.SYMTYPE, "../../../../../statusd/clients/neovim"
    with tarfile.open(path, "w:gz", compresslevel=1) as packed:
        packed.add(program, "statusd-0.0.0/bin/statusd")  # A link to the binary under test.
        for name in ("neovim", "vim"):
            packed.add(ROOT / "clients" / name, f"statusd-0.0.0/share/statusd/clients/{name}")
        packed.addfile(link)


def follow_install(person: Person, page: str) -> None:
    (install,) = blocks(page, "sh")
    person.run("bash", "-ec", install)


def test_vim(person: Person) -> None:
    follow_install(person, "clients/vim/README.md")
    person.write(".vimrc", "".join(blocks("clients/vim/README.md", "vim")))
    # The messages of an editor that has a screen; what it draws there goes nowhere. A status line that fails is
    # taken away by the editor.
    person.write("play.vim", """
        set laststatus=2
        Menu
        while execute('messages') !~ 'starters'
          sleep 10m
          redrawstatus
        endwhile
        call writefile([&statusline, execute('messages'), exists(':StatusdMenu')], $HOME .. '/seen')
        qall!
    """)  # fmt: skip
    person.run("vim", "--not-a-term", "-T", "dumb", "-S", str(person.home / "play.vim"))
    seen = (person.home / "seen").read_text(encoding="utf-8")
    assert seen.startswith("%f %= %{statusd#Status('temp','celsius')}\n")
    assert seen.endswith("starters\n2\n")


def test_neovim(person: Person, tmp_path: Path) -> None:
    page = "clients/neovim/README.md"
    follow_install(person, page)
    person.write(".config/nvim/init.lua", "".join(blocks(page, "lua")))
    person.write(".config/nvim/plugin/line.vim", "".join(blocks(page, "vim")))
    person.write("play.lua", """
        vim.cmd('Menu')
        local function said() return vim.fn.execute('messages') end
        vim.wait(600000, function()
          return said():find('starters') and said():find('content just now') and said():find('loaded')
        end)
        local line = vim.api.nvim_eval_statusline(vim.o.statusline, {}).str
        io.stdout:write(said(), vim.fn.exists(':StatusdMenu'), line)
        vim.cmd('qall!')
    """)  # fmt: skip
    # The first fetch of its own menu fails, and what the last block recovers brings it.
    with serving(tmp_path, b"404 Not Found") as site:
        person.environment |= site.environment
        said = person.run("nvim", "--headless", "-S", str(person.home / "play.lua"))
    assert "\nstarters\n" in said
    assert "\ncontent just now nil\n" in said
    assert "\nloaded\n" in said
    assert re.search(r"2\[No Name\] +menu: ", said)
