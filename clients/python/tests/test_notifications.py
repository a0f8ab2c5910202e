"""Notifications: from the real daemon, and how they wait for a slow reader."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from statusd import Notification, Notifications
from support import asynchronous, fleet, origin, running

from scripted import result, scripted


def changed(resource: str, revision: int, coalesced: int = 0) -> Notification:
    return Notification("stateChanged", {"resource": resource, "revision": revision, "coalesced": coalesced})


@asynchronous
async def test_they_tell_of_a_fetch_from_its_beginning() -> None:
    async with origin((200, fleet())) as url, running("--state", url) as daemon:
        notifications = daemon.notifications()
        fetch = asyncio.create_task(daemon.refresh())
        first = await notifications.__anext__()
        assert (first.method, first.params["status"]) == ("stateChanged", "loading")
        snapshot = await fetch
        last = await notifications.__anext__()
        assert last.params == {**snapshot, "coalesced": last.params["coalesced"]}


@asynchronous
async def test_a_reader_that_comes_late_has_the_newest() -> None:
    async with origin((200, fleet())) as url, running("--state", url) as daemon:
        notifications = daemon.notifications()
        for _ in range(3):
            snapshot = await daemon.refresh()
        waiting = await notifications.__anext__()
        assert waiting.params["revision"] == snapshot["revision"]
        assert waiting.params["coalesced"] == snapshot["revision"] - 1


@asynchronous
async def test_every_iterator_has_all_of_them() -> None:
    async with running() as daemon:
        readers = [daemon.notifications(), daemon.notifications()]
        snapshot = await daemon.fetch_menu()
        revisions = [(await reader.__anext__()).params["revision"] for reader in readers]
        assert revisions == [snapshot["revision"]] * 2


@asynchronous
async def test_iterating_ends_when_the_daemon_is_closed() -> None:
    async with running() as daemon:
        notifications = daemon.notifications()
        await daemon.fetch_menu()
    assert [each.params["resource"] async for each in notifications] == ["menu"]


@asynchronous
async def test_params_may_be_absent_or_without_names() -> None:
    """JSON-RPC 2.0, section 4: of a notification that a later daemon may send, nothing else is known."""
    unknown: list[dict[str, Any]] = [{"method": "x/plain"}, {"method": "x/positional", "params": [1]}]
    async with scripted(getState=[[*unknown, result("known")]]) as daemon:
        notifications = daemon.notifications()
        assert await daemon.call("getState") == "known"
        assert await notifications.__anext__() == Notification("x/plain", {})


@asynchronous
async def test_only_the_newest_of_a_resource_waits() -> None:
    notifications = Notifications(lambda _: None)
    for each in (changed("state", 1), changed("menu", 1), changed("state", 2, coalesced=3)):
        notifications.add(each)
    notifications.close()
    assert [each async for each in notifications] == [changed("state", 2, coalesced=4), changed("menu", 1)]


@asynchronous
async def test_the_newest_of_each_instance_waits() -> None:
    notifications = Notifications(lambda _: None)
    of = [
        Notification("stateChanged", {"resource": "build", "arguments": {"branch": branch}, "revision": 1})
        for branch in ("main", "next")
    ]
    for each in of:
        notifications.add(each)
    notifications.close()
    assert [each async for each in notifications] == of


@asynchronous
async def test_a_closed_iterator_takes_no_more() -> None:
    async with running() as daemon:
        notifications = daemon.notifications()
        notifications.close()
        await daemon.fetch_menu()
        with pytest.raises(StopAsyncIteration):
            await notifications.__anext__()


@asynchronous
async def test_what_waits_has_a_limit() -> None:
    notifications = Notifications(lambda _: None, limit=2)
    for each in ("a", "b", "c"):
        notifications.add(changed(each, 1))
    notifications.close()
    assert [each.params["resource"] async for each in notifications] == ["b", "c"]
