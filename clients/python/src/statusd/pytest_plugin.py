"""The fixture `statusd`: daemons with a scenario and a manual clock, for tests of front ends.

`pytest_plugins = ["statusd.pytest_plugin"]` in the conftest.py of the root folder switches it on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest

from .connection import Tap
from .program import find
from .testing import VARIABLES, ManualDaemon, manual_daemon


@pytest.fixture
def statusd_binary() -> str:
    """The program: $STATUSD_BIN, else what the client takes. Override it to say otherwise."""
    return find(VARIABLES)


@pytest.fixture
def statusd_tap() -> Tap | None:
    """Told of every message, if it is overridden."""
    return None


@pytest.fixture
def statusd(statusd_binary: str, statusd_tap: Tap | None) -> Iterator[Callable[..., ManualDaemon]]:
    """Starts a daemon: `statusd("first-fails")`, `statusd("my-scenario.toml", "--resource", "builds=demo")`.

    Each ends with the test.
    """
    with contextlib.ExitStack() as stack:

        def start(*arguments: str) -> ManualDaemon:
            return stack.enter_context(manual_daemon(*arguments, binary=statusd_binary, tap=statusd_tap))

        yield start
