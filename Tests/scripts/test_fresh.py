"""scripts/fresh says what it needs before it makes anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script() -> Iterator[Path]:
    """A copy for a user who may not read the repository, if it is below a folder of its owner's alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "scripts").mkdir()
        yield Path(shutil.copy(ROOT / "scripts/fresh", Path(folder, "scripts")))


def fresh(script: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [script, *words], check=False, user=65534 if os.geteuid() == 0 else None, capture_output=True, text=True
    )


def test_without_root_it_says_so(script: Path) -> None:
    done = fresh(script)
    assert (done.returncode, done.stdout) == (77, "")
    assert done.stderr == "fresh: mounting needs root: run this as root, or with sudo\n"


@pytest.mark.parametrize("words", [["--only"], ["--only", "tset"], ["test"], ["--hold"]])
def test_what_it_does_not_know_is_a_mistake(script: Path, words: list[str]) -> None:
    done = fresh(script, *words)
    assert (done.returncode, done.stderr[:21]) == (64, "usage: scripts/fresh ")
