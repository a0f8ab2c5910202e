"""The interpreters that tests start by name: the system's, whatever is first on PATH."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

#: A variable that names another, and what Debian's package has.
INTERPRETERS = {"python3": ("STATUSD_PYTHON", "/usr/bin/python3"), "node": ("STATUSD_NODE", "/usr/bin/node")}


def folder(path: Path) -> Path:
    """Makes `path` a folder with links to them, to be first on PATH."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    for name, (variable, usual) in INTERPRETERS.items():
        program = Path(os.environ.get(variable) or usual)
        # Where the system has none, what PATH has is as good.
        if program.exists():
            (path / name).symlink_to(program)
    return path
