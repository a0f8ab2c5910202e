"""Who is shown the daemon's notifications."""

from __future__ import annotations

from typing import Protocol

from .notifications import Notification
from .subscriptions import Subscription


class Listener(Protocol):
    """Is shown every notification, in the order in which they come, and their end."""

    def add(self, notification: Notification) -> None: ...

    def end(self, reason: Exception) -> None: ...


class Listeners:
    def __init__(self) -> None:
        self._all: list[Listener] = []

    @property
    def subscriptions(self) -> list[Subscription]:
        """Those that begin again in each process, in the order in which they were made."""
        return [each for each in self._all if isinstance(each, Subscription)]

    def add(self, listener: Listener) -> None:
        self._all.append(listener)

    def forget(self, listener: Listener) -> None:
        if listener in self._all:
            self._all.remove(listener)

    def publish(self, notification: Notification) -> None:
        for each in self._all:
            each.add(notification)

    def end(self, reason: Exception) -> None:
        """Ends and forgets them all."""
        for each in self._all:
            each.end(reason)
        self._all.clear()
