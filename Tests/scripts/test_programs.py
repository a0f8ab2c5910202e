"""Tests that start an interpreter by its name get the system's, whatever is first on PATH."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import programs


def test_the_systems_python_is_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATUSD_PYTHON", raising=False)
    folder = programs.folder(tmp_path / "first")
    found = shutil.which("python3", path=f"{folder}:{os.environ['PATH']}")
    assert found == str(folder / "python3")
    assert Path(found).resolve() == Path("/usr/bin/python3").resolve()


def test_a_variable_names_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "node22"
    other.touch()
    monkeypatch.setenv("STATUSD_NODE", str(other))
    programs.folder(tmp_path / "first")
    assert (programs.folder(tmp_path / "first") / "node").readlink() == other


def test_what_the_system_lacks_is_left_to_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATUSD_NODE", str(tmp_path / "none"))
    assert not (programs.folder(tmp_path / "first") / "node").is_symlink()
