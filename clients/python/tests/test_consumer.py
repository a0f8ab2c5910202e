"""A program of somebody who has installed the client: type checkers know what each call gives."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

import pytest
from support import ROOT

CONSUMER = ROOT / "clients/python/tests/consumer.py"
#: Beside mypy, or on the PATH; basedpyright is on PyPI whole.
PYRIGHT = next((found for name in ("basedpyright", "pyright") if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The program alone, and an environment in which the client is installed as a wheel would be."""
    folder = tmp_path_factory.mktemp("consumer")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    [packages] = (folder / "venv").glob("lib/python*/site-packages")
    shutil.copytree(ROOT / "clients/python/src/statusd", packages / "statusd")
    shutil.copy(CONSUMER, folder)
    # In the words of both: mypy names its mistakes in comments, which basedpyright reads only if it is told to.
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard", "enableTypeIgnoreComments": true}')
    return folder


def check(folder: pathlib.Path, *words: str) -> str:
    done = subprocess.run(words, cwd=folder, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mypy_accepts_it_and_finds_its_mistakes(folder: pathlib.Path) -> None:
    python = ("--python-executable", str(folder / "venv/bin/python"))
    assert "no issues" in check(folder, sys.executable, "-m", "mypy", "--strict", *python, "consumer.py")


@pytest.mark.skipif(PYRIGHT is None, reason="neither pyright nor basedpyright is on the PATH")
def test_pyright_accepts_it(folder: pathlib.Path) -> None:
    assert "0 errors" in check(folder, str(PYRIGHT), "--pythonpath", str(folder / "venv/bin/python"), "consumer.py")
