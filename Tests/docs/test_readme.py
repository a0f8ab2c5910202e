"""README.md does what it says: its conversations are held, its editors' code is run in the editors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import PATIENCE, hold, run, with_binary
from neovim import code_for


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """One in which `statusd` is the binary under test."""
    return with_binary(tmp_path)


@pytest.mark.parametrize("block", blocks("README.md", "console"))
def test_the_conversations_are_real(block: str, environment: dict[str, str], tmp_path: Path) -> None:
    hold(block, environment, tmp_path)


def test_there_are_conversations() -> None:
    assert len(blocks("README.md", "console")) >= 5


#: What every Debian system has, or the release contains.
EVERYWHERE = {"libc6", "libgcc-s1", "libstdc++6"}


def test_the_libraries_to_install_are_those_of_the_binary(environment: dict[str, str], tmp_path: Path) -> None:
    (command,) = blocks("README.md", "sh")
    named = set(command.removeprefix("apt-get install ").split())
    # Those of the Swift toolchain lie elsewhere, and the release contains them.
    linked = re.findall(r" => (?:/usr)?/lib/.*/(\S+) \(", run(["ldd", "bin/statusd"], environment, tmp_path))
    source = (ROOT / "Sources/Providers/HTTP/CurlLibrary.swift").read_text(encoding="utf-8")
    loaded = re.findall(r'soname: "(.+)"', source)
    assert loaded
    files = [f"*/{name}" for name in [*linked, *loaded]]
    found = run(["dpkg-query", "--search", *files], environment, tmp_path)
    packages = {line.split(":")[0] for line in found.splitlines()}
    assert packages - EVERYWHERE == named - {"ca-certificates"}


MENU = '[{"name":"Coke","category":"drinks","spicy":false,"price":3}]'
#: What the file's absence is called.
NOTHING_THERE = "There is nothing at this path."

#: What an editor prints of a fetch that fails and of one that works: a file is read in one turn, without loading.
AFTER_A_FAILURE = [
    "menu is loading", "menu is failed", f"{NOTHING_THERE} Check the path, then try again.",
    "menu is loaded", "drinks",
]


@pytest.fixture
def without_menu(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """One in which the first fetch of the menu fails and is logged: its file is not there until an editor writes it."""
    program = tmp_path / "bin/statusd"
    binary = program.readlink()
    program.unlink()
    program.write_text(f'#!/bin/sh\nexec "{binary}" --menu file:menu.json "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "later.json").write_text(MENU, encoding="utf-8")
    return environment


def emacs(environment: dict[str, str], folder: Path, *further: str) -> list[str]:
    (code,) = blocks("README.md", "elisp")
    (folder / "menu.el").write_text("\n".join([code, "(statusd-menu)", *further]), encoding="utf-8")
    return run(["emacs", "-Q", "--batch", "-l", "menu.el"], environment, folder).splitlines()


def test_the_emacs_command_works(environment: dict[str, str], tmp_path: Path) -> None:
    (shown,) = emacs(environment, tmp_path)
    assert shown.startswith('(:sections [(:category "starters"')


def test_a_failure_in_emacs_is_shown_and_the_next_fetch_works(without_menu: dict[str, str], tmp_path: Path) -> None:
    # What the daemon writes to stderr comes in its own time.
    log = (
        '(with-current-buffer "*statusd log*" (while (= (buffer-size) 0) (accept-process-output nil 1))'
        ' (message "%s" (buffer-string)))'
    )
    failed, shown, logged, *_ = emacs(
        without_menu, tmp_path, '(rename-file "later.json" "menu.json")', "(statusd-menu)", log,
    )
    assert failed == f"The file does not exist. {NOTHING_THERE}"
    assert shown.startswith('(:sections [(:category "drinks"')
    assert "kind=fileNotFound" in logged


def neovim(environment: dict[str, str], folder: Path, *further: str) -> list[str]:
    """What the code prints, and what commands behind it do; each is waited for by what it prints."""
    code = code_for("README.md", environment, folder)
    (folder / "menu.lua").write_text(code + "_G.show_menu = show_menu", encoding="utf-8")
    said = run(
        ["nvim", "--clean", "--headless", "-c", "luafile menu.lua", *words(further), "-c", "qa!"], environment, folder,
    )
    return said.split("\n")


def words(commands: tuple[str, ...]) -> list[str]:
    return [word for command in commands for word in ("-c", command)]


def neovim_until(text: str) -> str:
    found = f"vim.fn.execute('messages'):find('{text}', 1, true) ~= nil"
    return f"lua vim.wait({PATIENCE * 1000}, function() return {found} end, 10)"


def test_the_neovim_code_works(environment: dict[str, str], tmp_path: Path) -> None:
    said = neovim(environment, tmp_path, neovim_until("starters"))
    assert [line.strip() for line in said] == ["menu is loading", "menu is loaded", "starters"]


def test_a_failure_in_neovim_is_shown_and_the_next_fetch_works(without_menu: dict[str, str], tmp_path: Path) -> None:
    said = neovim(
        without_menu, tmp_path, neovim_until(NOTHING_THERE), "call rename('later.json', 'menu.json')",
        "lua show_menu()", neovim_until("drinks"),
    )
    assert [line.strip() for line in said] == AFTER_A_FAILURE


def vim(environment: dict[str, str], folder: Path, *further: str) -> list[str]:
    """The messages of Vim, after the commands behind the code; `Until` waits for one."""
    (code,) = blocks("README.md", "vim")
    until = "func Until(text)\n while stridx(execute('messages'), a:text) < 0 | sleep 5m | endwhile\nendfunc"
    report = "call writefile(split(execute('messages'), '\\n'), 'said') | qa!"
    script = "\n".join([code, until, "call StatusdMenu()", *further, report])
    (folder / "menu.vim").write_text(script, encoding="utf-8")
    run(["vim", "--clean", "-es", "-S", "menu.vim"], environment, folder)
    return (folder / "said").read_text(encoding="utf-8").splitlines()


def test_the_vim_code_works(environment: dict[str, str], tmp_path: Path) -> None:
    said = vim(environment, tmp_path, "call Until('starters')")
    assert said == ["menu is loading", "menu is loaded", "starters"]


def test_a_failure_in_vim_is_shown_and_the_next_fetch_works(without_menu: dict[str, str], tmp_path: Path) -> None:
    said = vim(
        without_menu, tmp_path, f"call Until('{NOTHING_THERE}')", "call rename('later.json', 'menu.json')",
        "call StatusdMenu()", "call Until('drinks')",
    )
    assert said == AFTER_A_FAILURE
