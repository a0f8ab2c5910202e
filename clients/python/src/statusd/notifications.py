"""The daemon's notifications, waiting to be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .instances import key_of

#: More resources and subscriptions than a daemon has; whoever does not read for long loses the oldest ones.
LIMIT = 1_024
#: Reported by the client itself: the daemon was started again. Revisions and ids of failures begin anew.
RESTARTED = "$/restarted"


@dataclass(frozen=True)
class Notification:
    """`params` of a `stateChanged` are a `StateChanged`, of a `locationChanged` a `LocationChanged`."""

    method: str
    params: dict[str, Any]


class Notifications:
    """An asynchronous iterator over the notifications from its making on.

    It holds the newest for each resource, instance and subscription, of at most `limit` of these, so a slow reader
    costs little and never holds up responses; `coalesced` counts what was left out, by the daemon or here. It ends
    when the daemon is closed, and raises DaemonEnded when the daemon ended by itself and is not started again.
    Changes of screens are not among them: each is a difference, which only `LiveScreen` can add up.
    """

    def __init__(self, forget: Callable[[Notifications], None], limit: int = LIMIT) -> None:
        self._limit = limit
        self._waiting: dict[tuple[Any, ...], Notification] = {}
        self._changed = asyncio.Event()
        self._end: Exception | None = None
        self._forget = forget

    def __aiter__(self) -> Notifications:
        return self

    async def __anext__(self) -> Notification:
        while not self._waiting:
            if self._end:
                raise self._end.with_traceback(None)  # Raised again each time, it would grow.
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.pop(next(iter(self._waiting)))

    def close(self) -> None:
        """Takes no more; what waits can still be read."""
        self._forget(self)
        self.end(StopAsyncIteration())

    def add(self, notification: Notification) -> None:
        params = notification.params
        if notification.method == "screenChanged":
            return
        key = (notification.method, key_of(params), params.get("subscriptionId"))
        older = self._waiting.get(key)
        # Replaced in its place: a resource that changes often is not reported later for it.
        self._waiting[key] = notification if older is None else _conflated(older, notification)
        if len(self._waiting) > self._limit:
            del self._waiting[next(iter(self._waiting))]
        self._changed.set()

    def clear(self) -> None:
        """Leaves out what waits."""
        self._waiting.clear()

    def end(self, reason: Exception) -> None:
        self._end = self._end or reason
        self._changed.set()


def _conflated(older: Notification, newer: Notification) -> Notification:
    left_out = older.params.get("coalesced", 0) + 1 + newer.params.get("coalesced", 0)
    return Notification(newer.method, {**newer.params, "coalesced": left_out})
