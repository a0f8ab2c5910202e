"""The presenter over the real daemon: what the cases assume about its messages is so."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from statusd import Statusd
from statusd.presenter import LiveScreen, Screen
from support import Recorder, asynchronous, killed, running

from presenter_cases import EPOCH

MANUAL = ("--clock", "manual", "--seed", "1", "--drain-timeout", "0")
REFRESH = {"button": "refresh", "resource": "menu"}
POLLING = {"button": "polling", "resource": "menu"}


class Stage:
    """A daemon under a manual clock, and its screen."""

    def __init__(self, daemon: Statusd) -> None:
        self.daemon, self.now = daemon, EPOCH
        self.gone = asyncio.Event()
        self.live = LiveScreen(daemon, clock=lambda: self.now, on_change=self.changed, tick=3_600)

    def changed(self, screen: Screen) -> None:
        if not screen["connected"]:
            self.gone.set()

    @property
    def menu(self) -> Screen:
        screen: Screen = self.live.screen["resources"]["menu"]
        return screen

    async def press(self, **button: str) -> None:
        """Presses a button; when this returns the daemon has seen it."""
        self.live.press(button)
        await self.advance(0)

    async def advance(self, seconds: float) -> None:
        # The requests of the press are on their way once their tasks have begun.
        await asyncio.sleep(0)
        self.now += seconds
        await self.daemon.call("advanceClock", [seconds])
        self.live.tick()
        await self.daemon.get_state()  # What the tick asked for comes before it.


@asynccontextmanager
async def staged(scenario: str, *arguments: str, **options: Any) -> AsyncIterator[Stage]:
    async with running("--scenario", scenario, *MANUAL, *arguments, **options) as daemon:
        stage = Stage(daemon)
        async with stage.live:
            await stage.advance(0)
            yield stage


@asynchronous
async def test_a_failure_is_recovered_from() -> None:
    async with staged("first-fails") as stage:
        assert (stage.menu["phase"], stage.menu["polling"]["on"]) == ("blank", False)
        await stage.press(**REFRESH)
        assert (stage.menu["phase"], stage.menu["spinner"]) == ("loading", True)
        await stage.advance(10)
        assert (stage.menu["phase"], stage.live.screen["alert"]) == ("error", None)
        failure = stage.menu["failure"]
        assert [each["id"] for each in failure["buttons"]] == ["cancel", "tryAgain", "keepTrying"]
        await stage.press(button="option", failureId=failure["failureId"], optionId="tryAgain")
        buttons = stage.menu["failure"]["buttons"]
        assert [(each["id"], each["enabled"]) for each in buttons] == [("cancel", True), ("tryAgain", False)]
        await stage.advance(10)
        assert (stage.menu["phase"], stage.menu["failure"]) == ("content", None)
        assert stage.menu["content"]["sections"]


@asynchronous
async def test_cancelling_brings_no_alert() -> None:
    async with staged("slow") as stage:
        await stage.press(**REFRESH)
        await stage.press(button="stop", resource="menu")
        assert (stage.menu["phase"], stage.menu["refresh"]["enabled"]) == ("blank", True)
        assert stage.live.screen["alert"] is None


@asynchronous
async def test_a_refresh_can_be_stopped_in_the_turn_that_begins_it() -> None:
    async with staged("slow") as stage:
        stage.live.press(REFRESH)
        await stage.press(button="stop", resource="menu")
        assert (stage.menu["phase"], stage.menu["refresh"]["enabled"]) == ("blank", True)


@asynchronous
async def test_cancel_ends_a_running_option() -> None:
    async with staged("always-fails") as stage:
        await stage.press(**REFRESH)
        await stage.advance(10)
        failure = stage.menu["failure"]["failureId"]
        await stage.press(button="option", failureId=failure, optionId="tryAgain")
        await stage.press(button="option", failureId=failure, optionId="cancel")
        assert (stage.menu["phase"], stage.menu["failure"], stage.live.screen["alert"]) == ("blank", None, None)


@asynchronous
async def test_polls_that_bring_an_equal_value_keep_it_young() -> None:
    async with staged("demo") as stage:
        await stage.press(**POLLING)
        await stage.advance(1)
        for _ in range(30):
            await stage.advance(10)
        assert (stage.menu["age"], stage.menu["polling"]["on"]) == ("just now", True)
        await stage.press(**POLLING)
        await stage.advance(300)
        assert (stage.menu["age"], stage.menu["polling"]["next"]) == ("5 min ago", None)


@asynchronous
async def test_the_location_is_shown_while_it_is_on() -> None:
    async with staged("demo") as stage:
        await stage.press(button="startLocation")
        await stage.advance(1)
        location = stage.live.screen["location"]
        assert (location["phase"], location["coordinate"]["latitude"]) == ("content", 53.619653)
        await stage.press(button="stopLocation")
        assert stage.live.screen["location"]["phase"] == "stale"
        assert (await stage.daemon.call("stats"))["requests"]["inFlight"] == 0


@asynchronous
async def test_the_map_of_the_demo_is_joined() -> None:
    async with staged("demo") as stage:
        await stage.press(button="refresh", resource="state")
        await stage.advance(1)
        items = stage.live.screen["resources"]["state"]["content"]["items"]
        couriers = [each for each in items if each["kind"] == "courier" and each["packageId"]]
        assert couriers and all(" carries " in each["label"] for each in couriers)


@asynchronous
async def test_what_was_switched_is_switched_again_after_a_death() -> None:
    async with staged("demo", restart=True) as stage:
        await stage.press(**POLLING)
        await stage.press(button="startLocation")
        await stage.advance(25)
        assert stage.live.screen["location"]["coordinate"]["latitude"] == 52.378385
        await killed(stage.daemon, stage.daemon.notifications())
        stage.now = EPOCH  # The new process begins with its own time.
        await stage.advance(1)
        assert stage.live.screen["connected"]
        assert (stage.menu["phase"], stage.menu["polling"]["on"]) == ("content", True)
        location = stage.live.screen["location"]  # The route's first place again.
        assert (location["phase"], location["coordinate"]["latitude"]) == ("content", 53.619653)


@asynchronous
async def test_nothing_is_asked_for_behind_the_end() -> None:
    """The last wish for the location waits for the request under way, which leaving cancels."""
    recorder = Recorder()
    async with running("--scenario", "demo", *MANUAL, recorder=recorder) as daemon:
        async with LiveScreen(daemon, {"menu": "menu"}, tick=3_600) as live:
            live.press({"button": "startLocation"})
            while not live._presenter._model.session.subscription:
                await daemon.call("advanceClock", [1])
            live.press({"button": "stopLocation"})
            live.press({"button": "startLocation"})
            await asyncio.sleep(0)
            assert recorder.sent[-1]["method"] == "unsubscribeLocation"
        await daemon.get_state()
        methods = [each["method"] for each in recorder.sent]
        assert methods[-3:] == ["unsubscribeLocation", "$/cancelRequest", "getState"]


@asynchronous
async def test_a_mistake_of_a_listener_is_not_the_daemons() -> None:
    problems: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: problems.append(context["exception"]))
    slip = KeyError("slip")

    def draw(screen: Screen) -> None:
        raise slip

    async with running() as daemon:
        async with LiveScreen(daemon, {"menu": "menu"}, on_change=draw, tick=3_600) as live:
            await daemon.fetch_menu()
            assert live.screen["resources"]["menu"]["phase"] == "content"
        assert (await daemon.get_state("menu"))["status"] == "loaded"
    assert problems and set(problems) == {slip}


@asynchronous
async def test_the_end_of_the_daemon_is_on_the_screen() -> None:
    async with staged("demo") as stage:
        await stage.press(**REFRESH)
        await stage.advance(1)
        os.kill(stage.daemon.pid, signal.SIGKILL)
        await stage.gone.wait()
        assert (stage.menu["phase"], stage.menu["refresh"]["enabled"]) == ("stale", False)
