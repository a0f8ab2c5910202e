"""A failure with its buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Label

from .. import LiveScreen, ScreenBox
from ..types import ScreenButton

VARIANTS = {"cancel": "default", "default": "primary", "destructive": "error"}
#: Columns that a button has besides its title, and that a box has besides its buttons.
BUTTON, BORDERS = 5, 6


class PressButton(Button):
    """A button of a screen. `press`: what `LiveScreen.press` takes."""

    def __init__(self, label: str, screen: LiveScreen, variant: str = "default", **press: Any) -> None:
        super().__init__(label, variant=variant, compact=True)  # type: ignore[arg-type]
        self.live, self.press_params = screen, press


class OptionButton(PressButton):
    """One thing that can be done about a failure."""

    def __init__(self, screen: LiveScreen, failure_id: str, option: ScreenButton) -> None:
        press = {"button": "option", "failure_id": failure_id, "option_id": option["id"]}
        super().__init__(label(option), screen, VARIANTS.get(option["role"], "default"), **press)
        self.option_id, self.disabled = option["id"], not option["enabled"]


class FailureBox(Vertical):
    """A failure with all its buttons, in their order; nothing where there is none."""

    drawn: Any = None
    #: Columns for buttons; as they were while the panels are hidden.
    room = 0

    async def show(self, screen: LiveScreen, box: ScreenBox | None) -> None:
        self.display = box is not None
        if isinstance(self.parent, Widget) and self.parent.size.width:
            self.room = self.parent.size.width - BORDERS
        # A countdown changes every second, and the focus has to stay where it is.
        wanted = box and (screen, {**box, "countdown": None}, self.room)
        if wanted != self.drawn:
            self.drawn = wanted
            await self._draw(screen, box)
        if box:
            wait = f"  ({box['countdown']} s)" if box["countdown"] else ""
            self.query_one(".title", Label).update(box["title"] + wait)

    async def _draw(self, screen: LiveScreen, box: ScreenBox | None) -> None:
        focused = next((each.option_id for each in self.query(OptionButton) if each.has_focus), None)
        await self.remove_children()
        if not box:
            return
        await self.mount(Label(classes="title", markup=False), Label(box["message"], classes="message", markup=False))
        for row in rows(box["buttons"], self.room):
            await self.mount(Horizontal(*(OptionButton(screen, box["failureId"], each) for each in row)))
        for each in self.query(OptionButton):
            if each.option_id == focused:
                each.focus()


def label(option: ScreenButton) -> str:
    return f"{option['title']} …" if option["running"] else option["title"]


def rows(options: Sequence[ScreenButton], room: int) -> Iterator[list[ScreenButton]]:
    """The buttons in lines that fit: each of them can be seen and pressed in a narrow terminal too."""
    row: list[ScreenButton] = []
    used = 0
    for option in options:
        width = len(label(option)) + BUTTON
        if row and used + width > room:
            yield row
            row, used = [], 0
        row.append(option)
        used += width
    yield row
