"""scripts/install puts everything below a prefix, and takes all of it away again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: Prints what it was asked for, as the binary prints its man page and completions.
PROGRAM = '#!/bin/sh\necho "$*"\n'
INSTALLED = {
    "bin/statusd": PROGRAM,
    "share/bash-completion/completions/statusd": "completions bash\n",
    "share/fish/vendor_completions.d/statusd.fish": "completions fish\n",
    "share/man/man1/statusd.1": "manual\n",
    "share/zsh/vendor-completions/_statusd": "completions zsh\n",
}


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    program = tmp_path / "built"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    return program


def install(
    *words: str | Path, path: str = os.environ["PATH"], home: str = "/proc/nonexistent"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "scripts/install", *words], check=False, env={"PATH": path, "HOME": home}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True,
    )  # fmt: skip


def files(prefix: Path) -> dict[str, str]:
    return {str(each.relative_to(prefix)): each.read_text() for each in prefix.rglob("*") if each.is_file()}


def test_everything_has_its_place(binary: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "a prefix"
    done = install(prefix, binary)
    assert (done.returncode, done.stdout) == (0, f"{prefix}/bin/statusd\n"), done.stderr
    assert files(prefix) == INSTALLED
    assert os.access(prefix / "bin/statusd", os.X_OK)


def test_without_a_prefix_it_is_below_home(binary: Path, tmp_path: Path) -> None:
    assert install("", binary, home=str(tmp_path)).returncode == 0
    assert files(tmp_path / ".local") == INSTALLED


def test_what_is_not_on_path_is_said(binary: Path, tmp_path: Path) -> None:
    assert install(tmp_path, binary).stderr == f"install: {tmp_path}/bin is not on PATH\n"
    assert install(tmp_path, binary, path=f"{tmp_path}/bin:{os.environ['PATH']}").stderr == ""


def test_a_program_that_runs_is_replaced(tmp_path: Path) -> None:
    prefix, sleep = tmp_path / "prefix", shutil.which("sleep")
    assert sleep
    (prefix / "bin").mkdir(parents=True)
    shutil.copy(sleep, prefix / "bin/statusd")
    (tmp_path / "built").write_text(PROGRAM)
    (tmp_path / "built").chmod(0o755)
    running = subprocess.Popen([prefix / "bin/statusd", "600"])
    try:
        assert install(prefix, tmp_path / "built").returncode == 0
        assert running.poll() is None
        assert files(prefix) == INSTALLED
    finally:
        running.kill()
        running.wait()


def test_nothing_of_it_stays_and_nothing_else_goes(binary: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    install(prefix, binary)
    (prefix / "bin/other").write_text("other\n")
    assert install("--uninstall", prefix).returncode == 0
    assert files(prefix) == {"bin/other": "other\n"}
    assert install("--uninstall", prefix).returncode == 0


def test_an_unknown_option_is_no_prefix(tmp_path: Path) -> None:
    done = install("--unistall", tmp_path)
    assert (done.returncode, done.stdout) == (64, "")
    assert "--uninstall" in done.stderr


@pytest.fixture
def programs() -> Iterator[Path]:
    """A PATH without sudo, for a user who may not write to a folder in it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for name in ("bash", "dirname"):
            Path(folder, name).symlink_to(shutil.which(name) or name)
        # That user may not read the repository, if it is below a folder of its owner's alone.
        shutil.copy(ROOT / "scripts/install", folder)
        Path(folder, "closed").mkdir(mode=0o555)
        yield Path(folder)


def uninstall_where_root_writes(programs: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", programs / "install", "--uninstall", programs / "closed/prefix"], check=False, env={"PATH": str(programs)}, cwd="/",
        stdin=subprocess.DEVNULL,
        user=65534 if os.geteuid() == 0 else None, capture_output=True, text=True,
    )  # fmt: skip


def test_without_sudo_it_says_where_it_may_not_write(programs: Path) -> None:
    done = uninstall_where_root_writes(programs)
    assert (done.returncode, done.stderr.splitlines()) == (
        77, [f"install: {programs}/closed cannot be written; name another prefix, or run this as root"],
    )


def test_sudo_does_what_only_root_may(programs: Path) -> None:
    sudo(programs, '[ "$1" = -n ] || echo "sudo was given: $1 $2 $3"')
    said = f"sudo was given: rm -f {programs}/closed/prefix/bin/statusd\n"
    assert uninstall_where_root_writes(programs).stdout == said


def test_sudo_that_would_ask_is_no_help_without_a_terminal(programs: Path) -> None:
    sudo(programs, "echo 'sudo: a password is required' >&2; exit 1")
    done = uninstall_where_root_writes(programs)
    assert (done.returncode, done.stderr.splitlines()) == (
        77, [f"install: {programs}/closed cannot be written; name another prefix, or run this as root"],
    )


def sudo(programs: Path, script: str) -> None:
    (programs / "sudo").write_text(f"#!/bin/sh\n{script}\n")
    (programs / "sudo").chmod(0o755)
