"""What the daemon keeps for this client until it is ended: begun once, and again after each restart."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from .connection import Connection
from .stream import Item, Stream

if TYPE_CHECKING:
    from .client import Statusd

Self = TypeVar("Self", bound="Subscription[Any]")


class Subscription(Stream[Item]):
    """For the length of `async with`, an asynchronous iterator. A class of its kind names the methods."""

    BEGINS: str
    ENDS: str
    #: The member that has the id, in the result and in every notification.
    ID: str

    def __init__(self, daemon: Statusd, params: Mapping[str, Any]) -> None:
        super().__init__()
        self._daemon, self._params = daemon, params
        #: In the present process of the daemon; None where there is none.
        self.id: str | None = None

    async def __aenter__(self: Self) -> Self:
        await self._daemon._subscribe(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end(StopAsyncIteration())
        await self._daemon._unsubscribe(self)

    # For the client.

    async def begin(self, connection: Connection, timeout: float | None = None) -> None:
        """Begins in this process of the daemon. What was of the one before is out of date."""

        def end(result: dict[str, Any]) -> None:
            connection.ask(self.ENDS, {self.ID: result[self.ID]})

        def begun(result: dict[str, Any]) -> None:
            self.id = result[self.ID]
            self.begun(result, connection)

        # A task that is cancelled meanwhile leaves nobody to end the subscription.
        await connection.call(self.BEGINS, self._params, timeout, on_result=begun, on_late=end)

    def add(self, method: str, params: Mapping[str, Any]) -> None:
        if self.id is not None and params.get(self.ID) == self.id:
            with contextlib.suppress(KeyError, TypeError):  # Of a later daemon, with other members than these.
                self.take(params)

    def lose(self) -> None:
        """The process has ended, and another one may be started."""
        self.id = None

    # For each kind.

    def begun(self, result: Any, connection: Connection) -> None:
        """Takes the result, before anything that comes behind it."""
        raise NotImplementedError

    def take(self, params: Mapping[str, Any]) -> None:
        """Takes the params of a notification that has the id."""
        raise NotImplementedError
