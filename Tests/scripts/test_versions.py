"""scripts/packaging/versions.py: one version in every place."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "scripts/packaging/versions.py"
sys.path.insert(0, str(ROOT / "scripts/packaging"))

from versions import PLACES  # noqa: E402


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The places alone, in a folder of their own."""
    for name in (*PLACES, SCRIPT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def versions(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", root / SCRIPT, *words], capture_output=True, text=True, check=False
    )


def test_every_place_has_the_same_version() -> None:
    done = versions(ROOT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", PLACES)
def test_a_place_with_another_version_is_named(copy: Path, name: str) -> None:
    current = versions(copy).stdout.strip()
    path = copy / name
    path.write_text(path.read_text(encoding="utf-8").replace(current, "99.0.1"), encoding="utf-8")
    done = versions(copy)
    assert done.returncode == 1
    # All others differ from that one.
    assert (name in done.stderr) == (name != "Sources/Engine/Version.swift")


def test_a_version_is_set_in_every_place(copy: Path) -> None:
    done = versions(copy, "--set", "99.1.0")
    assert (done.returncode, done.stdout, done.stderr) == (0, "99.1.0\n", "")
    texts = [(copy / name).read_text(encoding="utf-8") for name in PLACES]
    assert all("99.1.0" in text for text in texts)
