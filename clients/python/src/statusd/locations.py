"""Where the daemon's machine is, as it moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .connection import Connection
from .subscriptions import Subscription
from .types import LocationSnapshot, LocationSubscription

if TYPE_CHECKING:
    from .client import Statusd


class Locations(Subscription[LocationSnapshot]):
    """A subscription for the length of `async with`, and an asynchronous iterator over its snapshots.

    The first is the present one; after that only the newest waits for a slow reader. A failure is a snapshot
    too: `daemon.recover(snapshot["failure"])` recovers, and the iterator goes on.
    It goes on after a restart of the daemon too.
    """

    BEGINS, ENDS, ID = "subscribeLocation", "unsubscribeLocation", "subscriptionId"

    def __init__(self, daemon: Statusd, min_interval: float, min_distance: float) -> None:
        super().__init__(daemon, {"minInterval": min_interval, "minDistance": min_distance})

    # For the client.

    def begun(self, result: LocationSubscription, connection: Connection) -> None:
        self.clear()
        # Under a key of its own, so that it waits before what is newer.
        self.put("first", result["location"])

    def take(self, params: Mapping[str, Any]) -> None:
        self.put("newest", params["location"])
