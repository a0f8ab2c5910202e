"""docs/quick-start.md does what it says, in one folder from its first step to its last."""

from __future__ import annotations

from pathlib import Path

from blocks import blocks
from conversation import hold, with_binary


def test_the_steps_follow_each_other(tmp_path: Path) -> None:
    steps = blocks("docs/quick-start.md", "console")
    assert len(steps) == 5
    environment = with_binary(tmp_path)
    for step in steps:
        hold(step, environment, tmp_path)
