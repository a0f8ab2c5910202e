"""A daemon that dies is started again, asked for the same, and given up at last."""

from __future__ import annotations

import asyncio
import os
import pathlib
import signal
import sys

import pytest
from statusd import CallFailed, CallTimedOut, DaemonEnded, Restarted, RestartLimit, Snapshot, Statusd
from support import DEADLINE, Recorder, asynchronous, binary, killed, origin, running

# A statusd that closes its output at the second message, and the real one when it is started again.
MUTE = """#!{python}
import json, os, sys, time
if os.path.exists("{mark}"):
    os.execv("{binary}", ["{binary}"])
open("{mark}", "w").close()
request = json.loads(sys.stdin.readline())
server = {{"protocolVersion": "1", "serverInfo": {{"name": "statusd", "version": "0"}}, "capabilities": {{}}}}
print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": server}}), flush=True)
sys.stdin.readline()
os.close(1)
time.sleep(1000)
"""


@asynchronous
async def test_a_call_after_the_death_waits_for_the_next_daemon() -> None:
    async with running(restart=True) as daemon:
        first = daemon.pid
        await killed(daemon, daemon.notifications())
        assert (await daemon.get_state())["status"] == "idle"
        assert daemon.pid != first and daemon.is_running


@asynchronous
async def test_a_call_at_the_death_fails_at_once_and_the_next_one_works() -> None:
    async with origin(None) as url, running("--state", url, restart=True) as daemon:
        fetch: asyncio.Task[object] = asyncio.create_task(daemon.refresh())
        await daemon.get_state()
        began = asyncio.get_running_loop().time()
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded) as caught:
            await fetch
        assert caught.value.status == -signal.SIGKILL
        assert asyncio.get_running_loop().time() - began < 1  # The promise, whatever the machine does meanwhile.
        assert (await daemon.get_state())["status"] == "idle"


@asynchronous
async def test_polling_goes_on_as_it_was_switched() -> None:
    async with running("--menu", "demo", restart=True) as daemon:
        await daemon.set_auto_polling(True, interval=3_600, resource="menu")
        await daemon.set_auto_polling(True, interval=7)
        await daemon.set_auto_polling(False)
        await killed(daemon, daemon.notifications())
        menu, state = (await daemon.get_state("menu"))["autoPolling"], (await daemon.get_state())["autoPolling"]
        assert (menu["enabled"], menu["interval"]) == (True, 3_600)
        assert (state["enabled"], state["interval"]) == (False, 7)


@asynchronous
async def test_each_instance_is_polled_as_it_was_switched(tmp_path: pathlib.Path) -> None:
    def polled(snapshot: Snapshot) -> tuple[bool, float]:
        return snapshot["autoPolling"]["enabled"], snapshot["autoPolling"]["interval"]

    async with running("--resource", f"build=file:{tmp_path}/{{branch}}.json", restart=True) as daemon:
        main, next_one = {"branch": "main"}, {"branch": "next"}
        await daemon.set_auto_polling(True, interval=3_600, resource="build", arguments=main)
        await daemon.set_auto_polling(False, interval=7, resource="build", arguments=next_one)
        await killed(daemon, daemon.notifications())
        assert polled(await daemon.get_state("build", arguments=main)) == (True, 3_600)
        assert polled(await daemon.get_state("build", arguments=next_one)) == (False, 7)


@asynchronous
async def test_what_keep_trying_switched_on_goes_on_too() -> None:
    async with origin((501, {})) as url, running("--state", url, restart=True) as daemon:
        await daemon.set_auto_polling(False, interval=3_600)
        with pytest.raises(CallFailed) as failed:
            await daemon.refresh()
        await daemon.recover(failed.value.failure, "keepTrying")
        await killed(daemon, daemon.notifications())
        assert (await daemon.get_state())["autoPolling"]["enabled"] is True


@asynchronous
async def test_the_location_goes_on(tmp_path: pathlib.Path) -> None:
    route = tmp_path / "route.csv"
    route.write_text("1,0\n2,0\n3,0\n")
    recorder = Recorder()
    arguments = ("--clock", "manual", "--seed", "1", "--location", f"route:{route}")
    async with running(*arguments, restart=True, recorder=recorder) as daemon:
        async with daemon.locations() as ended:
            await ended.__anext__()
        async with daemon.locations() as locations:
            assert (await locations.__anext__())["coordinate"]["latitude"] == 1
            await daemon.call("advanceClock", [20])  # A place waits when the daemon dies.
            await killed(daemon, daemon.notifications())
            assert (await locations.__anext__())["coordinate"]["latitude"] == 1
            await daemon.call("advanceClock", [10])
            assert (await locations.__anext__())["coordinate"]["latitude"] == 2
        # The subscription of this process, which has another id than that of the one before.
        assert recorder.sent[-1]["params"] == {"subscriptionId": "l1"}
        assert (await daemon.stats())["requests"]["inFlight"] == 0


