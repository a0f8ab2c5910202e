"""What a person sees of a daemon, held as it is sent: docs/protocol.md, "Screens".

The daemon decides it. A front end draws it, and sends back what is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .calls import given
from .connection import Connection
from .subscriptions import Subscription
from .types import (
    JSON,
    HelpSection,
    OpenedScreen,
    PressResult,
    Screen,
    ScreenBox,
    ScreenChanges,
    ScreenPart,
    ScreenPlace,
)

if TYPE_CHECKING:
    from .client import Statusd

Button = Literal["refresh", "stop", "polling", "option", "dismiss", "startLocation", "stopLocation", "closeHelp"]
#: By names of the screen's own; `resource`, `arguments` and `shape` of each, where they are not the usual ones.
Parts = Mapping[str, Mapping[str, JSON]]
Words = Literal["seconds", "minutes", "none"]
Fetch = Literal["none", "missing"]
Phase = Literal["blank", "loading", "content", "stale", "error"]
#: What is left of a phase without a daemon. Every other one is blank.
OLD: dict[str, Phase] = {"content": "stale", "stale": "stale"}


class Shown:
    """A screen member by member."""

    @property
    def shown(self) -> Screen:
        """The whole screen. A change makes another one, so one that was read before stays as it is."""
        raise NotImplementedError

    @property
    def parts(self) -> dict[str, ScreenPart]:
        return self.shown["parts"]

    @property
    def location(self) -> ScreenPlace | None:
        return self.shown["location"]

    @property
    def alert(self) -> ScreenBox | None:
        return self.shown["alert"]

    @property
    def notice(self) -> str | None:
        return self.shown["notice"]

    @property
    def help(self) -> HelpSection | None:
        return self.shown["help"]


class LiveScreen(Subscription[Screen], Shown):
    """A screen for the length of `async with`, and an asynchronous iterator over it.

    The first is that of the opening; after that only the newest waits for a slow reader. When the daemon has ended,
    the screen is marked as old, and no button of it can be pressed. It goes on after a restart; without one the
    iterator raises DaemonEnded behind the marked screen.
    """

    BEGINS, ENDS, ID = "openScreen", "closeScreen", "screenId"

    def __init__(self, daemon: Statusd, **params: Any) -> None:
        super().__init__(daemon, given(**params))
        self._screen: Screen | None = None
        self._is_closed = False

    @property
    def shown(self) -> Screen:
        if self._screen is None:
            raise RuntimeError("the screen is not open: use `async with daemon.screen(…) as screen:`")
        return self._screen

    @property
    def is_old(self) -> bool:
        """Whether the daemon that sent it has ended."""
        return self.id is None

    async def press(
        self,
        button: Button,
        *,
        part: str | None = None,
        on: bool | None = None,
        failure_id: str | None = None,
        option_id: str | None = None,
    ) -> PressResult:
        """Presses a button. What follows is on the screen already when this returns.

        `part`: of `refresh`, `stop` and `polling`; `on`: of `polling`, else it is switched to the other; `failure_id`
        and `option_id`: of `option`, the first also of `dismiss`. In the result, `pressed` is false where the button
        is not enabled, and `performs` is an option that the program performs itself.
        """
        if self.id is None:
            return {"pressed": False}
        params = given(screenId=self.id, button=button, part=part, on=on, failureId=failure_id, optionId=option_id)
        return await self._daemon.call("press", params)

    # For the client.

    def begun(self, result: OpenedScreen, connection: Connection) -> None:
        before = self._screen
        self._show(result["screen"])
        for press in switched(before, self.shown) if before else []:
            connection.ask("press", {"screenId": self.id, **press})

    def take(self, params: Mapping[str, Any]) -> None:
        self._show(merged(self.shown, params["changed"]))

    def lose(self) -> None:
        super().lose()
        if self._screen:
            self._show(marked_as_old(self._screen))

    def end(self, reason: Exception) -> None:
        if isinstance(reason, StopAsyncIteration):  # It was closed: what it still gets is nobody's.
            self._is_closed = True
            self.clear()
        super().end(reason)

    def _show(self, screen: Screen) -> None:
        self._screen = screen
        if not self._is_closed:
            self.put("newest", screen)


def merged(screen: Screen, changes: ScreenChanges) -> Screen:
    """One level down: a member of a part is assigned whole, and so is everything beside the parts.

    A part that nobody knows is one more, if it has all of its members.
    """
    parts: dict[str, Any] = {**screen["parts"]}
    for name, members in changes.get("parts", {}).items():
        if name in parts or "resource" in members:
            parts[name] = {**parts.get(name, {}), **members}
    return {**screen, **changes, "parts": parts}


def marked_as_old(screen: Screen) -> Screen:
    """What is left when nobody stands behind it: the values."""
    parts = {name: old_part(part) for name, part in screen["parts"].items()}
    place = screen["location"]
    if place:
        place = {**place, "phase": OLD.get(place["phase"], "blank"), "failure": None}
    return {**screen, "parts": parts, "location": place, "alert": None, "notice": None, "help": None}


def old_part(part: ScreenPart) -> ScreenPart:
    polling = part["polling"]
    return {
        **part,
        "phase": OLD.get(part["phase"], "blank"),
        "spinner": False,
        "attempt": None,
        "failure": None,
        "refresh": {"enabled": False},
        "stop": {"enabled": False},
        "polling": polling and {**polling, "enabled": False, "next": None},
    }


def switched(before: Screen, now: Screen) -> Iterator[dict[str, JSON]]:
    """The presses that bring back what a person had switched: a new process knows nothing of it."""
    for name, part in now["parts"].items():
        known = before["parts"].get(name)
        was, polling = known and known["polling"], part["polling"]
        if was and polling and was["on"] != polling["on"]:
            yield {"button": "polling", "part": name, "on": was["on"]}
    if before["location"] and before["location"]["on"]:
        yield {"button": "startLocation"}
