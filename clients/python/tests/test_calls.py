"""Calls and their results, from the real daemon."""

from __future__ import annotations

import asyncio

from support import asynchronous, fleet, origin, running


@asynchronous
async def test_refresh_gives_the_value_of_the_source() -> None:
    async with origin((200, fleet())) as url, running("--state", url) as daemon:
        snapshot = await daemon.refresh()
        assert (snapshot["status"], snapshot["value"]) == ("loaded", fleet())


@asynchronous
async def test_get_state_fetches_nothing() -> None:
    async with running() as daemon:
        assert (await daemon.get_state("menu"))["status"] == "idle"


@asynchronous
async def test_fetch_menu_gives_sections_in_descending_order() -> None:
    async with running("--menu", "demo") as daemon:
        value = (await daemon.fetch_menu())["value"]
        assert "sections" in value
        categories = [section["category"] for section in value["sections"]]
        assert categories == sorted(categories, reverse=True)


@asynchronous
async def test_list_resources_leaves_values_out() -> None:
    async with running() as daemon:
        await daemon.fetch_menu()
        resources = await daemon.list_resources()
        assert [resource["resource"] for resource in resources] == ["state", "menu"]
        assert not any("value" in resource for resource in resources)


@asynchronous
async def test_call_takes_any_method_by_name_or_by_position() -> None:
    async with running() as daemon:
        assert (await daemon.call("getState", ["menu"]))["resource"] == "menu"
        assert (await daemon.call("rpc.discover"))["info"]["title"] == "statusd"


@asynchronous
async def test_answers_find_the_calls_that_wait_for_them() -> None:
    async with running() as daemon:
        names = ["state", "menu"] * 50
        snapshots = await asyncio.gather(*(daemon.get_state(name) for name in names))
        assert [snapshot["resource"] for snapshot in snapshots] == names


@asynchronous
async def test_an_answer_may_be_longer_than_any_buffer() -> None:
    async with origin((200, fleet(couriers=4_000))) as url, running("--state", url) as daemon:
        value = (await daemon.refresh())["value"]
        assert "couriers" in value and len(value["couriers"]) == 4_000


@asynchronous
async def test_closing_ends_the_daemon_with_status_0() -> None:
    async with running() as daemon:
        await daemon.get_state()
        assert daemon.status is None
    assert daemon.status == 0


@asynchronous
async def test_shutdown_and_exit_end_it_too() -> None:
    async with running() as daemon:
        assert await daemon.call("shutdown") is None
        await daemon.notify("exit")
    assert daemon.status == 0


@asynchronous
async def test_stats_count_what_was_answered() -> None:
    async with running() as daemon:
        await daemon.get_state()
        requests = (await daemon.stats())["requests"]
        assert (requests["admitted"], requests["answered"], requests["inFlight"]) == (2, 1, 0)
