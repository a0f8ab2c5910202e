"""The screens of a session, put together from what the daemon sends, as a client does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contract import Contract


class Screens:
    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._screens: dict[str, dict[str, Any]] = {}

    def opened(self, result: dict[str, Any]) -> None:
        self._screens[result["screenId"]] = result["screen"]

    def changed(self, params: dict[str, Any]) -> Iterator[str]:
        """Assigns what has changed; yields what is wrong with the change, and with the screen that it makes."""
        screen = self._screens.get(params["screenId"])
        if screen is None:
            return  # Opened in a part of the session that was not written down.
        changed = dict(params["changed"])
        parts = {name: dict(part) for name, part in screen["parts"].items()}
        for name, members in changed.pop("parts", {}).items():
            if name not in parts and "resource" in members:
                parts[name] = {}  # Of a screen that was opened while the configuration was wrong.
            elif name not in parts:
                yield f"screenChanged has a part {name}, which the screen was not opened with"
                continue
            yield from _same(parts[name], members, f"parts.{name}")
            parts[name] |= members
        yield from _same(screen, changed, params["screenId"])
        screen = self._screens[params["screenId"]] = {**screen, **changed, "parts": parts}
        if problem := self._contract.type_problem("Screen", screen):
            yield f"the screen that was put together is none: {problem}"


def _same(before: dict[str, Any], members: dict[str, Any], place: str) -> Iterator[str]:
    for name, value in members.items():
        if name in before and before[name] == value:
            yield f"screenChanged has {place}.{name}, which has not changed"
