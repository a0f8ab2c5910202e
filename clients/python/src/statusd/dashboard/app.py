"""The dashboard: one screen over one daemon."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Footer, Label, Switch

from .. import DaemonEnded, ProtocolError, Statusd
from ..presenter import LiveScreen, Screen
from .panels import FailureBox, LocationPanel, OptionButton, ResourcePanel

USAGE = """usage: statusd-dashboard [OPTION …]

Shows a statusd in the terminal. The options are those of `statusd serve`; the program is $STATUSD, else statusd of
the PATH. Try: statusd-dashboard --scenario first-fails"""


class Dashboard(App[None]):
    """Draws what the presenter says, and gives it what is pressed."""

    TITLE = "statusd"
    CSS_PATH = "dashboard.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("r", "refresh('state')", "Refresh fleet"),
        ("m", "refresh('menu')", "Refresh menu"),
        ("p", "poll('state')", "Poll fleet"),
        ("l", "track", "Track location"),
        ("q", "quit", "Quit"),
    ]

    def __init__(self, daemon: Statusd, *, clock: Callable[[], float] = time.time, tick: float = 1.0) -> None:
        super().__init__()
        self.live = LiveScreen(daemon, on_change=self.changed, on_perform=self.perform, clock=clock, tick=tick)
        self.drawing = asyncio.Lock()

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield ResourcePanel("state", "Fleet")
            with Vertical():
                yield ResourcePanel("menu", "Menu")
                yield LocationPanel()
        yield Label("The daemon has ended.", id="ended")
        yield FailureBox(id="alert")
        yield Footer()

    async def on_mount(self) -> None:
        await self.live.__aenter__()
        await self.draw()

    async def on_unmount(self) -> None:
        await self.live.__aexit__(None, None, None)

    # The screen

    def changed(self, screen: Screen) -> None:
        if self.is_running:
            self.call_later(self.draw)

    async def draw(self) -> None:
        """Draws the newest screen. One drawing at a time: mounting buttons takes more than one turn."""
        async with self.drawing:
            screen = self.live.screen
            for panel in self.query(ResourcePanel):
                await panel.show(screen["resources"][panel.resource])
            await self.query_one(LocationPanel).show(screen["location"])
            await self.query_one("#alert", FailureBox).show(screen["alert"])
            self.query_one("#ended").display = not screen["connected"]

    # Presses

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if isinstance(event.button, OptionButton):
            self.live.press(event.button.pressed_as)
        elif event.button.id:
            button, _, resource = event.button.id.partition("-")
            self.live.press({"button": button, "resource": resource})

    def on_switch_changed(self, event: Switch.Changed) -> None:
        if event.switch.id == "location":
            self.live.press({"button": "startLocation" if event.value else "stopLocation"})
        elif event.switch.id:
            self.live.press({"button": "polling", "resource": event.switch.id.removeprefix("polling-")})

    def action_refresh(self, resource: str) -> None:
        self.live.press({"button": "refresh", "resource": resource})

    def action_poll(self, resource: str) -> None:
        self.live.press({"button": "polling", "resource": resource})

    def action_track(self) -> None:
        is_on = self.live.screen["location"]["on"]
        self.live.press({"button": "stopLocation" if is_on else "startLocation"})

    def perform(self, chosen: dict[str, Any]) -> None:
        """An option that is the client's: the dashboard says what it is about."""
        option = chosen["option"]
        place = option.get("path") or "the configuration"
        text = f"{place}, key {option['key']}" if "key" in option else option["title"]
        self.notify(text, title=option["title"], markup=False)


async def run(arguments: list[str]) -> None:
    """Runs until the person quits. `arguments`: what `statusd` is started with."""
    async with Statusd.spawn(None, *arguments, restart=True) as daemon:
        await Dashboard(daemon).run_async()


def main() -> None:
    arguments = sys.argv[1:]
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return
    try:
        asyncio.run(run(arguments))
    except (DaemonEnded, OSError, ProtocolError) as error:  # No program, or none that may be run.
        sys.exit(f"statusd-dashboard: {error}")
