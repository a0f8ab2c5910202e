"""Who is shown the daemon's notifications."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator, Mapping
from typing import Any

from .notifications import Notifications
from .subscriptions import Subscription


class Listeners:
    """Subscriptions last until they are left, iterators of notifications as long as somebody has them."""

    def __init__(self) -> None:
        #: Those that begin again in each process, in the order in which they were made.
        self.subscriptions: list[Subscription[Any]] = []
        self._streams: weakref.WeakSet[Notifications] = weakref.WeakSet()
        self._awaited: list[Notifications] = []

    def __len__(self) -> int:
        return len(self._streams) + len(self.subscriptions)

    def notifications(self) -> Notifications:
        """One more iterator."""
        stream = Notifications(self)
        self._streams.add(stream)
        return stream

    @contextlib.contextmanager
    def holding(self, stream: Notifications) -> Iterator[None]:
        """Keeps an iterator that somebody waits for."""
        self._awaited.append(stream)
        try:
            yield
        finally:
            self._awaited.remove(stream)

    def forget(self, listener: Notifications | Subscription[Any]) -> None:
        if isinstance(listener, Notifications):
            self._streams.discard(listener)
        elif listener in self.subscriptions:
            self.subscriptions.remove(listener)

    def publish(self, method: str, params: Mapping[str, Any]) -> None:
        for stream in [*self._streams]:
            stream.add(method, params)
        for subscription in [*self.subscriptions]:
            subscription.add(method, params)

    def restarted(self, restarts: int) -> None:
        for each in [*self._streams]:
            each.add_restart(restarts)

    def end(self, reason: Exception) -> None:
        """Ends and forgets them all."""
        for each in [*self._streams, *self.subscriptions]:
            each.end(reason)
        self._streams.clear()
        self.subscriptions.clear()
