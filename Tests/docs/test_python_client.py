"""clients/python/README.md, played from an empty folder: what it installs, what it runs, and what that prints."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from blocks import ROOT
from conversation import play

BINARY = Path(os.environ.get("STATUSD_BIN", ROOT / ".build/debug/statusd"))


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of a release: the client, and the program as one of its scripts."""
    folder = tmp_path_factory.mktemp("release")
    shutil.copytree(ROOT / "clients/python", folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    build = f"from setuptools.build_meta import *; print(build_wheel({str(folder)!r}))"
    subprocess.run([sys.executable, "-c", build], cwd=folder / "source", check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    name, version, *_ = wheel.name.split("-")
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.write(BINARY, f"{name}-{version}.data/scripts/statusd")
    return folder


@pytest.fixture
def environment(release: Path, tmp_path: Path) -> dict[str, str]:
    """A virtual environment that is activated; pip finds the release, and the tools of the tests, and no index."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    [packages] = venv.glob("lib/python*/site-packages")
    (packages / "tools.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STATUSD", "PYTHON", "PYTEST"))}
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(release), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    # `pytest` of the environment: the one of the tests, with this interpreter.
    (venv / "bin/pytest").write_text(f'#!/bin/sh\nexec {venv}/bin/python -m pytest -p no:cacheprovider "$@"\n')
    (venv / "bin/pytest").chmod(0o755)
    paths = f"{venv}/bin:/usr/bin:/bin"
    return {**kept, **pip, "PATH": paths, "VIRTUAL_ENV": str(venv), "XDG_CONFIG_HOME": "/proc/nonexistent"}


def test_its_readme_is_true(environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert play("clients/python/README.md", "python", environment, folder) >= 10
