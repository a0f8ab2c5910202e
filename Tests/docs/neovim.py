"""The code of a page for Neovim, as the installed version takes it."""

from __future__ import annotations

import re
from pathlib import Path

from blocks import ROOT, blocks
from conversation import run

#: How a session begins since 0.10. Every page says how it begins in older versions.
BEGIN = "vim.lsp.rpc.start({ 'statusd' }, {"


def code_for(page: str, word: str, environment: dict[str, str], folder: Path) -> str:
    """The one block of the page that has a word."""
    (code,) = (block for block in blocks(page, "lua") if word in block)
    (older,) = set(re.findall(r"\(in 0\.7 to 0\.9, begin with `(.+)`\)", (ROOT / page).read_text(encoding="utf-8")))
    assert BEGIN in code
    found = re.match(r"NVIM v(\d+)\.(\d+)", run(["nvim", "--version"], environment, folder))
    assert found
    return code.replace(BEGIN, older) if (int(found[1]), int(found[2])) < (0, 10) else code
