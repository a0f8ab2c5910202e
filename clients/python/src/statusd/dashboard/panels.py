"""The dashboard's widgets. Each is given its part of the screen and draws it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Label, Static, Switch

from ..presenter import Screen
from . import words

VARIANTS = {"cancel": "default", "default": "primary", "destructive": "error"}


class OptionButton(Button):
    """One thing that can be done about a failure."""

    def __init__(self, failure_id: str, option: Screen) -> None:
        label = f"{option['title']} …" if option["running"] else option["title"]
        super().__init__(label, variant=VARIANTS[option["role"]], disabled=not option["enabled"], compact=True)  # type: ignore[arg-type]
        self.pressed_as = {"button": "option", "failureId": failure_id, "optionId": option["id"]}


class FailureBox(Vertical):
    """A failure with its buttons, in their order; nothing where there is none."""

    shown: Screen | None = None

    async def show(self, failure: Screen | None) -> None:
        """Draws the failure anew if it has changed, so that the focus stays where it is while it has not."""
        if failure == self.shown:
            return
        self.shown = failure
        self.display = failure is not None
        await self.remove_children()
        if failure:
            wait = f"  ({failure['countdown']} s)" if failure["countdown"] else ""
            await self.mount(
                Label(failure["title"] + wait, classes="title", markup=False),
                Label(failure["message"], markup=False),
                Horizontal(*(OptionButton(failure["failureId"], each) for each in failure["buttons"])),
            )


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
        self.query_one(Static).update(make(room.width, room.height))

    def on_resize(self) -> None:
        self.show(self.make)


class ResourcePanel(Vertical):
    """One resource: its content, its failure, and the buttons of refreshing and polling."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(id=f"panel-{name}")
        self.resource, self.border_title = name, title

    def compose(self) -> ComposeResult:
        yield Area()
        yield FailureBox()
        with Horizontal(classes="controls"):
            yield Button("Refresh", id=f"refresh-{self.resource}", compact=True)
            yield Button("Stop", id=f"stop-{self.resource}", compact=True)
            yield Label("Poll")
            yield Switch(id=f"polling-{self.resource}", animate=False)

    async def show(self, screen: Screen) -> None:
        self.border_subtitle = words.state_line(screen)
        self.set_class(screen["phase"] == "stale", "stale")
        self.query_one(Area).show(partial(words.content, screen))
        await self.query_one(FailureBox).show(screen["failure"])
        self.query_one(f"#refresh-{self.resource}", Button).disabled = not screen["refresh"]["enabled"]
        self.query_one(f"#stop-{self.resource}", Button).disabled = not screen["stop"]["enabled"]
        polling = screen["polling"] or {"on": False, "enabled": False}
        switch = self.query_one(Switch)
        switch.disabled = not polling["enabled"]
        with switch.prevent(Switch.Changed):
            switch.value = polling["on"]


class LocationPanel(Vertical):
    """Where the daemon's machine is, and where it was."""

    def __init__(self) -> None:
        super().__init__(id="panel-location")
        self.border_title = "Location"
        self.track: list[tuple[float, float]] = []

    def compose(self) -> ComposeResult:
        yield Area()
        yield FailureBox()
        with Horizontal(classes="controls"):
            yield Label("Track")
            yield Switch(id="location", animate=False)

    async def show(self, screen: Screen) -> None:
        if place := screen["coordinate"]:
            here = (place["latitude"], place["longitude"])
            if self.track[-1:] != [here]:
                self.track = [*self.track[-199:], here]
        self.border_subtitle = words.state_line(screen)
        self.set_class(screen["phase"] == "stale", "stale")
        self.query_one(Area).show(partial(words.location, screen, self.track))
        await self.query_one(FailureBox).show(screen["failure"])
        switch = self.query_one(Switch)
        with switch.prevent(Switch.Changed):
            switch.value = screen["on"]
