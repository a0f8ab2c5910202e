"""What `pip install` brings: the package whole, typed, and without anything else."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest
from support import ROOT

SOURCES = ROOT / "clients/python/src/statusd"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Built from a copy, because setuptools writes beside the sources; without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "clients/python", folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*build, "--wheel-dir", folder, folder / "source"], check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


def test_every_module_is_in_it(wheel: pathlib.Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("statusd/")}
    sources = {f"statusd/{path.relative_to(SOURCES)}" for path in SOURCES.rglob("*.py")}
    assert packed == sources | {"statusd/py.typed"}


def test_its_core_needs_nothing_else(wheel: pathlib.Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [metadata] = [name for name in archive.namelist() if name.endswith("/METADATA")]
    needs = [line for line in archive.read(metadata).decode().splitlines() if line.startswith("Requires-Dist")]
    assert [line for line in needs if "extra ==" not in line] == []


def test_it_can_be_imported_by_itself(wheel: pathlib.Path, tmp_path: pathlib.Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = "import sys; sys.path.insert(0, sys.argv[1]); import statusd, statusd.sync"
    subprocess.run([sys.executable, "-I", "-S", "-c", program, tmp_path], check=True)
