"""The dashboard's widgets. Each draws its part of a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Label, Markdown, Static, Switch

from .. import HelpSection, LiveScreen
from . import words
from .failures import FailureBox, PressButton

#: Columns that a panel needs for all that can be said in its last line.
WIDE = 44


class Area(VerticalScroll, can_focus=False):
    """Text that is made for the room it has, and made again when that changes: a box of a failure takes some."""

    def __init__(self) -> None:
        super().__init__()
        self.make: Callable[[int, int], str] = lambda width, height: ""

    def compose(self) -> ComposeResult:
        yield Static(classes="content", markup=False)

    def show(self, make: Callable[[int, int], str]) -> None:
        self.make = make
        room = self.scrollable_content_region
        text = make(room.width, room.height)
        self.query_one(Static).update(text)
        self.can_focus = text.count("\n") >= room.height  # Keys scroll what does not fit.

    def on_resize(self) -> None:
        self.show(self.make)


class Panel(Vertical):
    """A box that can be selected."""

    async def show(self) -> None:
        """Draws what its screen has now."""


class PartPanel(Panel):
    """One resource or instance: its content, its failure, and the buttons of refreshing and polling."""

    def __init__(self, screen: LiveScreen, name: str, *, closable: bool = False) -> None:
        super().__init__()
        self.live, self.part, self.is_closable = screen, name, closable
        self.border_title = words.title(screen.parts[name])

    def compose(self) -> ComposeResult:
        yield Area()
        yield FailureBox()
        with Horizontal(classes="controls"):
            yield PressButton("Refresh", self.live, button="refresh", part=self.part)
            yield PressButton("Stop", self.live, button="stop", part=self.part)
            if self.is_closable:
                yield Button("Close", classes="close", compact=True)
            yield Label("Poll", classes="interval")
            yield Switch(animate=False)

    async def show(self) -> None:
        part = self.live.parts[self.part]
        self.border_subtitle = words.state_line(part)
        self.set_class(part["phase"] == "stale", "stale")
        self.query_one(Area).show(partial(words.content, part))
        self.set_class(part["failure"] is not None, "failing")
        await self.query_one(FailureBox).show(self.live, part["failure"])
        enabled = {"refresh": part["refresh"]["enabled"], "stop": part["stop"]["enabled"]}
        for button in self.query(".controls PressButton").results(PressButton):
            button.disabled = not enabled[button.press_params["button"]]
        polling, switch = part["polling"], self.query_one(Switch)
        is_wide = self.size.width >= WIDE
        self.query_one(".interval", Label).update(f"Poll {polling['interval']:g} s" if polling and is_wide else "Poll")
        switch.disabled = not (polling and polling["enabled"])
        with switch.prevent(Switch.Changed):
            switch.value = bool(polling and polling["on"])


class LocationPanel(Panel):
    """Where the daemon's machine is, and where it was."""

    def __init__(self, screen: LiveScreen) -> None:
        super().__init__()
        self.live, self.border_title = screen, "Location"
        self.track: list[tuple[float, float]] = []

    def compose(self) -> ComposeResult:
        yield Area()
        yield FailureBox()
        with Horizontal(classes="controls"):
            yield Label("Track")
            yield Switch(animate=False)

    async def show(self) -> None:
        place = self.live.location
        assert place
        if coordinate := place["coordinate"]:
            here = (coordinate["latitude"], coordinate["longitude"])
            if self.track[-1:] != [here]:
                self.track = [*self.track[-199:], here]
        self.border_subtitle = words.place_line(place)
        self.set_class(place["phase"] == "stale", "stale")
        self.query_one(Area).show(partial(words.location, place, self.track))
        self.set_class(place["failure"] is not None, "failing")
        await self.query_one(FailureBox).show(self.live, place["failure"])
        switch = self.query_one(Switch)
        switch.disabled = self.live.is_old
        with switch.prevent(Switch.Changed):
            switch.value = place["on"]


class FamilyPanel(Panel):
    """A parameterised resource, with a field for each argument of the instance to be shown."""

    def __init__(self, resource: str, parameters: Sequence[str]) -> None:
        super().__init__()
        self.resource, self.border_title = resource, words.TITLES.get(resource, resource)
        self.fields = {name: Input(placeholder=name, compact=True) for name in parameters}

    def compose(self) -> ComposeResult:
        with Horizontal(classes="controls"):
            yield from self.fields.values()
            yield Button("Show", classes="show", compact=True)

    @property
    def arguments(self) -> dict[str, str]:
        return {name: field.value for name, field in self.fields.items()}


class HelpPanel(Vertical):
    """The explanation of a failure, in the place of the panels until it is closed."""

    BORDER_TITLE = "Help"
    drawn: HelpSection | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown()
        yield Button("Close", classes="close-help", compact=True)

    async def show(self, section: HelpSection | None) -> None:
        if section == self.drawn:
            return
        self.drawn = section
        self.display = section is not None
        if section:
            await self.query_one(Markdown).update(section["markdown"])
            self.query_one(VerticalScroll).focus()
