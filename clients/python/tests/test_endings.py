"""Cancellation, and daemons that end before their time or not at all."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest
from statusd import DaemonEnded, ProtocolError, Statusd, StatusdError
from support import Recorder, asynchronous, binary, fleet, origin, running

# Takes no notice of the end of its input, nor of SIGTERM.
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("{}", flush=True)
time.sleep(60)
"""

# Takes no notice of the end of its input, and ends by SIGTERM.
SLOW = """
import time
print("{}", flush=True)
time.sleep(60)
"""
# Ends at once, and has said this on stderr.
TALKATIVE = """
import sys
sys.stderr.write(%s)
sys.exit(3)
"""


async def started(task: asyncio.Task[object], recorder: Recorder) -> None:
    """Waits until the task's request is on its way."""
    sent = len(recorder.sent)
    while len(recorder.sent) == sent and not task.done():
        await asyncio.sleep(0)


@asynchronous
async def test_cancelling_a_task_cancels_its_request() -> None:
    recorder = Recorder()
    async with origin(None) as url, running("--state", url, recorder=recorder) as daemon:
        fetch: asyncio.Task[object] = asyncio.create_task(daemon.refresh())
        await started(fetch, recorder)
        fetch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetch
        assert recorder.sent[-1]["method"] == "$/cancelRequest"
        assert recorder.sent[-1]["params"] == {"id": recorder.sent[0]["id"]}
        # The daemon has taken it: nobody waits for the fetch any more, so it ended.
        assert (await daemon.get_state())["isFetching"] is False


@asynchronous
async def test_a_timeout_of_asyncio_leaves_the_daemon_usable() -> None:
    async with origin(None, (200, fleet())) as url, running("--state", url) as daemon:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(daemon.refresh(), 0.05)
        assert (await daemon.refresh())["status"] == "loaded"


@asynchronous
async def test_the_timeout_of_refresh_is_a_failure() -> None:
    async with origin(None) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh(timeout=0.05)
        assert caught.value.failure.kind == "timeout"


@asynchronous
async def test_the_death_of_the_daemon_ends_every_call() -> None:
    recorder = Recorder()
    async with origin(None) as url, running("--state", url, recorder=recorder) as daemon:
        calls = [asyncio.create_task(daemon.refresh()) for _ in range(3)]
        await started(calls[-1], recorder)
        os.kill(daemon.pid, signal.SIGKILL)
        endings = await asyncio.gather(*calls, return_exceptions=True)
        assert [getattr(ending, "status", None) for ending in endings] == [-signal.SIGKILL] * 3
        with pytest.raises(DaemonEnded):
            await daemon.get_state()


@asynchronous
async def test_the_death_of_the_daemon_ends_iterating() -> None:
    async with running() as daemon:
        notifications = daemon.notifications()
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            await notifications.__anext__()


@asynchronous
async def test_a_daemon_that_does_not_start_says_why() -> None:
    async with Statusd.spawn(binary(), "--stat", "demo") as daemon:
        with pytest.raises(DaemonEnded) as caught:
            await daemon.get_state()
    assert caught.value.status == 64
    assert "--stat" in str(caught.value)


@asynchronous
async def test_a_program_that_is_not_there_is_no_daemon() -> None:
    with pytest.raises(FileNotFoundError):
        async with Statusd.spawn("./no-such-statusd"):
            pass


@asynchronous
async def test_another_programs_output_is_told_from_the_daemons() -> None:
    async with Statusd.spawn(sys.executable, "-c", "print('hello')") as daemon:
        with pytest.raises((ProtocolError, DaemonEnded)) as caught:
            await daemon.get_state()
        assert isinstance(caught.value, ProtocolError)


@asynchronous
async def test_a_daemon_that_does_not_end_is_killed() -> None:
    async with Statusd.spawn(sys.executable, "-c", STUBBORN, grace=0.1) as daemon:
        with pytest.raises(ProtocolError):
            await daemon.get_state()
    assert daemon.status == -signal.SIGKILL


@asynchronous
async def test_a_daemon_that_does_not_end_is_asked_to_first() -> None:
    async with Statusd.spawn(sys.executable, "-c", SLOW, grace=0.1) as daemon:
        with pytest.raises(ProtocolError):
            await daemon.get_state()
    assert daemon.status == -signal.SIGTERM


async def last_words(stderr: str) -> list[str]:
    """What an exception says of a daemon that has written this before its end."""
    async with Statusd.spawn(sys.executable, "-c", TALKATIVE % stderr) as daemon:
        with pytest.raises(DaemonEnded) as caught:
            await daemon.get_state()
    assert caught.value.status == 3
    return caught.value.stderr


@asynchronous
async def test_the_last_lines_are_kept_and_not_the_first() -> None:
    lines = await last_words("''.join(f'line {number}\\n' for number in range(30))")
    assert lines == [f"line {number}" for number in range(10, 30)]


@asynchronous
async def test_a_talkative_daemon_costs_little_memory() -> None:
    [line] = await last_words("'x' * 1_000_000 + 'end'")
    assert line.endswith("xend")
    assert len(line) <= 1 << 13
