"""Where the daemon's machine is, as it moves."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from .notifications import Notifications
from .types import LocationSnapshot

if TYPE_CHECKING:
    from .client import Statusd


class Locations:
    """A subscription for the length of `async with`, and an asynchronous iterator over its snapshots.

    The first is the present one; after that only the newest waits for a slow reader. A failure is a snapshot
    too: `Failure.of(snapshot["failure"], daemon)` makes one that can recover, and the iterator goes on.
    """

    def __init__(self, daemon: Statusd, min_interval: float, min_distance: float) -> None:
        self._daemon = daemon
        self._filter = {"minInterval": min_interval, "minDistance": min_distance}
        self._first: LocationSnapshot | None = None

    async def __aenter__(self) -> Locations:
        # Before the call, so that nothing that follows its response is missed.
        self._notifications: Notifications = self._daemon.notifications()
        try:
            answer = await self._daemon.call("subscribeLocation", self._filter)
        except BaseException:
            self._notifications.close()
            raise
        self._id, self._first = answer["subscriptionId"], answer["location"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._notifications.close()
        if self._daemon.is_running:
            await self._daemon.call("unsubscribeLocation", {"subscriptionId": self._id})

    def __aiter__(self) -> Locations:
        return self

    async def __anext__(self) -> LocationSnapshot:
        if self._first is not None:
            first, self._first = self._first, None
            return first
        while True:
            notification = await self._notifications.__anext__()
            params = notification.params
            if notification.method == "locationChanged" and params["subscriptionId"] == self._id:
                location: LocationSnapshot = params["location"]
                return location
