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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose tests need no package of Python's, and a PATH that has a Python of its own first."""
    root = tmp_path / "project"
    (root / "scripts").mkdir(parents=True)
    (root / "Tests/schema").mkdir(parents=True)
    (root / "Tests/schema/requirements.txt").touch()
    for name in ("setup", "python"):
        shutil.copy(ROOT / "scripts" / name, root / "scripts")
    for name, script in {**FAKE, "dpkg-query": "printf installed", "python3": "exit 1"}.items():
        fake(tmp_path, name, script)
    return root


def setup_of_tests(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = {"PATH": f"{project.parent}:/usr/bin:/bin"}
    return subprocess.run(
        [project / "scripts/setup", "test"], check=False, env={**path, **environment}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def test_the_environment_is_of_the_systems_python(project: Path) -> None:
    done = setup_of_tests(project)
    assert done.returncode == 0, done.stdout
    assert (project / ".venv/bin/python").resolve() == Path("/usr/bin/python3").resolve()
    assert setup_of_tests(project).stdout == ""


def test_an_environment_of_another_python_is_made_anew(project: Path) -> None:
    other = project / ".venv/bin"
    other.mkdir(parents=True)
    (project / ".venv/requirements.txt").touch()
    fake(other, "python", "echo /opt/python3.9")
    assert "setup: making .venv of " in setup_of_tests(project).stdout
    assert (other / "python").resolve() == Path("/usr/bin/python3").resolve()


def test_a_python_that_cannot_be_run_is_named(project: Path) -> None:
    missing = str(project / "python3.99")
    done = setup_of_tests(project, STATUSD_PYTHON=missing)
    said = f"setup: {missing} cannot be run; name another Python in STATUSD_PYTHON\n"
    assert (done.returncode, done.stdout) == (69, said)
