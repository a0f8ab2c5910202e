"""Where the daemon's machine is, as it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .connection import Connection
from .notifications import Notification, Notifications
from .subscriptions import Subscription
from .types import LocationSnapshot, LocationSubscription

if TYPE_CHECKING:
    from .client import Statusd


class Locations(Subscription):
    """A subscription for the length of `async with`, and an asynchronous iterator over its snapshots.

    The first is the present one; after that only the newest waits for a slow reader. A failure is a snapshot
    too: `Failure.of(snapshot["failure"], daemon)` makes one that can recover, and the iterator goes on.
    It goes on after a restart of the daemon too.
    """

    BEGINS, ENDS, ID = "subscribeLocation", "unsubscribeLocation", "subscriptionId"

    def __init__(self, daemon: Statusd, min_interval: float, min_distance: float) -> None:
        super().__init__(daemon, {"minInterval": min_interval, "minDistance": min_distance})
        self._waiting = Notifications(lambda _: None)

    def __aiter__(self) -> Locations:
        return self

    async def __anext__(self) -> LocationSnapshot:
        location: LocationSnapshot = (await self._waiting.__anext__()).params["location"]
        return location

    # For the client.

    def begun(self, result: LocationSubscription, connection: Connection) -> None:
        self._waiting.clear()
        # Under a name of its own, so that it waits before what is newer.
        self._waiting.add(Notification("subscribeLocation", dict(result)))

    def take(self, notification: Notification) -> None:
        self._waiting.add(notification)

    def end(self, reason: Exception) -> None:
        self._waiting.end(reason)
