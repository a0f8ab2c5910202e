"""What editors install, in the editors; the packages for npm and Visual Studio Code are tested with their clients."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def run(*words: str | Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in words], text=True, capture_output=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def test_emacs_installs_the_package(packed: Path, tmp_path: Path) -> None:
    folder = json.dumps(str(tmp_path))
    package = json.dumps(str(only(packed, "*.tar")))
    said = run("emacs", "-Q", "--batch", "--eval", f"""
        (progn
          (setq package-user-dir {folder})
          (require 'package)
          (package-initialize)
          (package-install-file {package})
          (require 'statusd)
          (message "%s %s" (commandp 'statusd-menu) (locate-library "statusd")))""")  # fmt: skip
    assert f"\nt {tmp_path}/statusd-" in said
    assert "Warning" not in said


def test_neovim_finds_the_plugin_of_the_archive(packed: Path, tmp_path: Path) -> None:
    (tmp_path / ".local").mkdir()
    run("tar", "-xzf", only(packed, "*-linux.tar.gz"), "--strip-components", "1", "-C", tmp_path / ".local")
    ask = 'lua io.write("commands: ", vim.fn.exists(":Statusd"))'
    plain = ("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "packadd statusd", "-c", ask, "-c", "quit")
    said = run(*plain, XDG_DATA_HOME=str(tmp_path / ".local/share"), XDG_DATA_DIRS=str(tmp_path))
    assert said.startswith("commands: ") and "commands: 0" not in said


def test_the_packages_of_a_release_have_one_version(packed: Path) -> None:
    version = (ROOT / "Sources/Engine/Version.swift").read_text(encoding="utf-8").split('current = "')[1].split('"')[0]
    names = {path.name for path in packed.iterdir()} - {"SHA256SUMS", "server.json"}
    assert len(names) == 10 and all(version in name for name in names), names
    assert json.loads((packed / "server.json").read_text(encoding="utf-8"))["version"] == version
