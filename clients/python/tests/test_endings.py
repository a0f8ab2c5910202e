"""Cancellation, time-outs, and the end of the daemon before its time."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from statusd import CallFailed, CallTimedOut, DaemonEnded, ProtocolError, Statusd
from support import DEADLINE, Recorder, asynchronous, binary, origin, running

from scripted import scripted

#: Seconds that a process lives on which holds a dead daemon's pipes.
LIFE = 20


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
    async with origin(None) as url, running("--state", url) as daemon:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(daemon.refresh(), 0.05)
        assert (await daemon.get_state())["status"] == "idle"


@asynchronous
async def test_a_call_that_runs_out_of_time_cancels_its_request() -> None:
    recorder = Recorder()
    async with origin(None) as url, running("--state", url, recorder=recorder) as daemon:
        with pytest.raises(CallTimedOut, match="refresh got no response within 0.05 s") as caught:
            await daemon.call("refresh", timeout=0.05)
        assert isinstance(caught.value, asyncio.TimeoutError)
        assert recorder.sent[-1]["method"] == "$/cancelRequest"
        assert recorder.sent[-1]["params"] == {"id": 2}
        assert (await daemon.get_state())["isFetching"] is False


@asynchronous
async def test_every_call_can_have_a_time_limit() -> None:
    recorder = Recorder()
    async with origin(None) as url, running("--state", url, timeout=0.05, recorder=recorder) as daemon:
        # A call's own limit counts before it.
        refresh: asyncio.Task[object] = asyncio.create_task(daemon.call("refresh", timeout=DEADLINE))
        await started(refresh, recorder)
        with pytest.raises(CallTimedOut):
            await daemon.call("refresh")
        assert not refresh.done()
        refresh.cancel()
        with pytest.raises(asyncio.CancelledError):
            await refresh


@asynchronous
async def test_the_timeout_of_refresh_is_a_failure() -> None:
    async with origin(None) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
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
async def test_leaving_a_subscription_while_the_daemon_dies_is_no_error() -> None:
    async with running() as daemon:
        async with daemon.locations() as locations:
            await locations.__anext__()
            # The client has not seen it yet.
            os.kill(daemon.pid, signal.SIGKILL)


@asynchronous
async def test_what_is_raised_again_does_not_grow() -> None:
    async with scripted(getState=[[{"result": 1, "id": []}]]) as daemon:
        notifications = daemon.notifications()
        for use in (daemon.get_state, notifications.__anext__):
            lengths = []
            for _ in range(3):
                with pytest.raises(ProtocolError) as caught:
                    await use()
                lengths.append(len(traceback.extract_tb(caught.value.__traceback__)))
            assert lengths[1] == lengths[2]  # The first waited for it, and has more frames.


@asynchronous
async def test_closing_lets_what_was_admitted_be_answered() -> None:
    """The daemon responds at the end of its input to what it has read, and the call gets that."""
    recorder = Recorder()
    async with origin(None) as url, running("--state", url, "--drain-timeout", "0.2", recorder=recorder) as daemon:
        fetch: asyncio.Task[object] = asyncio.create_task(daemon.refresh())
        await started(fetch, recorder)
    with pytest.raises(CallFailed) as caught:
        await fetch
    assert caught.value.failure.kind == "shuttingDown"
    assert daemon.status == 0


@asynchronous
async def test_a_child_that_holds_the_pipes_keeps_nobody_waiting() -> None:
    """A killed daemon's command lives on for a moment, with the daemon's output open."""
    async with origin(None) as url, shell_holding_pipes("--state", url) as daemon:
        fetch: asyncio.Task[object] = asyncio.create_task(daemon.refresh())
        await daemon.get_state()
        began = asyncio.get_running_loop().time()
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded) as caught:
            await fetch
        assert caught.value.status == -signal.SIGKILL
        assert asyncio.get_running_loop().time() - began < LIFE / 2


@asynccontextmanager
async def shell_holding_pipes(*arguments: str) -> AsyncIterator[Statusd]:
    """A daemon whose output is also open in a process that lives longer."""
    command = f'sleep {LIFE} & exec "$@"'
    async with Statusd.spawn(
        "-c", command, "sh", binary(), *arguments, program="sh", start_timeout=DEADLINE
    ) as daemon:
        yield daemon
