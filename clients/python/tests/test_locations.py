"""The location: from the real daemon, by a route of a file."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any, cast

import pytest
from statusd import CallFailed, LocationNotification, Locations, LocationSnapshot
from statusd.listeners import Listeners
from support import Recorder, asynchronous, running

from scripted import error, failure, result, scripted

MANUAL = ("--clock", "manual", "--seed", "1")
#: Seconds from one place of a route to the next.
INTERVAL = 10


async def latitude(locations: Locations) -> float:
    return (await locations.__anext__())["coordinate"]["latitude"]


def route(directory: pathlib.Path, *latitudes: float) -> tuple[str, str]:
    path = directory / "route.csv"
    path.write_text("".join(f"{latitude},0\n" for latitude in latitudes))
    return "--location", f"route:{path}"


@asynchronous
async def test_the_first_is_the_present_one_and_the_others_follow(tmp_path: pathlib.Path) -> None:
    async with running(*MANUAL, *route(tmp_path, 1, 2, 3)) as daemon, daemon.locations() as locations:
        seen = [await latitude(locations)]
        for _ in range(3):
            await daemon.call("advanceClock", [INTERVAL])
            seen.append(await latitude(locations))
        assert seen == [1, 2, 3, 1]


@asynchronous
async def test_the_filter_is_the_daemons(tmp_path: pathlib.Path) -> None:
    async with running(*MANUAL, *route(tmp_path, 1, 1.001, 5)) as daemon:
        async with daemon.locations(min_distance=10_000) as locations:
            seen = [await latitude(locations)]
            for intervals in (2, 1):
                await daemon.call("advanceClock", [intervals * INTERVAL])
                seen.append(await latitude(locations))
            assert seen == [1, 5, 1]
        with pytest.raises(CallFailed) as refused:
            async with daemon.locations(min_interval=-1):
                pass
        assert refused.value.failure.kind == "invalidParams"


@asynchronous
async def test_leaving_ends_the_subscription() -> None:
    async with running() as daemon:
        async with daemon.locations() as locations:
            assert (await locations.__anext__())["status"] == "loaded"
        with pytest.raises(CallFailed) as unknown:
            await daemon.call("unsubscribeLocation", ["l1"])
        assert unknown.value.failure.detail["reason"] == "unknown"
        with pytest.raises(StopAsyncIteration):
            await locations.__anext__()


@pytest.mark.parametrize("moment", ["in", "out"])
@asynchronous
async def test_a_subscription_that_was_given_up_is_ended(moment: str) -> None:
    """Given up when it has just been sent, and when its response has just come."""
    recorder = Recorder()

    def tap(direction: str, message: str) -> None:
        recorder(direction, message)
        mark = '"subscribeLocation"' if moment == "in" else '"subscriptionId"'
        if direction == moment and mark in message:
            asyncio.get_running_loop().call_soon(subscribing.cancel)

    async with running(*MANUAL, recorder=tap) as daemon:
        subscribing = asyncio.ensure_future(daemon.locations().__aenter__())
        with pytest.raises(asyncio.CancelledError):
            await subscribing
        # Its response is behind that of the subscription, and the client's own request before that of `stats`.
        await daemon.get_state()
        assert (await daemon.stats())["requests"]["inFlight"] == 0
    recorder.end(killed=False)
    sent = [message["method"] for message in recorder.sent if message["method"] != "$/cancelRequest"]
    assert sorted(sent) == ["getState", "stats", "subscribeLocation", "unsubscribeLocation"]


@asynchronous
async def test_a_failure_is_a_snapshot_that_can_recover(tmp_path: pathlib.Path) -> None:
    missing = str(tmp_path / "nowhere.csv")
    async with running("--location", f"route:{missing}") as daemon, daemon.locations() as locations:
        failed = await locations.__anext__()
        assert failed["status"] == "failed"
        assert failed["failure"]["kind"] == "fileNotFound"
        recovered = (await daemon.recover(failed["failure"], "useDemoRoute"))["result"]
        assert cast(LocationSnapshot, recovered)["coordinate"]["latitude"] == 53.619653
        assert (await locations.__anext__())["status"] == "loaded"


@asynchronous
async def test_the_end_of_the_daemon_is_the_end_of_the_locations() -> None:
    async with running() as daemon:
        async with daemon.locations() as locations:
            await locations.__anext__()
            await daemon.close()
            with pytest.raises(StopAsyncIteration):
                await locations.__anext__()


def place(subscription: str, revision: int) -> dict[str, Any]:
    location = {"revision": revision, "status": "loading"}
    return {"subscriptionId": subscription, "location": location, "coalesced": 0}


@asynchronous
async def test_only_the_newest_of_a_subscription_waits() -> None:
    notifications = Listeners().notifications()
    for each in (place("l1", 1), place("l2", 1), place("l1", 2)):
        notifications.add("locationChanged", each)
    first, second = await notifications.__anext__(), await notifications.__anext__()
    assert isinstance(first, LocationNotification) and isinstance(second, LocationNotification)
    assert (first.params["subscriptionId"], first.params["location"]["revision"]) == ("l1", 2)
    assert first.params["coalesced"] == 1
    assert second.params["subscriptionId"] == "l2"


@asynchronous
async def test_each_subscription_has_its_own_places() -> None:
    """The first response to a subscription comes with places of both, as filters of different width bring them."""
    subscribed = [result({"subscriptionId": each, "location": place(each, 0)["location"]}) for each in ("l1", "l2")]
    sent = [("l1", 1), ("l2", 2), ("l2", 3), ("l1", 4)]
    script = [
        [subscribed[0]],
        [subscribed[1], *({"jsonrpc": "2.0", "method": "locationChanged", "params": place(*each)} for each in sent)],
    ]
    ended = [[result({"subscriptionId": each})] for each in ("l2", "l1")]
    async with scripted(subscribeLocation=script, unsubscribeLocation=ended, getState=[[result({})]]) as daemon:
        async with daemon.locations() as wide, daemon.locations(min_distance=100) as narrow:
            await daemon.get_state()  # Its response comes after all places.
            seen = [await revisions(each) for each in (wide, narrow)]
    assert seen == [[0, 4], [0, 3]]


async def revisions(locations: Locations) -> list[int]:
    return [(await locations.__anext__())["revision"] for _ in range(2)]


@asynchronous
async def test_a_subscription_that_is_refused_listens_no_more() -> None:
    async with scripted(subscribeLocation=[[error(-32602, failure(kind="invalidParams"))]]) as daemon:
        with pytest.raises(CallFailed):
            async with daemon.locations(min_interval=-1):
                pass
        assert not daemon._listeners.subscriptions
