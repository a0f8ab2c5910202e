"""scripts/package looks before it packs: Tests/package is about what it packs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def package(script: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([script, *words], check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear")
    done = package(ROOT / "scripts/package", tmp_path, "/bin/true")
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr == f"package: {tmp_path} is not empty; name a new folder\n"
    assert letter.read_text() == "dear"


def test_a_fresh_clone_is_set_up_before_anything_is_built(tmp_path: Path) -> None:
    script = tmp_path / "scripts/package"
    script.parent.mkdir()
    shutil.copy(ROOT / "scripts/package", script)
    for name, answer in {"setup": 'echo "setup $*" >&2; exit 69', "build-release": "echo built >&2; exit 1"}.items():
        (script.parent / name).write_text(f"#!/bin/sh\n{answer}\n")
        (script.parent / name).chmod(0o755)
    done = package(script)
    assert (done.returncode, done.stderr) == (69, "setup test\n")
