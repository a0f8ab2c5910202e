"""clients/shell/README.md, played from a folder that has nothing but the clients of a release."""

from __future__ import annotations

from pathlib import Path

from blocks import ROOT
from conversation import play, with_binary


def test_its_readme_is_true(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "clients").symlink_to(ROOT / "clients")
    environment = with_binary(tmp_path)
    assert play("clients/shell/README.md", "bash", environment, folder) >= 6
