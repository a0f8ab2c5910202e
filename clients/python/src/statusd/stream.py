"""What waits for a reader: the newest of each kind, so that a slow one costs little and holds up nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Self = TypeVar("Self", bound="Stream[Any]")


class Stream(Generic[Item]):
    """An asynchronous iterator. An item takes the place of one that waits under the same key."""

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self._waiting: dict[Hashable, Item] = {}
        self._changed = asyncio.Event()
        self._end: Exception | None = None

    def __aiter__(self: Self) -> Self:
        return self

    async def __anext__(self) -> Item:
        while not self._waiting:
            if self._end:
                raise self._end.with_traceback(None)  # Raised again each time, it would grow.
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.pop(next(iter(self._waiting)))

    def put(self, key: Hashable, item: Item, merged: Callable[[Item, Item], Item] | None = None) -> None:
        """`merged`: makes one of the item that waits and of the new one."""
        # Replaced in its place: what changes often is not reported later for it.
        self._waiting[key] = merged(self._waiting[key], item) if merged and key in self._waiting else item
        if self._limit and len(self._waiting) > self._limit:
            del self._waiting[next(iter(self._waiting))]
        self._changed.set()

    def clear(self) -> None:
        """Leaves out what waits."""
        self._waiting.clear()

    def end(self, reason: Exception) -> None:
        """Raises `reason` behind what waits; StopAsyncIteration is the end of a loop."""
        self._end = self._end or reason
        self._changed.set()
