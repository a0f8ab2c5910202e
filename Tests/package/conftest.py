"""The release that the tests install, packed once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def made(*words: str | Path) -> Path:
    """The path that a script prints."""
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="session")
def binary() -> Path:
    return made(ROOT / "scripts/build-release")


@pytest.fixture(scope="session")
def packed(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(ROOT / "scripts/package", tmp_path_factory.mktemp("packed") / "out", binary)
