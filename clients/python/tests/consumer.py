"""A program that uses the client: what its calls give has a type, and a mistake is found. test_consumer.py checks it."""

from __future__ import annotations

from typing import assert_type

import statusd
import statusd.sync
from statusd import (
    JSON,
    OtherNotification,
    RetryResult,
    Snapshot,
    StateChanged,
    StateNotification,
    Statistics,
)
from statusd.methods import ClockTime, OpenRPC, ResourceList
from statusd.testing import Call, ManualDaemon


async def asynchronous(daemon: statusd.Statusd, method: str) -> None:
    snapshot = await daemon.call("refresh", {"resource": "menu"}, timeout=5)
    assert_type(snapshot, Snapshot)
    assert_type(snapshot.get("value"), JSON)
    assert_type((await daemon.call("stats"))["uptime"], float)
    assert_type(await daemon.call("listResources"), ResourceList)
    assert_type(await daemon.call("rpc.discover"), OpenRPC)
    # Of a later daemon.
    assert_type(await daemon.call("somethingNew"), object)
    assert_type(await daemon.call(method), object)
    assert_type(await daemon.refresh(), Snapshot)


async def listening(daemon: statusd.Statusd) -> None:
    async for notification in daemon.notifications():
        if isinstance(notification, StateNotification):
            assert_type(notification.params, StateChanged)
        elif isinstance(notification, OtherNotification):
            assert_type(notification.params["any"], JSON)


def synchronous(daemon: statusd.sync.Statusd, method: str) -> None:
    assert_type(daemon.call("getState"), Snapshot)
    assert_type(daemon.call("retry", ["f1", "tryAgain"]), RetryResult)
    assert_type(daemon.call("stats"), Statistics)
    assert_type(daemon.call(method), object)


def tested(daemon: ManualDaemon) -> None:
    assert_type(daemon.call("advanceClock", [1], seconds=2), ClockTime)
    assert_type(daemon.send("fetchMenu"), Call[Snapshot])
    assert_type(daemon.send("fetchMenu").result["status"], statusd.types.Status)
    assert_type(daemon.expect_notification(status="loaded"), StateChanged)


async def mistaken(daemon: statusd.Statusd, plain: statusd.sync.Statusd) -> None:
    print((await daemon.call("refresh"))["stats"])  # type: ignore[typeddict-item]
    print((await daemon.call("stats")).uptime)  # type: ignore[attr-defined]
    len(await daemon.call("somethingNew"))  # type: ignore[arg-type]
    plain.call("getState", timeout="5")  # type: ignore[call-overload]
    print(plain.call("getLocation")["coordinate"] + 1)  # type: ignore[operator]
