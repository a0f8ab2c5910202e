"""Where the program is: what a variable names, what this package has brought, what the PATH has."""

from __future__ import annotations

import os
import pathlib
import shutil
import sysconfig
from collections.abc import Iterator, Sequence

from .errors import ProgramNotFound

NAME = "statusd"
#: That name the program, the first one first.
VARIABLES = ("STATUSD",)


def find(variables: Sequence[str] = VARIABLES) -> str:
    """What a variable names, else the program of this package, else that of the PATH. Raises ProgramNotFound."""
    if named := next(filter(None, map(os.environ.get, variables)), None):
        return named
    own = (str(folder / NAME) for folder in folders())
    program = next((path for path in own if os.path.isfile(path) and os.access(path, os.X_OK)), shutil.which(NAME))
    if program is None:
        raise ProgramNotFound(NAME)
    return program


def folders() -> Iterator[pathlib.Path]:
    """Where pip puts the scripts of a package: an environment, a user's own, or beside the module (`--target`)."""
    yield pathlib.Path(sysconfig.get_path("scripts"))
    yield pathlib.Path(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")))
    yield pathlib.Path(__file__).resolve().parent.parent / "bin"
