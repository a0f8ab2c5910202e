"""scripts/release in a repository of its own, where building and playing are left out: what it refuses, signs and splits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/packaging"))

from versions import PLACES  # noqa: E402

VERSION = "0.1.0"
REAL = ("scripts/release", "scripts/python", "scripts/packaging/versions.py", *PLACES)
#: They note their words. The second of two packings differs where a file of that name is there.
STUBS = {
    "build-release": "echo program",
    "package": 'mkdir -p "$1" && echo "sums$(cat ../*/differs 2>/dev/null)" >"$1/SHA256SUMS" && echo "$1"',
    "setup": "true",
    "chroot/released": 'test ! -e fails',
}
HISTORY = {"clients/swift/Package.swift": "// the client\n", "CHANGELOG.md": f"## {VERSION} - 2000-01-01\n", ".gitignore": "/words\n/.build-package/\n"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    names = {f"GIT_{role}_{what}": "a@b.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**os.environ, **names, "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(tmp_path)}


@pytest.fixture
def clone(tmp_path: Path, environment: dict[str, str]) -> Path:
    """A tagged commit."""
    clone = tmp_path / "clone"
    for name in REAL:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    for name, does in STUBS.items():
        stub = clone / "scripts" / name
        stub.parent.mkdir(exist_ok=True)
        stub.write_text(f'#!/bin/bash\ncd "$(dirname "$0")/{"../" * (1 + name.count("/"))}"\necho "{name} $*" >>words\n{does}\n')
        stub.chmod(0o755)
    for name, text in HISTORY.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text(text)
    for words in ("init -q", "add -A", "commit -q -m first", f"tag v{VERSION}"):
        git(clone, environment, *words.split())
    return clone


def git(clone: Path, environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=clone, env=environment, text=True, capture_output=True, check=True)
    return done.stdout.strip()


def release(clone: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "scripts/release", *words], env=environment, text=True, capture_output=True, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def released(clone: Path, environment: dict[str, str], *words: str) -> tuple[Path, str]:
    done = release(clone, environment, *words)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip()), done.stderr


def test_it_packs_the_program_that_was_built(clone: Path, environment: dict[str, str], tmp_path: Path) -> None:
    folder, said = released(clone, environment, str(tmp_path / "out"))
    assert folder == tmp_path / "out"
    assert f"package {folder} program\n" in (clone / "words").read_text()
    assert "NOT SIGNED" in said
    played = f"chroot/released {folder} .build/release-logs bookworm trixie\n" in (clone / "words").read_text()
    assert played == ("NOT PLAYED" not in said) == (os.geteuid() == 0)


def test_the_folder_of_the_swift_client_is_a_commit_of_its_own(
    clone: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    _, said = released(clone, environment)
    (commit,) = {word for word in said.replace(":", " ").split() if len(word) == 40}
    assert git(clone, environment, "ls-tree", "--name-only", commit) == "Package.swift\nSources"
    assert f"git push REPOSITORY {commit}:refs/heads/main {commit}:refs/tags/{VERSION}" in said
    assert commit in released(clone, environment, "--draft", str(tmp_path / "other"))[1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("echo >new", "the work tree has changes"),
        (f"git tag -d v{VERSION}", f"HEAD is not tagged v{VERSION}"),
        ("git commit -q --allow-empty -m more", f"HEAD is not tagged v{VERSION}"),
        (f"echo '## Unreleased' >CHANGELOG.md; git commit -qam x; git tag -f v{VERSION}", f"no section for {VERSION}"),
        ("sed -i 's/0.1.0/0.1.1/' clients/vscode/package.json; git commit -qam x", "need the same version"),
    ],
)
def test_what_is_no_release_is_refused(
    clone: Path, environment: dict[str, str], change: str, sentence: str
) -> None:
    subprocess.run(["bash", "-ec", change], cwd=clone, env=environment, check=True, capture_output=True)
    done = release(clone, environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert not (clone / "words").exists()


def test_a_draft_needs_no_tag(clone: Path, environment: dict[str, str]) -> None:
    git(clone, environment, "tag", "-d", f"v{VERSION}")
    released(clone, environment, "--draft")


def test_two_builds_are_compared(clone: Path, environment: dict[str, str], tmp_path: Path) -> None:
    assert "two builds are the same" in released(clone, environment, "--twice", "--draft")[1]
    # Another folder, which only the first build finds.
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/differs").write_text("1")
    done = release(clone, environment, "--twice", "--draft", str(tmp_path / "other"))
    assert done.returncode == 1
    assert "two builds differ" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root plays a release in minimal systems")
def test_a_play_that_fails_ends_it_before_it_is_signed(clone: Path, environment: dict[str, str]) -> None:
    (clone / ".gitignore").write_text("/words\n/fails\n")
    git(clone, environment, "commit", "-qam", "more")
    (clone / "fails").touch()
    done = release(clone, environment, "--draft", "--key", "nobody")
    assert (done.returncode, "a play failed" in done.stderr) == (1, True)


# Signatures


@pytest.fixture
def keyring(environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """The id of a key that nobody has to unlock."""
    home = tmp_path / "gnupg"
    home.mkdir(mode=0o700)
    environment["GNUPGHOME"] = str(home)
    made = "gpg --batch --quiet --passphrase= --quick-generate-key throwaway@b.example ed25519 sign never"
    subprocess.run(made.split(), env=environment, check=True, capture_output=True)
    yield "throwaway@b.example"
    subprocess.run(["gpgconf", "--kill", "all"], env=environment, check=True)


@pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")
def test_gpg_signs_the_sums(clone: Path, environment: dict[str, str], keyring: str) -> None:
    folder, said = released(clone, environment, "--key", keyring)
    assert "NOT SIGNED" not in said
    check = ["gpg", "--verify", str(folder / "SHA256SUMS.asc"), str(folder / "SHA256SUMS")]
    subprocess.run(check, env=environment, check=True, capture_output=True)
    (folder / "SHA256SUMS").write_text("other sums\n")
    assert subprocess.run(check, env=environment, check=False, capture_output=True).returncode == 1


@pytest.mark.skipif(shutil.which("minisign") is None, reason="minisign is not installed")
def test_minisign_signs_the_sums(clone: Path, environment: dict[str, str], tmp_path: Path) -> None:
    secret, public = tmp_path / "key", tmp_path / "key.pub"
    subprocess.run(["minisign", "-G", "-W", "-s", secret, "-p", public], check=True, capture_output=True)
    folder, _ = released(clone, environment, "--key", str(secret))
    check = ["minisign", "-V", "-p", str(public), "-m", str(folder / "SHA256SUMS")]
    said = subprocess.run(check, check=True, capture_output=True, text=True).stdout
    assert f"Trusted comment: statusd {VERSION}\n" in said
    (folder / "SHA256SUMS").write_text("other sums\n")
    assert subprocess.run(check, check=False, capture_output=True).returncode == 1
