"""The daemon's notifications, waiting to be read."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Union, cast

from .instances import key_of
from .stream import Stream
from .types import JSON, LocationChanged, StateChanged

if TYPE_CHECKING:
    from .listeners import Listeners

#: More resources and subscriptions than a daemon has; whoever does not read for long loses the oldest ones.
LIMIT = 1_024


@dataclass(frozen=True)
class StateNotification:
    """A resource, or an instance of one, has changed: `params` is its whole snapshot."""

    params: StateChanged
    method: Literal["stateChanged"] = "stateChanged"


@dataclass(frozen=True)
class LocationNotification:
    """A subscription of the location has a newer one."""

    params: LocationChanged
    method: Literal["locationChanged"] = "locationChanged"


@dataclass(frozen=True)
class Restarted:
    """From the client itself: the daemon was started again. Revisions and ids of failures begin anew."""

    #: How often, by now.
    restarts: int


@dataclass(frozen=True)
class OtherNotification:
    """One of a later daemon, which this client does not know."""

    method: str
    params: Mapping[str, JSON]


Notification = Union[StateNotification, LocationNotification, Restarted, OtherNotification]


class Notifications(Stream[Notification]):
    """An asynchronous iterator over the notifications from its making on.

    It holds the newest for each resource, instance and subscription, of at most `LIMIT` of these, so a slow reader
    costs little and never holds up responses; `coalesced` counts what was left out, by the daemon or here. It ends
    when the daemon is closed, and raises DaemonEnded when the daemon ended by itself and is not started again.
    It is forgotten with its last reference: a loop that is left leaves nothing behind.
    Changes of screens are not among them: each is a difference, which only `LiveScreen` can add up.
    """

    def __init__(self, listeners: Listeners, limit: int = LIMIT) -> None:
        super().__init__(limit)
        self._listeners = listeners

    async def __anext__(self) -> Notification:
        # asyncio holds its tasks weakly, and nobody else may hold the one that waits here.
        with self._listeners.holding(self):
            return await super().__anext__()

    def close(self) -> None:
        """Takes no more; what waits can still be read."""
        self._listeners.forget(self)
        self.end(StopAsyncIteration())

    async def aclose(self) -> None:
        """For `contextlib.aclosing`."""
        self.close()

    # For the client.

    def add(self, method: str, params: Mapping[str, Any]) -> None:
        if method == "screenChanged":
            return
        key: Hashable = (method, key_of(params), repr(params.get("subscriptionId")))
        self.put(key, notification(method, params), conflated)

    def add_restart(self, restarts: int) -> None:
        self.put(Restarted, Restarted(restarts))


def notification(method: str, params: Mapping[str, Any]) -> Notification:
    if method == "stateChanged":
        return StateNotification(cast(StateChanged, params))
    if method == "locationChanged":
        return LocationNotification(cast(LocationChanged, params))
    return OtherNotification(method, params)


def conflated(older: Notification, newer: Notification) -> Notification:
    """The newer one, which counts what it takes the place of."""
    if isinstance(newer, Restarted) or isinstance(older, Restarted):
        return newer
    before, now = (cast("Mapping[str, Any]", each.params) for each in (older, newer))
    left_out = before.get("coalesced", 0) + 1 + now.get("coalesced", 0)
    return replace(newer, params=cast(Any, {**now, "coalesced": left_out}))
