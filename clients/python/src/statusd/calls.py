"""The daemon's methods as Python's: names, parameters and types of what they give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from .failure import Failure
from .instances import Arguments
from .methods import AsyncCall
from .types import (
    AutoPolling,
    Condition,
    FailureData,
    HelpSection,
    History,
    LocationSnapshot,
    ResourceFamily,
    ResourceSummary,
    RetryResult,
    Snapshot,
    Statistics,
    WaitResult,
)

#: Which failures a wait waits out.
Patience = Literal["transient", "all", "none"]


class Calls(AsyncCall):
    """What `call` is for, method by method."""

    async def get_state(self, resource: str = "state", *, arguments: Arguments | None = None) -> Snapshot:
        """What is known of a resource, without a fetch. `arguments`: for a parameterised resource."""
        return await self.call("getState", given(resource=resource, arguments=arguments))

    async def refresh(
        self, resource: str = "state", *, timeout: float | None = None, arguments: Arguments | None = None
    ) -> Snapshot:
        """The snapshot after one fetch. `timeout`: seconds for the whole of it, counted by the daemon."""
        params = given(resource=resource, timeout=timeout, arguments=arguments)
        return await self.call("refresh", params)

    async def wait_for(
        self,
        until: Condition | Sequence[Condition],
        *,
        resource: str = "state",
        unless: Condition | Sequence[Condition] | None = None,
        timeout: float | None = None,
        interval: float | None = None,
        patience: Patience | None = None,
        arguments: Arguments | None = None,
    ) -> WaitResult:
        """How the wait ended: a condition of `until` holds, one of `unless`, or `timeout` seconds have passed."""
        params = given(
            until=until, resource=resource, unless=unless, timeout=timeout, interval=interval, patience=patience,
            arguments=arguments,
        )  # fmt: skip
        return await self.call("waitFor", params)

    async def fetch_menu(self) -> Snapshot:
        """The snapshot of the menu after one fetch."""
        return await self.call("fetchMenu")

    async def set_auto_polling(
        self,
        enabled: bool,
        *,
        interval: float | None = None,
        resource: str = "state",
        arguments: Arguments | None = None,
    ) -> AutoPolling:
        """Turns the polling of a resource on or off. `interval`: seconds; without it, it stays what it is."""
        params = given(enabled=enabled, interval=interval, resource=resource, arguments=arguments)
        return (await self.call("setAutoPolling", params))["autoPolling"]

    async def list_resources(self) -> list[ResourceSummary | ResourceFamily]:
        """Every resource, without its value. A parameterised one has `parameters`, and its instances follow it."""
        return (await self.call("listResources"))["resources"]

    async def get_location(self) -> LocationSnapshot:
        """Where the daemon's machine is, as far as it is known. Starts nothing: `locations` does."""
        return await self.call("getLocation")

    async def get_help(self, anchor: str) -> HelpSection:
        """The explanation of a kind of failure. `anchor`: a failure's `help_anchor`."""
        return await self.call("getHelp", {"anchor": anchor})

    async def get_history(
        self,
        resource: str = "state",
        *,
        arguments: Arguments | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> History:
        """The past fetches of a resource, newest first. `since`: RFC 3339; `limit`: 1 to 1,000, 100 without it."""
        params = given(resource=resource, arguments=arguments, since=since, limit=limit)
        return await self.call("getHistory", params)

    async def stats(self) -> Statistics:
        """Counters, queue depths and memory of the daemon."""
        return await self.call("stats")

    async def retry(self, failure_id: str | None = None, option_id: str | None = None) -> RetryResult:
        """Performs an option of a failure: without ids `tryAgain` of the newest that is not settled."""
        return await self.call("retry", given(failureId=failure_id, optionId=option_id))

    async def recover(self, failure: Failure | FailureData, option_id: str = "tryAgain") -> RetryResult:
        """Performs an option of a failure, of an exception or of a snapshot, and waits for its end.

        Raises a fresh CallFailed when the recovery fails: its failure has options of its own.
        """
        return await self.retry(failure.id if isinstance(failure, Failure) else failure["failureId"], option_id)


def given(**params: Any) -> dict[str, Any]:
    """The params without those that the caller left out."""
    return {name: value for name, value in params.items() if value is not None}
