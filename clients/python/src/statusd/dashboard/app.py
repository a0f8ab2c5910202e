"""The dashboard: the screens of one daemon."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Label, Switch

from .. import DaemonEnded, LiveScreen, ProtocolError, Statusd, StatusdError
from ..types import ResourceFamily
from . import words
from .failures import FailureBox, PressButton
from .panels import FamilyPanel, HelpPanel, LocationPanel, Panel, PartPanel

USAGE = """usage: statusd-dashboard [OPTION …]

Shows a statusd in the terminal. The options are those of `statusd serve`; the program is $STATUSD, else statusd of
the PATH. Try: statusd-dashboard --scenario first-fails"""


class Dashboard(App[None]):
    """Draws what the daemon says, and sends it what is pressed.

    The resources and the location are on one screen; each instance of a family has one of its own.
    """

    TITLE = "statusd"
    CSS_PATH = "dashboard.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012 -- Textual declares its type
    BINDINGS: ClassVar[list[BindingType]] = [
        ("r", "press('refresh')", "Refresh"),
        ("s", "press('stop')", "Stop"),
        ("p", "press('polling')", "Poll"),
        ("a", "refresh_all", "Refresh all"),
        ("l", "track", "Track location"),
        ("n", "select(1)", "Next panel"),
        Binding("N", "select(-1)", "Previous panel", show=False),
        Binding("escape", "close_help", "Close help", show=False),
        ("q", "quit", "Quit"),
    ]

    def __init__(self, daemon: Statusd) -> None:
        super().__init__()
        self.daemon = daemon
        self.screens: list[LiveScreen] = []
        self.drawing = asyncio.Lock()
        self.selected: Panel | None = None
        #: Why there is no daemon any more, once it is not started again.
        self.ending = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="columns"):
            yield VerticalScroll(can_focus=False)
            yield VerticalScroll(can_focus=False)
        yield HelpPanel()
        yield Label(id="ended", markup=False)
        yield Label(id="notice", markup=False)
        yield FailureBox(id="alert")
        yield Footer()

    async def on_mount(self) -> None:
        families = [each for each in await self.daemon.list_resources() if "parameters" in each]
        screen = await self.open(location=True)
        columns: list[list[Widget]] = [[], []]
        for number, name in enumerate(screen.parts):
            columns[number % 2].append(PartPanel(screen, name))
        for family in cast("list[ResourceFamily]", families):
            columns[0].append(FamilyPanel(family["resource"], family["parameters"]))
        columns[1].append(LocationPanel(screen))
        async with self.drawing:
            for column, panels in zip(self.query("#columns > VerticalScroll"), columns):
                await column.mount(*panels)
        self.action_select(1)
        await self.draw()

    async def on_unmount(self) -> None:
        for screen in self.screens:
            await screen.__aexit__(None, None, None)

    # The screens

    async def open(self, parts: Mapping[str, Mapping[str, Any]] | None = None, **options: Any) -> LiveScreen:
        screen = await self.daemon.screen(parts, **options).__aenter__()
        self.screens.append(screen)
        self.run_worker(self.follow(screen))
        return screen

    async def follow(self, screen: LiveScreen) -> None:
        try:
            async for _ in screen:
                await self.draw()
        except (DaemonEnded, ProtocolError) as error:
            self.ending = str(error)
            await self.draw()

    async def draw(self) -> None:
        """Draws what the screens show now. One drawing at a time: mounting takes more than one turn."""
        async with self.drawing:
            for panel in self.query(Panel):
                await panel.show()
            alerting = next((screen for screen in self.screens if screen.alert), self.screens[0])
            await self.query_one("#alert", FailureBox).show(alerting, alerting.alert)
            section = next((screen.help for screen in self.screens if screen.help), None)
            await self.query_one(HelpPanel).show(section)
            self.query_one("#columns").display = section is None
            self.say("#notice", " ".join(screen.notice for screen in self.screens if screen.notice))
            is_old = any(screen.is_old for screen in self.screens)
            self.say("#ended", self.ending or ("The daemon has ended. It is started again." if is_old else ""))

    def say(self, place: str, text: str) -> None:
        label = self.query_one(place, Label)
        label.display = bool(text)
        label.update(text)

    def on_resize(self) -> None:
        if self.screens:
            self.call_after_refresh(self.draw)  # Buttons are put into lines of the new width.

    # Presses

    def press(self, screen: LiveScreen, **params: Any) -> None:
        self.run_worker(self.pressed(screen, params))

    async def pressed(self, screen: LiveScreen, params: dict[str, Any]) -> None:
        try:
            result = await screen.press(**params)
        except StatusdError as error:
            self.notify(str(error), severity="error", markup=False)
        except (DaemonEnded, ProtocolError):
            return  # The screen says so.
        else:
            if performs := cast("dict[str, Any]", result.get("performs")):
                self.notify(words.performed(performs), title=performs["option"]["title"], markup=False)
        await self.draw()  # A switch that was not enabled goes back.

    def on_button_pressed(self, event: Button.Pressed) -> None:
        button = event.button
        if isinstance(button, PressButton):
            self.press(button.live, **button.press_params)
        elif button.has_class("close-help"):
            self.action_close_help()
        elif family := around(button, FamilyPanel):
            self.run_worker(self.show_instance(family))
        elif panel := around(button, PartPanel):
            self.run_worker(self.close_instance(panel))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if family := around(event.input, FamilyPanel):
            self.run_worker(self.show_instance(family))

    def on_switch_changed(self, event: Switch.Changed) -> None:
        if panel := around(event.switch, PartPanel):
            self.press(panel.live, button="polling", part=panel.part, on=event.value)
        else:
            self.track(event.value)

    def on_descendant_focus(self) -> None:
        if self.focused and (panel := around(self.focused, Panel)):
            self.select(panel)

    def action_press(self, button: str) -> None:
        if isinstance(self.selected, PartPanel):
            self.press(self.selected.live, button=button, part=self.selected.part)

    def action_refresh_all(self) -> None:
        for panel in self.query(PartPanel):
            self.press(panel.live, button="refresh", part=panel.part)

    def action_track(self) -> None:
        place = self.screens[0].location
        self.track(not (place and place["on"]))

    def track(self, is_on: bool) -> None:
        self.press(self.screens[0], button="startLocation" if is_on else "stopLocation")

    def action_close_help(self) -> None:
        for screen in self.screens:
            if screen.help:
                self.press(screen, button="closeHelp")

    # Panels

    def select(self, panel: Panel) -> None:
        for each in self.query(Panel):
            each.set_class(each is panel, "selected")
        self.selected = panel

    def action_select(self, step: int) -> None:
        panels = [*self.query(Panel)]
        here = panels.index(self.selected) if self.selected in panels else -step
        panel = panels[(here + step) % len(panels)]
        panel.query("Switch, Input").first().focus()
        self.select(panel)

    async def show_instance(self, family: FamilyPanel) -> None:
        described = {"resource": family.resource, "arguments": family.arguments}
        try:
            screen = await self.open({"instance": described}, fetch="missing")
        except StatusdError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        except (DaemonEnded, ProtocolError):
            return
        panel = PartPanel(screen, "instance", closable=True)
        async with self.drawing:
            await self.mount(panel, after=family)
        await self.draw()
        panel.query_one(Switch).focus()

    async def close_instance(self, panel: PartPanel) -> None:
        self.screens.remove(panel.live)
        async with self.drawing:
            await panel.remove()
        self.action_select(1)
        await panel.live.__aexit__(None, None, None)
        await self.draw()


Kind = TypeVar("Kind", bound=Widget)


def around(widget: Widget, kind: type[Kind]) -> Kind | None:
    """The widget of that kind that holds this one."""
    return next((each for each in widget.ancestors if isinstance(each, kind)), None)


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
