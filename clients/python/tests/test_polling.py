"""Polling, by the real daemon."""

from __future__ import annotations

from typing import cast

import pytest
from statusd import CallFailed, Notifications, ResourcePolling, StateChanged, Statusd
from support import asynchronous, fleet, next_state, origin, running

NEWER = fleet(couriers=2)
BROKEN = (500, {"error": "broken"})


async def until(changes: Notifications, status: str) -> StateChanged:
    """The first change to this status."""
    while (change := await next_state(changes))["status"] != status:
        pass
    return change


async def stopped(daemon: Statusd) -> None:
    assert (await daemon.set_auto_polling(False))["enabled"] is False


@asynchronous
async def test_it_is_off_at_first() -> None:
    async with running() as daemon:
        polling = (await daemon.get_state())["autoPolling"]
        assert polling == {"enabled": False, "interval": 10, "consecutiveFailures": 0}


@asynchronous
async def test_values_come_by_themselves() -> None:
    async with origin((200, fleet()), (200, NEWER)) as url, running("--state", url) as daemon:
        changes = daemon.notifications()
        polling = await daemon.set_auto_polling(True, interval=0.1)
        assert (polling["enabled"], polling["interval"]) == (True, 0.1)
        while (await next_state(changes)).get("value") != NEWER:
            pass
        await stopped(daemon)


@asynchronous
async def test_without_an_interval_it_stays_what_it_was() -> None:
    async with running() as daemon:
        await daemon.set_auto_polling(False, interval=2.5, resource="menu")
        polling = await daemon.set_auto_polling(True, resource="menu")
        assert polling["interval"] == 2.5
        assert (await daemon.get_state())["autoPolling"]["interval"] == 10


@asynchronous
async def test_a_failure_of_a_poll_is_silent_and_the_value_is_kept() -> None:
    async with origin((200, fleet()), BROKEN) as url, running("--state", url) as daemon:
        changes = daemon.notifications()
        await daemon.set_auto_polling(True, interval=0.1)
        failed = await until(changes, "failed")
        assert failed["failure"]["presentation"] == "silent"
        assert (failed["value"], failed["isStale"]) == (fleet(), True)
        await stopped(daemon)


@asynchronous
async def test_keep_trying_turns_it_on() -> None:
    async with origin(BROKEN, BROKEN, BROKEN, (200, fleet())) as url, running("--state", url) as daemon:
        changes = daemon.notifications()
        error = await refused(daemon)
        outcome = await daemon.recover(error.failure, "keepTrying")
        assert outcome["recovered"] is True
        assert cast(ResourcePolling, outcome["result"])["autoPolling"]["enabled"] is True
        await until(changes, "loaded")
        await stopped(daemon)


@asynchronous
async def test_the_last_known_value_may_do() -> None:
    async with origin((200, fleet()), (404, {})) as url, running("--state", url) as daemon:
        await daemon.refresh()
        error = await refused(daemon)
        outcome = await daemon.recover(error.failure, "useLastKnown")
        assert outcome["result"].get("value") == fleet()


async def refused(daemon: Statusd) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await daemon.refresh()
    return caught.value
