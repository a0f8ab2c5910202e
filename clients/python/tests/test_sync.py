"""The client without asyncio, and the real daemon."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import os
import pathlib
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from statusd import (
    CallFailed,
    CallTimedOut,
    DaemonEnded,
    Notification,
    NotStarted,
    ProtocolError,
    StateNotification,
    sync,
)
from statusd import client as asynchronous
from statusd.sync import Statusd
from support import DEADLINE, Recorder, binary


@contextmanager
def running(*arguments: str, **options: Any) -> Iterator[Statusd]:
    recorder = Recorder()
    daemon = Statusd.spawn(*arguments, program=binary(), tap=recorder, start_timeout=DEADLINE, **options)
    try:
        with daemon:
            yield daemon
    finally:
        recorder.end(killed=daemon.status != 0)


def parameters(client: type, name: str) -> list[inspect.Parameter] | None:
    """Of a method; None of a property."""
    member = getattr(client, name)
    return [*inspect.signature(member).parameters.values()] if callable(member) else None


def test_it_has_everything_that_the_client_with_asyncio_has() -> None:
    names = [name for name in dir(asynchronous.Statusd) if not name.startswith("_")]
    assert {"spawn", "refresh", "get_history", "pid"} <= set(names)
    for name in names:
        assert parameters(Statusd, name) == parameters(asynchronous.Statusd, name), name


def test_calls_give_what_they_give_with_asyncio() -> None:
    with running() as daemon:
        assert daemon.refresh()["status"] == daemon.fetch_menu()["status"] == "loaded"
        assert daemon.get_state("menu")["revision"] > 0
        assert daemon.set_auto_polling(False, interval=7)["interval"] == 7
        assert [each["resource"] for each in daemon.list_resources()] == ["state", "menu"]
        assert daemon.get_location()["status"] == "loading"
        assert daemon.get_help("offline")["anchor"] == "offline"
        assert daemon.stats()["requests"]["inFlight"] == 0
        assert daemon.call("rpc.discover")["info"]["title"] == "statusd"
        assert daemon.is_running and daemon.pid
        assert daemon.server["serverInfo"]["name"] == "statusd"
    assert daemon.status == 0


def test_a_parameterised_resource_takes_arguments(tmp_path: pathlib.Path) -> None:
    (tmp_path / "main.json").write_text("[1]", encoding="utf-8")
    with running("--resource", f"build=file:{tmp_path}/{{branch}}.json") as daemon:
        arguments = {"branch": "main"}
        snapshot = daemon.refresh("build", arguments=arguments)
        assert (snapshot["arguments"], snapshot["status"]) == (arguments, "loaded")
        assert daemon.get_state("build", arguments=arguments) == snapshot
        assert daemon.set_auto_polling(False, interval=7, resource="build", arguments=arguments)["interval"] == 7


def test_a_failure_can_be_recovered_from() -> None:
    with running("--scenario", "first-fails") as daemon:
        with pytest.raises(CallFailed) as caught:
            daemon.fetch_menu()
        assert daemon.recover(caught.value.failure)["recovered"] is True
    with running("--scenario", "first-fails") as daemon:
        with pytest.raises(CallFailed):
            daemon.fetch_menu()
        assert daemon.retry()["recovered"] is True
    with running("--scenario", "first-fails") as daemon:
        with pytest.raises(CallFailed):
            daemon.fetch_menu()
        assert daemon.recover(daemon.get_state("menu")["failure"])["recovered"] is True


def test_notifications_are_an_iterator() -> None:
    with running() as daemon, daemon.notifications() as notifications:
        snapshot = daemon.fetch_menu()
        revisions = [
            each.params["revision"]
            for each in itertools.islice(notifications, 1)
            if isinstance(each, StateNotification)
        ]
        assert revisions and revisions[0] <= snapshot["revision"]


def test_an_iterator_ends_with_the_daemon() -> None:
    loaded = threading.Event()

    def read(notifications: Iterator[Notification]) -> None:
        for each in notifications:
            if isinstance(each, StateNotification) and each.params["status"] == "loaded":
                loaded.set()

    with ExitStack() as later, running() as daemon:
        reader = threading.Thread(target=read, args=[later.enter_context(daemon.notifications())])
        reader.start()
        daemon.fetch_menu()
        assert loaded.wait(DEADLINE)
    reader.join(DEADLINE)
    assert not reader.is_alive()


def test_locations_are_an_iterator(tmp_path: pathlib.Path) -> None:
    route = tmp_path / "route.csv"
    route.write_text("1,0\n2,0\n")
    with running("--clock", "manual", "--seed", "1", "--location", f"route:{route}") as daemon:
        with daemon.locations() as locations:
            first = next(locations)["coordinate"]["latitude"]
            daemon.call("advanceClock", [10])
            assert (first, next(locations)["coordinate"]["latitude"]) == (1, 2)
        with pytest.raises(CallFailed):  # It has ended.
            daemon.call("unsubscribeLocation", ["l1"])


def test_threads_may_call_at_the_same_time() -> None:
    with running() as daemon, ThreadPoolExecutor(32) as threads:
        names = ["state", "menu"] * 500
        snapshots = threads.map(daemon.get_state, names)
        assert [snapshot["resource"] for snapshot in snapshots] == names


def test_a_call_can_run_out_of_time() -> None:
    with running("--scenario", "slow") as daemon:
        with pytest.raises(CallTimedOut):
            daemon.call("refresh", timeout=0.05)
        assert daemon.get_state()["isFetching"] is False


def test_the_death_of_the_daemon_ends_a_call() -> None:
    with running("--scenario", "slow", "--clock", "manual") as daemon, ThreadPoolExecutor(1) as threads:
        fetch = threads.submit(daemon.refresh)
        while not daemon.get_state()["isFetching"]:
            pass
        os.kill(daemon.pid, signal.SIGKILL)
        with pytest.raises(DaemonEnded):
            fetch.result(DEADLINE)


def test_a_program_that_is_no_statusd_says_so_and_leaves_no_thread() -> None:
    # Those of earlier tests may be about to end.
    before = set(threading.enumerate())
    with pytest.raises(ProtocolError):
        with Statusd.spawn(program="cat", start_timeout=DEADLINE):
            pass
    left = set(threading.enumerate()) - before
    # asyncio's own may be about to end too.
    for each in (each for each in left if each.name.startswith("waitpid")):
        each.join(DEADLINE)
    assert not [each for each in left if each.is_alive()]


def test_a_daemon_that_was_not_entered_says_what_to_do() -> None:
    daemon = Statusd.spawn(program=binary())
    with pytest.raises(NotStarted, match="use `with Statusd.spawn"):
        daemon.get_state()
    with pytest.raises(NotStarted):
        daemon.close()


def test_after_its_end_it_says_so() -> None:
    with running() as daemon:
        pass
    with pytest.raises(NotStarted):
        daemon.get_state()


def test_what_a_thread_waits_for_ends_with_the_client() -> None:
    with running() as daemon, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(daemon._wait, asyncio.sleep(DEADLINE))
        daemon.get_state()
        daemon.close()
        with pytest.raises(CancelledError):
            waiting.result(DEADLINE)


def test_a_call_while_the_client_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would wait for a loop that has stopped."""
    finish = sync.finish
    late: list[Future[object]] = []

    async def finish_and_be_called() -> None:
        await finish()
        late.append(threads.submit(daemon._wait, asyncio.sleep(DEADLINE)))
        while len(asyncio.all_tasks()) == 1 and not late[0].done():
            await asyncio.sleep(0)

    monkeypatch.setattr(sync, "finish", finish_and_be_called)
    with ThreadPoolExecutor(1) as threads:
        with running() as daemon:
            pass
        with pytest.raises(NotStarted):
            late[0].result(DEADLINE)


def test_streams_may_end_behind_the_client() -> None:
    with running() as daemon, daemon.locations() as locations, daemon.notifications() as notifications:
        daemon.close()
    assert [*locations, *notifications] == []
