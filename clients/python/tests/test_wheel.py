"""What `pip install` brings: the package whole, typed, described for an index, and without anything else."""

from __future__ import annotations

import email.message
import email.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from support import ROOT

SOURCES = ROOT / "clients/python/src/statusd"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder of sdist and wheel. Built from a copy, as scripts/package does, without a network."""
    folder = tmp_path_factory.mktemp("release")
    source = folder / "source"
    shutil.copytree(ROOT / "clients/python", source, ignore=shutil.ignore_patterns("build", "*.egg-info"))
    build = f"from setuptools.build_meta import *; build_sdist({str(folder)!r}); build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(release: pathlib.Path) -> zipfile.ZipFile:
    [built] = release.glob("*.whl")
    return zipfile.ZipFile(built)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    """https://packaging.python.org/en/latest/specifications/core-metadata/"""
    [name] = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    return email.parser.Parser().parsestr(wheel.read(name).decode())


def test_every_module_is_in_it(wheel: zipfile.ZipFile) -> None:
    packed = {name for name in wheel.namelist() if name.startswith("statusd/")}
    sources = {f"statusd/{path.relative_to(SOURCES)}" for path in SOURCES.rglob("*.py")}
    assert packed == sources | {"statusd/py.typed"}


def test_the_licence_is_in_wheel_and_sdist(release: pathlib.Path, wheel: zipfile.ZipFile) -> None:
    assert [name for name in wheel.namelist() if name.endswith("/licenses/LICENSE")]
    [archive] = release.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        assert {"LICENSE", "README.md", "setup.py"} <= {pathlib.Path(name).name for name in sdist.getnames()}


def test_it_needs_nothing_else(metadata: email.message.Message) -> None:
    assert [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need] == []


def test_it_adds_nothing_to_other_projects(wheel: zipfile.ZipFile) -> None:
    """An entry point of pytest would load the plugin, and its fixtures, into each of them."""
    assert not [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]


def test_an_index_shows_where_it_comes_from(metadata: email.message.Message) -> None:
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Author"]
    labels = {url.split(",")[0] for url in metadata.get_all("Project-URL", [])}
    assert {"Homepage", "Documentation", "Changelog", "Source"} <= labels


def test_each_link_of_its_description_leads_somewhere(metadata: email.message.Message) -> None:
    description = str(metadata.get_payload())
    links = re.findall(r"\]\(([^)]*)\)", description)
    assert len(links) > 5
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


def test_it_can_be_imported_by_itself(wheel: zipfile.ZipFile, tmp_path: pathlib.Path) -> None:
    wheel.extractall(tmp_path)
    program = "import sys; sys.path.insert(0, sys.argv[1]); import statusd, statusd.sync, statusd.testing"
    subprocess.run([sys.executable, "-I", "-S", "-c", program, tmp_path], check=True)
