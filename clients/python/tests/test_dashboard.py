"""The dashboard over the real daemon: pressed by keys and buttons, and looked at.

`RECORD=1` writes the pictures again and fails. Look at them before you commit them.
"""

from __future__ import annotations

import asyncio
import os
import pathlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from statusd import Statusd
from statusd.dashboard.app import Dashboard, main
from statusd.dashboard.panels import FailureBox, OptionButton
from statusd.dashboard.plot import Mark, plot
from support import ROOT, asynchronous, running
from textual.pilot import Pilot
from textual.widgets import Button, Static

from presenter_cases import EPOCH

MANUAL = ("--clock", "manual", "--seed", "1", "--drain-timeout", "0")
PICTURES = ROOT / "clients/python/pictures"


class Stage:
    """A dashboard without a terminal, over a daemon under a manual clock."""

    def __init__(self, daemon: Statusd) -> None:
        self.daemon, self.now = daemon, EPOCH
        self.dashboard = Dashboard(daemon, clock=lambda: self.now, tick=3_600)
        self.pilot: Pilot[None]

    async def advance(self, seconds: float = 0) -> None:
        await asyncio.sleep(0)  # The requests of a press are on their way.
        self.now += seconds
        await self.daemon.call("advanceClock", [seconds])
        self.dashboard.live.tick()
        await self.daemon.get_state()
        await self.pilot.pause()
        await self.dashboard.draw()
        await self.pilot.pause()

    async def press(self, key: str) -> None:
        await self.pilot.press(key)
        await self.advance()

    async def choose(self, box: FailureBox, option: str) -> None:
        [button] = [each for each in box.query(OptionButton) if each.pressed_as["optionId"] == option]
        button.press()
        await self.pilot.pause()
        await self.advance()

    def text(self, panel: str) -> str:
        return str(self.dashboard.query_one(f"#panel-{panel} .content", Static).content)

    def box(self, panel: str) -> FailureBox:
        return self.dashboard.query_one(f"#panel-{panel}").query_one(FailureBox)

    def subtitle(self, panel: str) -> str:
        return str(self.dashboard.query_one(f"#panel-{panel}").border_subtitle)


@asynccontextmanager
async def staged(scenario: str) -> AsyncIterator[Stage]:
    async with running("--scenario", scenario, *MANUAL) as daemon:
        stage = Stage(daemon)
        async with stage.dashboard.run_test(size=(110, 40)) as stage.pilot:
            await stage.advance()
            yield stage


def titles(box: FailureBox) -> list[tuple[str, bool]]:
    return [(str(button.label), not button.disabled) for button in box.query(OptionButton)]


@asynchronous
async def test_keys_refresh_and_the_map_and_the_menu_come() -> None:
    async with staged("demo") as stage:
        assert stage.text("menu") == "Nothing yet. Press Refresh."
        await stage.press("m")
        await stage.press("r")
        assert stage.text("menu") == "Loading…"
        assert stage.subtitle("menu") == "loading · attempt 1 of 3"
        await stage.advance(1)
        assert "STARTERS" in stage.text("menu")
        assert "◆" in stage.text("state") and " carries " in stage.text("state")
        assert stage.subtitle("state") == "content · just now"


@asynchronous
async def test_a_failure_has_its_buttons_and_they_work() -> None:
    async with staged("first-fails") as stage:
        await stage.press("m")
        await stage.advance(10)
        box = stage.box("menu")
        assert titles(box) == [("Cancel", True), ("Try Again", True), ("Keep Trying", True)]
        await stage.choose(box, "tryAgain")
        assert titles(box) == [("Cancel", True), ("Try Again …", False)]
        await stage.advance(10)
        assert titles(box) == [] and not box.display
        assert "STARTERS" in stage.text("menu")


@asynchronous
async def test_a_failure_over_a_value_is_an_alert() -> None:
    async with staged("every-other-fails") as stage:
        await stage.press("m")
        await stage.advance(10)
        await stage.daemon.call("playScenario", ["always-fails"])
        await stage.press("m")
        await stage.advance(10)
        alert = stage.dashboard.query_one("#alert", FailureBox)
        assert alert.display and not stage.box("menu").display
        assert stage.subtitle("menu").startswith("stale")
        await stage.choose(alert, "cancel")
        assert not alert.display


@asynchronous
async def test_the_switch_of_polling_is_pressed_and_shown() -> None:
    async with staged("demo") as stage:
        await stage.press("p")
        await stage.advance(1)
        assert stage.dashboard.query_one("#polling-state").value is True  # type: ignore[attr-defined]
        assert "next poll in" in stage.subtitle("state")
        stage.dashboard.query_one("#polling-state").toggle()  # type: ignore[attr-defined]
        await stage.pilot.pause()
        await stage.advance()
        assert (await stage.daemon.get_state())["autoPolling"]["enabled"] is False


@asynchronous
async def test_stop_cancels_a_refresh() -> None:
    async with staged("slow") as stage:
        await stage.press("m")
        stop = stage.dashboard.query_one("#stop-menu", Button)
        assert not stop.disabled
        stop.press()
        await stage.pilot.pause()
        await stage.advance()
        assert stop.disabled and stage.text("menu") == "Nothing yet. Press Refresh."


@asynchronous
async def test_the_track_grows_while_it_is_on() -> None:
    async with staged("demo") as stage:
        await stage.press("l")
        for _ in range(3):
            await stage.advance(10)
        assert stage.text("location").count("·") == 3 and "◎" in stage.text("location")
        await stage.press("l")
        assert stage.subtitle("location").startswith("stale")


@asynchronous
async def test_it_looks_as_it_did() -> None:
    async with staged("demo") as stage:
        for key in ("m", "p", "l"):
            await stage.press(key)
        for _ in range(5):
            await stage.advance(10)
        await stage.daemon.call("playScenario", ["rate-limited"])
        await stage.press("m")
        await stage.advance(3)
        compare(stage.dashboard.export_screenshot(title="statusd-dashboard"), "dashboard")


def test_a_program_that_may_not_be_run_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("STATUSD", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["statusd-dashboard"])
    with pytest.raises(SystemExit, match=f"^statusd-dashboard: .*Permission denied: '{tmp_path}'$"):
        main()


def compare(picture: str, name: str) -> None:
    path = PICTURES / f"{name}.svg"
    recorded = path.read_text(encoding="utf-8") if path.exists() else ""
    if os.environ.get("RECORD"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, encoding="utf-8")
        pytest.fail(f"{path.name} is written: look at it before you commit it")
    assert picture == recorded, f"{path.name} looks otherwise: RECORD=1 writes it again"


def test_north_is_at_the_top_and_east_at_the_right() -> None:
    marks = [Mark(1, 0, "a"), Mark(0, 1, "b"), Mark(0.5, 0.5, "c")]
    assert plot(marks, 3, 3) == ["a", " c", "  b"]


def test_a_lone_place_is_in_the_middle() -> None:
    assert plot([Mark(5, 5, "x")], 3, 3) == ["", " x", ""]
    assert plot([], 3, 2) == ["", ""]
    assert plot([Mark(5, 5, "x")], 0, 0) == []
