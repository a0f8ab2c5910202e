"""What editors install: each package in its real host, and the extension by its form: clients/vscode runs it."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
VSX = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"


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


def test_the_extension_names_what_it_has(packed: Path) -> None:
    with zipfile.ZipFile(only(packed, "statusd-[0-9]*.vsix")) as archive:
        names = set(archive.namelist())
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        types = ElementTree.fromstring(archive.read("[Content_Types].xml"))
        about = json.loads(archive.read("extension/package.json"))
    assets = {each.attrib["Path"] for each in manifest.iter(f"{VSX}Asset")}
    assert {"extension/package.json", "extension/README.md", "extension/LICENSE.txt"} <= assets <= names
    assert {Path(name).suffix for name in names if Path(name).suffix != ".xml"} <= {each.attrib["Extension"] for each in types}
    assert f"extension/{about['main'].removeprefix('./')}" in names
    (identity,) = manifest.iter(f"{VSX}Identity")
    assert identity.attrib["Version"] == about["version"]


def test_the_packages_of_a_release_have_one_version(packed: Path) -> None:
    version = (ROOT / "Sources/Engine/Version.swift").read_text(encoding="utf-8").split('current = "')[1].split('"')[0]
    names = {path.name for path in packed.iterdir()} - {"SHA256SUMS"}
    assert len(names) >= 7 and all(version in name for name in names), names
