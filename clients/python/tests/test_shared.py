"""Clients that share a daemon: each has a session of its own, and what one has fetched is there for the others."""

from __future__ import annotations

import os
import pathlib
import signal

import pytest
from statusd import DaemonEnded
from support import asynchronous, fleet, origin, running


@pytest.fixture(autouse=True)
def sockets(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Where daemons and clients meet. The path of a socket has 107 bytes at most."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@asynchronous
async def test_clients_of_one_configuration_share_a_daemon() -> None:
    words = ("--idle-timeout", "1", "--state")
    async with origin((200, fleet()), (200, fleet(2))) as url:
        async with running(*words, url, shared=True) as one, running(*words, url, shared=True) as other:
            await one.refresh()
            # Nothing was fetched for it.
            assert (await other.get_state())["value"] == fleet()
        # Each has ended with its own session.
        assert (one.status, other.status) == (0, 0)


@asynchronous
async def test_a_session_that_is_killed_ends_alone() -> None:
    words = ("--idle-timeout", "1")
    async with running(*words, shared=True) as one, running(*words, shared=True) as other:
        notifications = one.notifications()
        os.kill(one.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            await notifications.__anext__()
        assert (await other.get_state())["status"] == "idle"
