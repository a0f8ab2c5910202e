"""Where the client looks for its program."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from statusd import ProgramNotFound, Statusd
from support import ROOT, Recorder, asynchronous, binary

SOURCES = ROOT / "clients/python/src"
FIND = "from statusd.program import find; print(find())"


def program(folder: pathlib.Path, mode: int = 0o755) -> str:
    """A file that would be run."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "statusd"
    file.write_text("#!/bin/sh\n")
    file.chmod(mode)
    return str(file)


def found(
    python: str | pathlib.Path = sys.executable, *, modules: pathlib.Path = SOURCES, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What a process of this Python finds, which has these variables."""
    environment = {"PYTHONPATH": str(modules), "PATH": "/proc/nonexistent", **variables}
    return subprocess.run([python, "-B", "-c", FIND], env=environment, capture_output=True, text=True, check=False)


def test_it_is_that_of_its_own_environment_which_need_not_be_activated(tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    other, own = program(tmp_path / "other"), program(tmp_path / "venv/bin")
    assert found(tmp_path / "venv/bin/python", PATH=os.path.dirname(other)).stdout == f"{own}\n"


def test_it_is_that_of_the_user(tmp_path: pathlib.Path) -> None:
    other, own = program(tmp_path / "other"), program(tmp_path / "base/bin")
    base = str(tmp_path / "base")
    assert found(PYTHONUSERBASE=base, PATH=os.path.dirname(other)).stdout == f"{own}\n"


def test_it_is_the_one_beside_the_module(tmp_path: pathlib.Path) -> None:
    shutil.copytree(SOURCES / "statusd", tmp_path / "target/statusd")
    other, own = program(tmp_path / "other"), program(tmp_path / "target/bin")
    assert found(modules=tmp_path / "target", PATH=os.path.dirname(other)).stdout == f"{own}\n"


def test_what_cannot_be_executed_is_passed_over_for_that_of_the_path(tmp_path: pathlib.Path) -> None:
    other = program(tmp_path / "other")
    program(tmp_path / "base/bin", mode=0o644)
    base = str(tmp_path / "base")
    assert found(PYTHONUSERBASE=base, PATH=os.path.dirname(other)).stdout == f"{other}\n"


def test_where_there_is_none_the_error_says_the_line_that_installs_it(tmp_path: pathlib.Path) -> None:
    problem = found(PYTHONUSERBASE=str(tmp_path)).stderr
    assert "ProgramNotFound: 'statusd' was not found: install it with `pip install statusd`" in problem


@asynchronous
async def test_the_environment_names_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATUSD", binary())
    recorder = Recorder()
    async with Statusd.spawn(tap=recorder, start_timeout=600) as daemon:
        assert daemon.server["serverInfo"]["name"] == "statusd"
    recorder.end(killed=False)


@asynchronous
async def test_a_variable_that_names_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATUSD", "/proc/nonexistent")
    with pytest.raises(ProgramNotFound, match=r"\$STATUSD names it: set it to statusd's path, or unset it"):
        async with Statusd.spawn():
            pass
