"""What each method gives. Written by scripts/schema from schema/methods, which explains every one.

What a later daemon knows besides, and this version of the client does not, is an `object`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, overload

from .connection import Params
from .types import (
    JSON,
    HelpSection,
    History,
    LocationSnapshot,
    LocationSubscription,
    OpenedScreen,
    PressResult,
    ResourceFamily,
    ResourcePolling,
    ResourceSummary,
    RetryResult,
    Snapshot,
    Statistics,
    WaitResult,
)

if TYPE_CHECKING:
    from .testing import Call


class EndedSubscription(TypedDict):
    """The subscription that has ended."""

    subscriptionId: str


class ClosedScreen(TypedDict):
    """The screen that was closed."""

    screenId: str


class ResourceList(TypedDict):
    """Every resource of the daemon."""

    resources: list[Union[ResourceSummary, ResourceFamily]]


class ClockTime(TypedDict):
    """What time it is now."""

    now: str


class PlayedScenario(TypedDict):
    """The scenario that plays from now on."""

    name: str


class OpenRPC(TypedDict):
    """This document."""

    openrpc: str
    info: dict[str, JSON]
    methods: list[JSON]
    components: dict[str, JSON]


class AsyncCall:
    @overload
    async def call(
        self, method: Literal["getState", "refresh", "fetchMenu"], params: Params = None, *, timeout: float | None = None
    ) -> Snapshot: ...
    @overload
    async def call(
        self, method: Literal["setAutoPolling"], params: Params = None, *, timeout: float | None = None
    ) -> ResourcePolling: ...
    @overload
    async def call(
        self, method: Literal["retry"], params: Params = None, *, timeout: float | None = None
    ) -> RetryResult: ...
    @overload
    async def call(
        self, method: Literal["subscribeLocation"], params: Params = None, *, timeout: float | None = None
    ) -> LocationSubscription: ...
    @overload
    async def call(
        self, method: Literal["unsubscribeLocation"], params: Params = None, *, timeout: float | None = None
    ) -> EndedSubscription: ...
    @overload
    async def call(
        self, method: Literal["getLocation"], params: Params = None, *, timeout: float | None = None
    ) -> LocationSnapshot: ...
    @overload
    async def call(
        self, method: Literal["openScreen"], params: Params = None, *, timeout: float | None = None
    ) -> OpenedScreen: ...
    @overload
    async def call(
        self, method: Literal["press"], params: Params = None, *, timeout: float | None = None
    ) -> PressResult: ...
    @overload
    async def call(
        self, method: Literal["closeScreen"], params: Params = None, *, timeout: float | None = None
    ) -> ClosedScreen: ...
    @overload
    async def call(
        self, method: Literal["waitFor"], params: Params = None, *, timeout: float | None = None
    ) -> WaitResult: ...
    @overload
    async def call(
        self, method: Literal["getHelp"], params: Params = None, *, timeout: float | None = None
    ) -> HelpSection: ...
    @overload
    async def call(
        self, method: Literal["getHistory"], params: Params = None, *, timeout: float | None = None
    ) -> History: ...
    @overload
    async def call(
        self, method: Literal["listResources"], params: Params = None, *, timeout: float | None = None
    ) -> ResourceList: ...
    @overload
    async def call(
        self, method: Literal["stats"], params: Params = None, *, timeout: float | None = None
    ) -> Statistics: ...
    @overload
    async def call(
        self, method: Literal["advanceClock"], params: Params = None, *, timeout: float | None = None
    ) -> ClockTime: ...
    @overload
    async def call(
        self, method: Literal["playScenario"], params: Params = None, *, timeout: float | None = None
    ) -> PlayedScenario: ...
    @overload
    async def call(
        self, method: Literal["rpc.discover"], params: Params = None, *, timeout: float | None = None
    ) -> OpenRPC: ...
    @overload
    async def call(
        self, method: Literal["shutdown"], params: Params = None, *, timeout: float | None = None
    ) -> None: ...
    @overload
    async def call(
        self, method: str, params: Params = None, *, timeout: float | None = None
    ) -> object: ...
    async def call(self, method: str, params: Params = None, *, timeout: float | None = None) -> Any:
        """The result of `method`. A task that is cancelled here cancels the request too.

        Raises CallFailed when the daemon responds with an error, DaemonEnded when it ends before that, and
        CallTimedOut after `timeout` seconds.
        """
        return await self._call(method, params, timeout)

    async def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        raise NotImplementedError


class SyncCall:
    @overload
    def call(
        self, method: Literal["getState", "refresh", "fetchMenu"], params: Params = None, *, timeout: float | None = None
    ) -> Snapshot: ...
    @overload
    def call(
        self, method: Literal["setAutoPolling"], params: Params = None, *, timeout: float | None = None
    ) -> ResourcePolling: ...
    @overload
    def call(
        self, method: Literal["retry"], params: Params = None, *, timeout: float | None = None
    ) -> RetryResult: ...
    @overload
    def call(
        self, method: Literal["subscribeLocation"], params: Params = None, *, timeout: float | None = None
    ) -> LocationSubscription: ...
    @overload
    def call(
        self, method: Literal["unsubscribeLocation"], params: Params = None, *, timeout: float | None = None
    ) -> EndedSubscription: ...
    @overload
    def call(
        self, method: Literal["getLocation"], params: Params = None, *, timeout: float | None = None
    ) -> LocationSnapshot: ...
    @overload
    def call(
        self, method: Literal["openScreen"], params: Params = None, *, timeout: float | None = None
    ) -> OpenedScreen: ...
    @overload
    def call(
        self, method: Literal["press"], params: Params = None, *, timeout: float | None = None
    ) -> PressResult: ...
    @overload
    def call(
        self, method: Literal["closeScreen"], params: Params = None, *, timeout: float | None = None
    ) -> ClosedScreen: ...
    @overload
    def call(
        self, method: Literal["waitFor"], params: Params = None, *, timeout: float | None = None
    ) -> WaitResult: ...
    @overload
    def call(
        self, method: Literal["getHelp"], params: Params = None, *, timeout: float | None = None
    ) -> HelpSection: ...
    @overload
    def call(
        self, method: Literal["getHistory"], params: Params = None, *, timeout: float | None = None
    ) -> History: ...
    @overload
    def call(
        self, method: Literal["listResources"], params: Params = None, *, timeout: float | None = None
    ) -> ResourceList: ...
    @overload
    def call(
        self, method: Literal["stats"], params: Params = None, *, timeout: float | None = None
    ) -> Statistics: ...
    @overload
    def call(
        self, method: Literal["advanceClock"], params: Params = None, *, timeout: float | None = None
    ) -> ClockTime: ...
    @overload
    def call(
        self, method: Literal["playScenario"], params: Params = None, *, timeout: float | None = None
    ) -> PlayedScenario: ...
    @overload
    def call(
        self, method: Literal["rpc.discover"], params: Params = None, *, timeout: float | None = None
    ) -> OpenRPC: ...
    @overload
    def call(
        self, method: Literal["shutdown"], params: Params = None, *, timeout: float | None = None
    ) -> None: ...
    @overload
    def call(
        self, method: str, params: Params = None, *, timeout: float | None = None
    ) -> object: ...
    def call(self, method: str, params: Params = None, *, timeout: float | None = None) -> Any:
        """The result of `method`; raises as the asyncio client does. Ctrl-C cancels the request too."""
        return self._call(method, params, timeout)

    def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        raise NotImplementedError


class ManualSend:
    @overload
    def send(
        self, method: Literal["getState", "refresh", "fetchMenu"], params: Params = None
    ) -> Call[Snapshot]: ...
    @overload
    def send(
        self, method: Literal["setAutoPolling"], params: Params = None
    ) -> Call[ResourcePolling]: ...
    @overload
    def send(
        self, method: Literal["retry"], params: Params = None
    ) -> Call[RetryResult]: ...
    @overload
    def send(
        self, method: Literal["subscribeLocation"], params: Params = None
    ) -> Call[LocationSubscription]: ...
    @overload
    def send(
        self, method: Literal["unsubscribeLocation"], params: Params = None
    ) -> Call[EndedSubscription]: ...
    @overload
    def send(
        self, method: Literal["getLocation"], params: Params = None
    ) -> Call[LocationSnapshot]: ...
    @overload
    def send(
        self, method: Literal["openScreen"], params: Params = None
    ) -> Call[OpenedScreen]: ...
    @overload
    def send(
        self, method: Literal["press"], params: Params = None
    ) -> Call[PressResult]: ...
    @overload
    def send(
        self, method: Literal["closeScreen"], params: Params = None
    ) -> Call[ClosedScreen]: ...
    @overload
    def send(
        self, method: Literal["waitFor"], params: Params = None
    ) -> Call[WaitResult]: ...
    @overload
    def send(
        self, method: Literal["getHelp"], params: Params = None
    ) -> Call[HelpSection]: ...
    @overload
    def send(
        self, method: Literal["getHistory"], params: Params = None
    ) -> Call[History]: ...
    @overload
    def send(
        self, method: Literal["listResources"], params: Params = None
    ) -> Call[ResourceList]: ...
    @overload
    def send(
        self, method: Literal["stats"], params: Params = None
    ) -> Call[Statistics]: ...
    @overload
    def send(
        self, method: Literal["advanceClock"], params: Params = None
    ) -> Call[ClockTime]: ...
    @overload
    def send(
        self, method: Literal["playScenario"], params: Params = None
    ) -> Call[PlayedScenario]: ...
    @overload
    def send(
        self, method: Literal["rpc.discover"], params: Params = None
    ) -> Call[OpenRPC]: ...
    @overload
    def send(
        self, method: Literal["shutdown"], params: Params = None
    ) -> Call[None]: ...
    @overload
    def send(
        self, method: str, params: Params = None
    ) -> Call[object]: ...
    def send(self, method: str, params: Params = None) -> Call[Any]:
        """Sends a request and goes on."""
        return self._send(method, params)

    def _send(self, method: str, params: Params) -> Call[Any]:
        raise NotImplementedError


class ManualCall(ManualSend):
    @overload
    def call(
        self, method: Literal["getState", "refresh", "fetchMenu"], params: Params = None, seconds: float = 0
    ) -> Snapshot: ...
    @overload
    def call(
        self, method: Literal["setAutoPolling"], params: Params = None, seconds: float = 0
    ) -> ResourcePolling: ...
    @overload
    def call(
        self, method: Literal["retry"], params: Params = None, seconds: float = 0
    ) -> RetryResult: ...
    @overload
    def call(
        self, method: Literal["subscribeLocation"], params: Params = None, seconds: float = 0
    ) -> LocationSubscription: ...
    @overload
    def call(
        self, method: Literal["unsubscribeLocation"], params: Params = None, seconds: float = 0
    ) -> EndedSubscription: ...
    @overload
    def call(
        self, method: Literal["getLocation"], params: Params = None, seconds: float = 0
    ) -> LocationSnapshot: ...
    @overload
    def call(
        self, method: Literal["openScreen"], params: Params = None, seconds: float = 0
    ) -> OpenedScreen: ...
    @overload
    def call(
        self, method: Literal["press"], params: Params = None, seconds: float = 0
    ) -> PressResult: ...
    @overload
    def call(
        self, method: Literal["closeScreen"], params: Params = None, seconds: float = 0
    ) -> ClosedScreen: ...
    @overload
    def call(
        self, method: Literal["waitFor"], params: Params = None, seconds: float = 0
    ) -> WaitResult: ...
    @overload
    def call(
        self, method: Literal["getHelp"], params: Params = None, seconds: float = 0
    ) -> HelpSection: ...
    @overload
    def call(
        self, method: Literal["getHistory"], params: Params = None, seconds: float = 0
    ) -> History: ...
    @overload
    def call(
        self, method: Literal["listResources"], params: Params = None, seconds: float = 0
    ) -> ResourceList: ...
    @overload
    def call(
        self, method: Literal["stats"], params: Params = None, seconds: float = 0
    ) -> Statistics: ...
    @overload
    def call(
        self, method: Literal["advanceClock"], params: Params = None, seconds: float = 0
    ) -> ClockTime: ...
    @overload
    def call(
        self, method: Literal["playScenario"], params: Params = None, seconds: float = 0
    ) -> PlayedScenario: ...
    @overload
    def call(
        self, method: Literal["rpc.discover"], params: Params = None, seconds: float = 0
    ) -> OpenRPC: ...
    @overload
    def call(
        self, method: Literal["shutdown"], params: Params = None, seconds: float = 0
    ) -> None: ...
    @overload
    def call(
        self, method: str, params: Params = None, seconds: float = 0
    ) -> object: ...
    def call(self, method: str, params: Params = None, seconds: float = 0) -> Any:
        """The result of a call after some time; raises CallFailed."""
        call = self._send(method, params)
        self.advance(seconds)
        return call.result

    def advance(self, seconds: float) -> str:
        raise NotImplementedError
