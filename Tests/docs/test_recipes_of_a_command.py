"""The recipes of docs/recipes.md that add a command to an editor: each runs in its editor, on a failure too."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks import blocks
from conversation import PATIENCE, run, with_binary
from neovim import code_for

PAGE = "docs/recipes.md"


def recipe(language: str, word: str) -> str:
    """The one block in a language that has a word."""
    (found,) = (block for block in blocks(PAGE, language) if word in block)
    return found


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """One in which `statusd` is the binary under test."""
    return with_binary(tmp_path)


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
    code = recipe("elisp", "statusd-menu")
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
    """What the code prints, and what the commands after it do; each is waited for by what it prints."""
    code = code_for(PAGE, "show_menu", environment, folder)
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
    """The messages of Vim, after the commands that follow the code; `Until` waits for one."""
    code = recipe("vim", "StatusdMenu")
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
