"""Screens of the real daemon. The kit's cases (rule 13 of docs/clients.md) say how a client holds them."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import signal
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from statusd import CallFailed, DaemonEnded, LiveScreen, StateNotification, Statusd, sync
from support import DEADLINE, Recorder, asynchronous, binary, running

from scripted import error, failure, result, scripted

MANUAL = ("--clock", "manual", "--seed", "1", "--drain-timeout", "0")
EMPTY: dict[str, Any] = {"parts": {}, "location": None, "alert": None, "notice": None, "help": None}


@asynccontextmanager
async def opened(
    scenario: str, parts: Mapping[str, Mapping[str, Any]] | None = None, restart: bool = False
) -> AsyncIterator[tuple[Statusd, LiveScreen]]:
    async with running("--scenario", scenario, *MANUAL, restart=restart) as daemon:
        async with daemon.screen(parts, location=True) as screen:
            yield daemon, screen


@asynchronous
async def test_a_value_comes_and_what_a_press_does_is_there_when_it_returns() -> None:
    async with opened("demo", parts={"menu": {}}) as (daemon, screen):
        menu = screen.parts["menu"]
        assert (menu["phase"], menu["refresh"], screen.alert) == ("blank", {"enabled": True}, None)
        assert await screen.press("refresh", part="menu") == {"pressed": True}
        assert (screen.parts["menu"]["phase"], menu["phase"]) == ("loading", "blank")
        assert await screen.press("refresh", part="menu") == {"pressed": False}
        await daemon.call("advanceClock", [1])
        assert screen.parts["menu"]["phase"] == "content"
        content = screen.parts["menu"]["content"]
        assert content is not None and "sections" in content


@asynchronous
async def test_the_newest_screen_alone_waits_for_a_slow_reader() -> None:
    async with opened("demo") as (daemon, screen):
        assert [*(await screen.__anext__())["parts"]] == ["state", "menu"]
        await screen.press("refresh", part="menu")
        await daemon.call("advanceClock", [1])
        await daemon.call("advanceClock", [120])
        assert (await screen.__anext__())["parts"]["menu"]["age"] == "2 min ago"
        waiting = asyncio.create_task(screen.__anext__())
        await daemon.get_state()
        assert not waiting.done()
        await screen.press("startLocation")
        assert (await waiting)["location"] == screen.location


@asynchronous
async def test_options_are_pressed_by_the_ids_of_their_failure() -> None:
    async with opened("first-fails") as (daemon, screen):
        await screen.press("refresh", part="menu")
        await daemon.call("advanceClock", [10])
        failure = screen.parts["menu"]["failure"]
        assert failure
        await screen.press("option", failure_id=failure["failureId"], option_id="tryAgain")
        box = screen.parts["menu"]["failure"]
        assert box and [button["running"] for button in box["buttons"]] == [False, True]
        await daemon.call("advanceClock", [10])
        assert (screen.parts["menu"]["phase"], screen.parts["menu"]["failure"]) == ("content", None)


@asynchronous
async def test_an_option_of_the_clients_is_its_own_to_perform() -> None:
    async with running("--menu", "file:/proc/nonexistent", *MANUAL[2:]) as daemon, daemon.screen() as screen:
        await screen.press("refresh", part="menu")
        async for shown in screen:
            if box := shown["parts"]["menu"]["failure"]:
                break
        assert box
        pressed = await screen.press("option", failure_id=box["failureId"], option_id="openSettings")
        assert pressed["pressed"] and pressed["performs"]["failureId"] == box["failureId"]


@asynchronous
async def test_a_screen_goes_on_after_a_restart_with_what_was_switched() -> None:
    async with opened("demo", restart=True) as (daemon, screen):
        await screen.press("polling", part="menu", on=True)
        await screen.press("startLocation")
        await daemon.call("advanceClock", [1])
        await screen.__anext__()
        os.kill(daemon.pid, signal.SIGKILL)
        old = await screen.__anext__()
        assert (old["parts"]["menu"]["phase"], screen.is_old) == ("stale", True)
        assert await screen.press("refresh", part="menu") == {"pressed": False}
        async for shown in screen:
            menu, place = shown["parts"]["menu"], shown["location"]
            if menu["polling"] and menu["polling"]["on"] and place and place["on"] and not screen.is_old:
                break
        assert menu["refresh"]["enabled"] and daemon.is_running


@asynchronous
async def test_without_a_restart_the_end_comes_behind_the_old_screen() -> None:
    async with opened("demo") as (daemon, screen):
        await screen.press("refresh", part="menu")
        await daemon.call("advanceClock", [1])
        await screen.__anext__()
        os.kill(daemon.pid, signal.SIGKILL)
        assert (await screen.__anext__())["parts"]["menu"]["phase"] == "stale"
        with pytest.raises(DaemonEnded):
            await screen.__anext__()


@asynchronous
async def test_a_screen_that_was_given_up_and_opens_all_the_same_is_closed() -> None:
    sent: list[dict[str, Any]] = []
    late = [{"id": 2, "result": {"screenId": "s1", "screen": EMPTY}}, result(None)]
    script: dict[str, Any] = {"openScreen": [[]], "$/cancelRequest": [[]], "stats": [late], "closeScreen": [[]]}

    def tap(direction: str, message: str) -> None:
        if direction == "in":
            sent.append(json.loads(message))

    async with scripted(tap=tap, **script) as daemon:
        opening = asyncio.create_task(daemon.screen({}).__aenter__())
        while sent[-1]["method"] != "openScreen":
            await asyncio.sleep(0)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        await daemon.stats()
        assert (sent[-1]["method"], sent[-1]["params"]) == ("closeScreen", {"screenId": "s1"})


@asynchronous
async def test_a_screen_that_is_refused_is_held_by_nobody() -> None:
    async with scripted(openScreen=[[error(-32602, failure(kind="invalidParams"))]]) as daemon:
        with pytest.raises(CallFailed):
            async with daemon.screen({"menu": {"shape": "fleet"}}):
                pass
        assert not daemon._listeners.subscriptions


@asynchronous
async def test_a_screen_that_is_not_open_says_so() -> None:
    async with running() as daemon:
        with pytest.raises(RuntimeError, match="the screen is not open: use `async with"):
            _ = daemon.screen().parts


@asynchronous
async def test_changes_of_screens_are_no_notifications() -> None:
    async with opened("demo", parts={}) as (daemon, screen):
        notifications = daemon.notifications()
        await screen.press("startLocation")
        await daemon.set_auto_polling(True, resource="menu")
        assert isinstance(await notifications.__anext__(), StateNotification)


def test_without_asyncio_a_screen_is_drawn_and_pressed() -> None:
    recorder = Recorder()
    daemon = sync.Statusd.spawn("--scenario", "demo", *MANUAL, program=binary(), tap=recorder, start_timeout=DEADLINE)
    with daemon, daemon.screen({"menu": {}}) as screen:
        drawn: list[str] = []

        def draw() -> None:
            for shown in screen:
                drawn.append(shown["parts"]["menu"]["phase"])
                if drawn[-1] == "content":
                    return

        thread = threading.Thread(target=draw)
        thread.start()
        assert screen.press("refresh", part="menu") == {"pressed": True}
        assert (screen.parts["menu"]["phase"], screen.is_old, screen.alert) == ("loading", False, None)
        daemon.call("advanceClock", [1])
        thread.join(DEADLINE)
        assert drawn[-1] == "content"
    recorder.end(killed=False)


@asynchronous
async def test_a_wrong_configuration_is_an_alert_until_it_is_corrected(tmp_path: pathlib.Path) -> None:
    file, value = tmp_path / "statusd.toml", tmp_path / "build.json"
    value.write_text("[1]")
    file.write_text("[resources.build]\nsorce = 'demo'\n")
    async with running("--config", str(file)) as daemon:
        with pytest.raises(CallFailed) as refused:
            await daemon.refresh("build")
        assert refused.value.failure.kind == "sourceMisconfigured"
        assert (refused.value.failure.detail["path"], refused.value.failure.detail["line"]) == (str(file), 2)
        async with daemon.screen() as screen:
            alert = screen.alert
            assert alert and "did you mean resources.build.source?" in alert["message"]
            pressed = await screen.press("option", failure_id=alert["failureId"], option_id="openSettings")
            option = pressed["performs"]["option"]
            assert isinstance(option, dict) and option["path"] == str(file)
            saved = tmp_path / "saved.toml"
            saved.write_text(f"resources.build.source = 'file:{value}'\nresources.late.source = 'file:{value}'\n")
            saved.rename(file)
            async for shown in screen:
                if shown["alert"] is None:
                    break
            assert [*screen.parts] == ["state", "menu", "build", "late"]
            await screen.press("refresh", part="late")
            async for shown in screen:
                if shown["parts"]["late"]["phase"] == "content":
                    break
            assert screen.parts["late"]["content"] == {"value": [1]}
        assert (await daemon.refresh("build"))["value"] == [1]
