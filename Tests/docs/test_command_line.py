"""docs/command-line.md does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from blocks import blocks
from conversation import hold, with_binary

PAGE = "docs/command-line.md"


@pytest.mark.parametrize("block", blocks(PAGE, "console"))
def test_the_conversations_are_real(block: str, tmp_path: Path) -> None:
    hold(block, with_binary(tmp_path), tmp_path)


def test_there_are_conversations() -> None:
    assert len(blocks(PAGE, "console")) >= 3
