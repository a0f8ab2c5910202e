"""The location: from the real daemon, by a route of a file."""

from __future__ import annotations

import pathlib

import pytest
from statusd import Failure, Notification, Notifications, StatusdError
from support import asynchronous, running


def route(directory: pathlib.Path, *latitudes: float) -> tuple[str, str]:
    path = directory / "route.csv"
    path.write_text("".join(f"{latitude},0\n" for latitude in latitudes))
    return "--location", f"route:{path}"


@asynchronous
async def test_the_first_is_the_present_one_and_the_others_follow(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATUSD_LOCATION_INTERVAL", "0.1")
    async with running(*route(tmp_path, 1, 2, 3)) as daemon, daemon.locations() as locations:
        seen = [(await locations.__anext__())["coordinate"]["latitude"] for _ in range(4)]
        assert seen == [1, 2, 3, 1]


@asynchronous
async def test_the_filter_is_the_daemons(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATUSD_LOCATION_INTERVAL", "0.1")
    async with running(*route(tmp_path, 1, 1.001, 5)) as daemon:
        async with daemon.locations(min_distance=10_000) as locations:
            seen = [(await locations.__anext__())["coordinate"]["latitude"] for _ in range(3)]
            assert seen == [1, 5, 1]
        with pytest.raises(StatusdError) as refused:
            async with daemon.locations(min_interval=-1):
                pass
        assert refused.value.failure.kind == "invalidParams"


@asynchronous
async def test_leaving_ends_the_subscription() -> None:
    async with running() as daemon:
        async with daemon.locations() as locations:
            assert (await locations.__anext__())["status"] == "loaded"
        with pytest.raises(StatusdError) as unknown:
            await daemon.call("unsubscribeLocation", ["l1"])
        assert unknown.value.failure.detail["reason"] == "unknown"
        with pytest.raises(StopAsyncIteration):
            await locations.__anext__()


@asynchronous
async def test_a_failure_is_a_snapshot_that_can_recover(tmp_path: pathlib.Path) -> None:
    missing = str(tmp_path / "nowhere.csv")
    async with running("--location", f"route:{missing}") as daemon, daemon.locations() as locations:
        failed = await locations.__anext__()
        assert failed["status"] == "failed"
        failure = Failure.of(failed["failure"], daemon)
        assert failure.kind == "fileNotFound"
        recovered = await failure.recover("useDemoRoute")
        assert recovered["result"]["coordinate"]["latitude"] == 53.619653
        assert (await locations.__anext__())["status"] == "loaded"


@asynchronous
async def test_the_end_of_the_daemon_is_the_end_of_the_locations() -> None:
    async with running() as daemon:
        async with daemon.locations() as locations:
            await locations.__anext__()
            await daemon.close()
            with pytest.raises(StopAsyncIteration):
                await locations.__anext__()


def told(subscription: str, revision: int) -> Notification:
    location = {"revision": revision, "status": "loading"}
    return Notification(
        "locationChanged", {"subscriptionId": subscription, "location": location, "coalesced": 0}
    )


@asynchronous
async def test_only_the_newest_of_a_subscription_waits() -> None:
    notifications = Notifications(lambda _: None)
    for each in (told("l1", 1), told("l2", 1), told("l1", 2)):
        notifications.add(each)
    first, second = await notifications.__anext__(), await notifications.__anext__()
    assert (first.params["subscriptionId"], first.params["location"]["revision"]) == ("l1", 2)
    assert first.params["coalesced"] == 1
    assert second.params["subscriptionId"] == "l2"
