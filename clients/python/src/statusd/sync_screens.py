"""A screen for programs without asyncio. `Statusd.screen` of `statusd.sync` makes it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from . import screens
from .screens import Button, Shown
from .types import PressResult, Screen


class LiveScreen(Shown):
    """The screen of asyncio's client. Its iterator waits for the next change; threads may press meanwhile."""

    def __init__(
        self,
        screen: screens.LiveScreen,
        items: Iterator[Screen],
        wait: Callable[[Coroutine[Any, Any, PressResult]], PressResult],
    ) -> None:
        self._screen, self._items, self._wait = screen, items, wait

    @property
    def shown(self) -> Screen:
        return self._screen.shown

    @property
    def is_old(self) -> bool:
        """Whether the daemon that sent it has ended."""
        return self._screen.is_old

    def __iter__(self) -> Iterator[Screen]:
        return self._items

    def press(
        self,
        button: Button,
        *,
        part: str | None = None,
        on: bool | None = None,
        failure_id: str | None = None,
        option_id: str | None = None,
    ) -> PressResult:
        """Presses a button, as that of asyncio's client does."""
        pressed = self._screen.press(button, part=part, on=on, failure_id=failure_id, option_id=option_id)
        return self._wait(pressed)
