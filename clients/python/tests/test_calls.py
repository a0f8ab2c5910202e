"""Calls and their results, from the real daemon."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, cast

import pytest
from statusd import CallFailed, FleetValue, MenuValue, Snapshot
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
        value = cast(MenuValue, (await daemon.fetch_menu())["value"])
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
async def test_a_parameterised_resource_takes_arguments(tmp_path: Path) -> None:
    (tmp_path / "main.json").write_text("[1]", encoding="utf-8")
    async with running("--resource", f"build=file:{tmp_path}/{{branch}}.json") as daemon:
        arguments = {"branch": "main"}
        snapshot = await daemon.refresh("build", arguments=arguments)
        assert snapshot["arguments"] == arguments
        assert await daemon.get_state("build", arguments=arguments) == snapshot
        polling = await daemon.set_auto_polling(False, resource="build", arguments=arguments)
        assert not polling["enabled"]
        family, instance = (await daemon.list_resources())[2:]
        assert family == {"resource": "build", "parameters": ["branch"]}
        assert instance.get("arguments") == arguments
        with pytest.raises(CallFailed) as error:
            await daemon.refresh("build", arguments={"branch": "gone"})
        assert error.value.failure.data["arguments"] == {"branch": "gone"}


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
        value = cast(FleetValue, (await daemon.refresh())["value"])
        assert len(value["couriers"]) == 4_000


@asynchronous
async def test_closing_ends_the_daemon_with_status_0() -> None:
    async with running() as daemon:
        await daemon.get_state()
        assert daemon.status is None
    assert daemon.status == 0


@asynchronous
async def test_shutdown_and_exit_end_it_too() -> None:
    async with running() as daemon:
        await daemon.call("shutdown")
        await daemon.notify("exit")
    assert daemon.status == 0


@asynchronous
async def test_stats_count_what_was_answered() -> None:
    async with running() as daemon:
        await daemon.get_state()
        requests = (await daemon.stats())["requests"]
        assert (requests["admitted"], requests["answered"], requests["inFlight"]) == (3, 2, 0)


@asynchronous
async def test_a_thousand_calls_at_once_are_all_answered_and_matched() -> None:
    """More fetches than may wait at a time: the others are refused at once, and every response finds its call."""
    async with running() as daemon:
        looks = [daemon.call("setAutoPolling", [False, 1 + number, "state"]) for number in range(500)]
        fetches = [daemon.refresh() for _ in range(500)]
        wishes, ends = await asyncio.gather(asyncio.gather(*looks), asyncio.gather(*map(ending, fetches)))
        assert [wish["autoPolling"]["interval"] for wish in wishes] == [1 + number for number in range(500)]
        endings = Counter(ends)
        assert set(endings) <= {"loaded", "overloaded"} and endings["loaded"] >= 256
        assert (await daemon.stats())["requests"]["inFlight"] == 0


async def ending(fetch: Coroutine[Any, Any, Snapshot]) -> str:
    """The status after the fetch, or the kind of its failure."""
    try:
        return (await fetch)["status"]
    except CallFailed as error:
        return error.failure.kind
