"""The lines of README.md that install statusd: the wheel in a fresh environment, everything in minimal systems."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Install\n")[1].split("\n## ")[0]


def line(start: str) -> str:
    """A command of README.md, without its comment."""
    found = re.search(rf"^{re.escape(start)}.*", SECTION, re.MULTILINE)
    assert found, f"README.md has no line that begins with {start}"
    return found[0].split(" # ")[0].strip()


def shell(words: str, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        ["sh", "-c", words], cwd=folder, text=True, capture_output=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def test_the_wheel_is_installed_by_the_line_of_the_readme(packed: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    path = f"{tmp_path / 'venv/bin'}:{os.environ['PATH']}"
    shell(line("pip install"), packed, PATH=path, PIP_NO_INDEX="1", PIP_QUIET="1")
    (tmp_path / "t.json").write_text('{"celsius": 21.5}')
    call = "statusd call refresh resource=t --resource t=file:t.json --pointer /value/celsius"
    assert shell(call, tmp_path, PATH=path) == "21.5\n"
    # The environment is not activated.
    found = shell('venv/bin/python -c "import statusd.program as p; print(p.find())"', tmp_path, STATUSD="")
    assert found == f"{tmp_path / 'venv/bin/statusd'}\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root: no minimal system is made")
@pytest.mark.skipif(shutil.which("debootstrap") is None, reason="debootstrap is not installed: no minimal system is made")
def test_a_release_works_in_a_minimal_system(packed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [ROOT / "scripts/chroot/released", packed, tmp_path / "logs", "bookworm"],
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
