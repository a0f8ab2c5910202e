"""Notifications: from the real daemon, and how they wait for a slow reader."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from typing import Any, cast

import pytest
from statusd import Notifications, OtherNotification, StateNotification
from statusd.listeners import Listeners
from support import asynchronous, fleet, next_state, origin, running

from scripted import result, scripted


def changed(resource: str, revision: int, coalesced: int = 0) -> dict[str, Any]:
    return {"resource": resource, "revision": revision, "coalesced": coalesced}


async def states(notifications: Notifications) -> list[Mapping[str, Any]]:
    """The params of all that waits."""
    notifications.close()
    return [each.params async for each in notifications if isinstance(each, StateNotification)]


@asynchronous
async def test_they_tell_of_a_fetch_from_its_beginning() -> None:
    async with origin((200, fleet())) as url, running("--state", url) as daemon:
        notifications = daemon.notifications()
        fetch = asyncio.create_task(daemon.refresh())
        assert (await next_state(notifications))["status"] == "loading"
        snapshot = await fetch
        last = await next_state(notifications)
        assert last == {**snapshot, "coalesced": last["coalesced"]}


@asynchronous
async def test_a_reader_that_comes_late_has_the_newest() -> None:
    async with origin((200, fleet())) as url, running("--state", url) as daemon:
        notifications = daemon.notifications()
        for _ in range(3):
            snapshot = await daemon.refresh()
        waiting = await next_state(notifications)
        assert waiting["revision"] == snapshot["revision"]
        assert waiting["coalesced"] == snapshot["revision"] - 1


@asynchronous
async def test_every_iterator_has_all_of_them() -> None:
    async with running() as daemon:
        readers = [daemon.notifications(), daemon.notifications()]
        snapshot = await daemon.fetch_menu()
        revisions = [(await next_state(reader))["revision"] for reader in readers]
        assert revisions == [snapshot["revision"]] * 2


@asynchronous
async def test_iterating_ends_when_the_daemon_is_closed() -> None:
    async with running() as daemon:
        notifications = daemon.notifications()
        await daemon.fetch_menu()
    assert [each["resource"] for each in await states(notifications)] == ["menu"]


@asynchronous
async def test_params_may_be_absent_or_without_names() -> None:
    """JSON-RPC 2.0, section 4: of a notification that a later daemon may send, nothing else is known."""
    unknown: list[dict[str, Any]] = [{"method": "x/plain"}, {"method": "x/positional", "params": [1]}]
    async with scripted(getState=[[*unknown, result("known")]]) as daemon:
        notifications = daemon.notifications()
        assert cast(object, await daemon.call("getState")) == "known"
        assert await notifications.__anext__() == OtherNotification("x/plain", {})


@asynchronous
async def test_only_the_newest_of_a_resource_waits() -> None:
    notifications = Listeners().notifications()
    for each in (changed("state", 1), changed("menu", 1), changed("state", 2, coalesced=3)):
        notifications.add("stateChanged", each)
    assert await states(notifications) == [changed("state", 2, coalesced=4), changed("menu", 1)]


@asynchronous
async def test_the_newest_of_each_instance_waits() -> None:
    notifications = Listeners().notifications()
    of = [{"resource": "build", "arguments": {"branch": branch}, "revision": 1} for branch in ("main", "next")]
    for each in of:
        notifications.add("stateChanged", each)
    assert await states(notifications) == of


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
    notifications = Notifications(Listeners(), limit=2)
    for each in ("a", "b", "c"):
        notifications.add("stateChanged", changed(each, 1))
    assert [each["resource"] for each in await states(notifications)] == ["b", "c"]


@asynchronous
async def test_a_loop_that_is_left_leaves_nothing_behind() -> None:
    async with running() as daemon:
        for _ in range(20):
            fetch = asyncio.create_task(daemon.fetch_menu())
            async for _ in daemon.notifications():
                break
            await fetch
        assert len(daemon._listeners) == 0


@asynchronous
async def test_a_task_that_nobody_holds_goes_on_to_wait() -> None:
    """asyncio holds its tasks weakly, and this one stands in nothing but what it waits for."""
    seen = asyncio.Event()
    async with running() as daemon:

        async def watch() -> None:
            async for _ in daemon.notifications():
                seen.set()

        asyncio.create_task(watch())  # noqa: RUF006
        await asyncio.sleep(0)
        gc.collect()
        await daemon.fetch_menu()
        await seen.wait()


@asynchronous
async def test_params_of_any_form_end_nothing() -> None:
    odd: list[dict[str, Any]] = [
        {"method": "stateChanged", "params": {"resource": {"of": 1}, "arguments": [1]}},
        {"method": "locationChanged", "params": {"subscriptionId": ["l1"]}},
        {"method": "screenChanged", "params": {"screenId": "s1"}},
    ]
    async with scripted(getState=[[*odd, result("known")]]) as daemon:
        notifications = daemon.notifications()
        assert cast(object, await daemon.call("getState")) == "known"
        assert str((await next_state(notifications))["arguments"]) == "[1]"