@asynchronous
async def test_who_waits_for_a_place_is_given_that_of_the_next_daemon_and_then_what_is_newer() -> None:
    async with running("--clock", "manual", "--seed", "1", restart=True) as daemon, daemon.locations() as locations:
        await locations.__anext__()
        waiting = asyncio.ensure_future(locations.__anext__())
        await asyncio.sleep(0)  # It begins to wait.
        await killed(daemon, daemon.notifications())
        await daemon.call("advanceClock", [10])
        assert [(await waiting)["revision"], (await locations.__anext__())["revision"]] == [1, 2]


@asynchronous
async def test_a_daemon_that_dies_too_often_is_given_up() -> None:
    async with running(restart=RestartLimit(count=2, seconds=DEADLINE)) as daemon:
        notifications = daemon.notifications()
        for _ in range(2):
            await killed(daemon, notifications)
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            await notifications.__anext__()
        with pytest.raises(DaemonEnded):
            await daemon.get_state()
        assert not daemon.is_running


@asynchronous
async def test_a_daemon_that_cannot_start_again_is_given_up(tmp_path: pathlib.Path) -> None:
    """Its configuration is gone: each restart fails, and the limit ends it."""
    configuration = tmp_path / "statusd.toml"
    configuration.write_text("")
    async with running("--strict", "--config", str(configuration), restart=True) as daemon:
        configuration.unlink()
        notifications = daemon.notifications()
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            await notifications.__anext__()
        with pytest.raises(DaemonEnded):
            await daemon.get_state()


@asynchronous
async def test_a_program_that_may_not_be_run_again_is_given_up(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "statusd"
    program.write_text(f'#!/bin/sh\nexec "{binary()}"\n')
    program.chmod(0o755)
    async with Statusd.spawn(program=program, start_timeout=DEADLINE, restart=True) as daemon:
        program.chmod(0o644)
        notifications = daemon.notifications()
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            await notifications.__anext__()


@asynchronous
async def test_nothing_is_left_of_the_process_before(tmp_path: pathlib.Path) -> None:
    """It closed its output and runs on: it is ended, and not kept beside the new one."""
    program = tmp_path / "statusd"
    program.write_text(MUTE.format(python=sys.executable, binary=binary(), mark=tmp_path / "mark"))
    program.chmod(0o755)
    async with Statusd.spawn(program=program, start_timeout=DEADLINE, restart=True) as daemon:
        before = daemon._started.process
        notifications = daemon.notifications()
        await daemon.notify("close")
        assert await notifications.__anext__() == Restarted(1)
        assert (await daemon.get_state())["status"] == "idle"
        assert before._exited.is_set()


@asynchronous
async def test_a_call_that_waits_for_the_next_daemon_has_its_time(tmp_path: pathlib.Path) -> None:
    """The second start answers nothing."""
    program = tmp_path / "statusd"
    program.write_text(f'#!/bin/sh\n[ -e "{tmp_path}/mark" ] && exec sleep 600\n: >"{tmp_path}/mark"\nexec "{binary()}"\n')
    program.chmod(0o755)
    async with Statusd.spawn(program=program, start_timeout=DEADLINE, restart=True, timeout=0.01) as daemon:
        os.kill(daemon.pid, signal.SIGKILL)
        while not daemon._restarting:
            await asyncio.sleep(0)
        with pytest.raises(CallTimedOut):
            await daemon.call("getState", timeout=0.02)
        with pytest.raises(CallTimedOut):
            async with daemon.locations():
                pass


@asynchronous
async def test_closing_ends_a_restart() -> None:
    async with running(restart=True) as daemon:
        os.kill(daemon.pid, signal.SIGKILL)
        notifications = daemon.notifications()
        while not daemon._restarting:
            await asyncio.sleep(0)
    assert [each async for each in notifications] == []
    assert not daemon.is_running


def test_the_limit_is_four_in_three_minutes() -> None:
    limit = RestartLimit()
    assert [limit.allows(now) for now in (0, 10, 20, 30)] == [True] * 4
    assert not limit.allows(179.9)
    assert limit.allows(180)
    assert not limit.allows(189.9)
    assert limit.allows(190)
