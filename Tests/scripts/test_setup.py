"""scripts/setup says what is missing, and what to run where it cannot install it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REAL = ("bash", "dirname", "env", "head", "sed", "sort")
FAKE = {
    "apt-get": "exit 1",
    "dpkg-query": 'case "$*" in *expat*) ;; *) printf installed ;; esac',
    "id": "echo 1000",
    "swift": 'echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"',
}
LACKS_EXPAT = "libexpat1-dev"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A PATH on a machine that lacks one package, for a user who is not root and has no sudo."""
    for name in REAL:
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    for name, script in FAKE.items():
        fake(tmp_path, name, script)
    return tmp_path


def fake(programs: Path, name: str, script: str) -> None:
    (programs / name).write_text(f"#!/bin/sh\n{script}\n")
    (programs / name).chmod(0o755)


def setup(programs: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "scripts/setup", "run"], check=False, env={"PATH": str(programs)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def test_without_root_and_sudo_it_prints_the_command(programs: Path) -> None:
    done = setup(programs)
    assert done.returncode == 69
    assert done.stdout.splitlines()[-1] == f"  scripts/install-packages {LACKS_EXPAT}"


def test_sudo_that_would_ask_is_no_help_without_a_terminal(programs: Path) -> None:
    fake(programs, "sudo", "exit 1")
    assert setup(programs).returncode == 69


def test_with_sudo_it_says_what_it_installs(programs: Path) -> None:
    fake(programs, "sudo", '[ "$1" = -n ] || echo "sudo was given: $*"')
    done = setup(programs)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"setup: installing the Debian packages {LACKS_EXPAT}: sudo scripts/install-packages {LACKS_EXPAT}",
        f"sudo was given: scripts/install-packages {LACKS_EXPAT}",
    ]


def test_without_apt_it_names_the_packages(programs: Path) -> None:
    (programs / "apt-get").unlink()
    done = setup(programs)
    assert done.returncode == 69
    assert LACKS_EXPAT in done.stdout


def test_where_everything_is_there_it_says_nothing(programs: Path) -> None:
    fake(programs, "dpkg-query", "printf installed")
    done = setup(programs)
    assert (done.returncode, done.stdout) == (0, "")
