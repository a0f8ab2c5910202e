"""Where the daemon's machine is, as it moves."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from .connection import Connection
from .notifications import Notification, Notifications
from .types import LocationSnapshot, LocationSubscription

if TYPE_CHECKING:
    from .client import Statusd


class Locations:
    """A subscription for the length of `async with`, and an asynchronous iterator over its snapshots.

    The first is the present one; after that only the newest waits for a slow reader. A failure is a snapshot
    too: `Failure.of(snapshot["failure"], daemon)` makes one that can recover, and the iterator goes on.
    It goes on after a restart of the daemon too.
    """

    def __init__(self, daemon: Statusd, min_interval: float, min_distance: float) -> None:
        self._daemon = daemon
        self._filter = {"minInterval": min_interval, "minDistance": min_distance}
        #: Of the subscription in the present process of the daemon.
        self.id: str | None = None
        self._waiting = Notifications(lambda _: None)

    async def __aenter__(self) -> Locations:
        await self._daemon._subscribe(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._waiting.end(StopAsyncIteration())
        await self._daemon._unsubscribe(self)

    def __aiter__(self) -> Locations:
        return self

    async def __anext__(self) -> LocationSnapshot:
        location: LocationSnapshot = (await self._waiting.__anext__()).params["location"]
        return location

    # For the client.

    async def begin(self, connection: Connection, timeout: float | None = None) -> None:
        """Subscribes in this process of the daemon; what waited of the one before is out of date."""

        def end(result: LocationSubscription) -> None:
            connection.ask("unsubscribeLocation", {"subscriptionId": result["subscriptionId"]})

        # A task that is cancelled meanwhile leaves nobody to end the subscription.
        await connection.call("subscribeLocation", self._filter, timeout, on_result=self._begun, on_late=end)

    def _begun(self, result: LocationSubscription) -> None:
        self._waiting.clear()
        self.id = result["subscriptionId"]
        # Under a name of its own, so that it waits before what is newer.
        self._waiting.add(Notification("subscribeLocation", dict(result)))

    def add(self, notification: Notification) -> None:
        if notification.method == "locationChanged" and notification.params["subscriptionId"] == self.id:
            self._waiting.add(notification)

    def end(self, reason: Exception) -> None:
        self._waiting.end(reason)
