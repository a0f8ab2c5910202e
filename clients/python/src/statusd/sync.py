"""The client for programs without asyncio: the same calls, which wait for their result.

    with Statusd.spawn() as daemon:
        print(daemon.refresh()["status"])

An asyncio loop in a thread of its own does the work. Threads may call at the same time.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from . import client
from .calls import Patience
from .connection import Params, Server, Tap
from .errors import NotStarted
from .failure import Failure
from .instances import Arguments
from .methods import SyncCall
from .notifications import Notification, Notifications
from .restarts import RestartLimit
from .screens import Fetch, Parts, Words
from .stream import Item, Stream
from .subscriptions import Subscription
from .sync_screens import LiveScreen
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

Subscribed = TypeVar("Subscribed", bound=Subscription[Any])


class Statusd(SyncCall):
    """A running statusd. Made by `spawn` and used with `with`, which starts and ends the process."""

    def __init__(self, daemon: client.Statusd) -> None:
        self._daemon = daemon
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="statusd", daemon=True)
        #: Held to give the loop work and to end it: what is given to a loop that has stopped waits for ever.
        self._door = threading.RLock()
        self._is_over = False

    @classmethod
    def spawn(
        cls,
        *arguments: str,
        program: str | os.PathLike[str] | None = None,
        shared: bool = False,
        env: Mapping[str, str] | None = None,
        tap: Tap | None = None,
        grace: float = 12.0,
        start_timeout: float = 10.0,
        timeout: float | None = None,
        restart: bool | RestartLimit = False,
    ) -> Statusd:
        """A daemon that is started by `with`; the parameters are those of the asyncio client."""
        return cls(
            client.Statusd.spawn(
                *arguments, program=program, shared=shared, env=env, tap=tap, grace=grace,
                start_timeout=start_timeout, timeout=timeout, restart=restart,
            )
        )  # fmt: skip

    def __enter__(self) -> Statusd:
        self._thread.start()
        try:
            self._wait(self._daemon.__aenter__())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_open:
            self.close()

    def close(self) -> None:
        """Ends the daemon's input, lets it respond to what it has read, and waits for its end; leaving `with` too."""
        try:
            self._wait(self._daemon.close())
        finally:
            self._stop()

    @property
    def status(self) -> int | None:
        """The exit status; negative for a signal; None while the daemon runs."""
        return self._daemon.status

    @property
    def is_running(self) -> bool:
        """Whether calls can still be answered."""
        return self._daemon.is_running

    @property
    def pid(self) -> int:
        return self._daemon.pid

    @property
    def server(self) -> Server:
        """What the daemon said of itself at its start: `protocolVersion`, `serverInfo`, `capabilities`."""
        return self._daemon.server

    # Calls

    def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        return self._wait(self._daemon._call(method, params, timeout))

    def notify(self, method: str, params: Params = None) -> None:
        """Sends a notification: there is no response."""
        self._wait(self._daemon.notify(method, params))

    def get_state(self, resource: str = "state", *, arguments: Arguments | None = None) -> Snapshot:
        """What is known of a resource, without a fetch. `arguments`: for a parameterised resource."""
        return self._wait(self._daemon.get_state(resource, arguments=arguments))

    def refresh(
        self, resource: str = "state", *, timeout: float | None = None, arguments: Arguments | None = None
    ) -> Snapshot:
        """The snapshot after one fetch. `timeout`: seconds for the whole of it, counted by the daemon."""
        return self._wait(self._daemon.refresh(resource, timeout=timeout, arguments=arguments))

    def wait_for(
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
        wait = self._daemon.wait_for(
            until, resource=resource, unless=unless, timeout=timeout, interval=interval, patience=patience,
            arguments=arguments,
        )  # fmt: skip
        return self._wait(wait)

    def fetch_menu(self) -> Snapshot:
        """The snapshot of the menu after one fetch."""
        return self._wait(self._daemon.fetch_menu())

    def set_auto_polling(
        self,
        enabled: bool,
        *,
        interval: float | None = None,
        resource: str = "state",
        arguments: Arguments | None = None,
    ) -> AutoPolling:
        """Turns the polling of a resource on or off. `interval`: seconds; without it, it stays what it is."""
        switched = self._daemon.set_auto_polling(enabled, interval=interval, resource=resource, arguments=arguments)
        return self._wait(switched)

    def list_resources(self) -> list[ResourceSummary | ResourceFamily]:
        """Every resource, without its value. A parameterised one has `parameters`, and its instances follow it."""
        return self._wait(self._daemon.list_resources())

    def get_location(self) -> LocationSnapshot:
        """Where the daemon's machine is, as far as it is known. Starts nothing: `locations` does."""
        return self._wait(self._daemon.get_location())

    def get_help(self, anchor: str) -> HelpSection:
        """The explanation of a kind of failure. `anchor`: a failure's `help_anchor`."""
        return self._wait(self._daemon.get_help(anchor))

    def get_history(
        self,
        resource: str = "state",
        *,
        arguments: Arguments | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> History:
        """The past fetches of a resource, newest first. `since`: RFC 3339; `limit`: 1 to 1,000, 100 without it."""
        history = self._daemon.get_history(resource, arguments=arguments, since=since, limit=limit)
        return self._wait(history)

    def stats(self) -> Statistics:
        """Counters, queue depths and memory of the daemon."""
        return self._wait(self._daemon.stats())

    def retry(self, failure_id: str | None = None, option_id: str | None = None) -> RetryResult:
        """Performs an option of a failure: without ids `tryAgain` of the newest that is not settled."""
        return self._wait(self._daemon.retry(failure_id, option_id))

    def recover(self, failure: Failure | FailureData, option_id: str = "tryAgain") -> RetryResult:
        """Performs an option of a failure, of an exception or of a snapshot, and waits for its end."""
        return self._wait(self._daemon.recover(failure, option_id))

    # Streams

    @contextlib.contextmanager
    def notifications(self) -> Iterator[Iterator[Notification]]:
        """The notifications from now on, to be used with `with`. Ends when the daemon is closed."""

        async def begin() -> Notifications:
            return self._daemon.notifications()

        notifications = self._wait(begin())
        try:
            yield self._items(notifications)
        finally:
            with self._door:
                if self._is_open:
                    self._loop.call_soon_threadsafe(notifications.close)

    @contextlib.contextmanager
    def locations(self, *, min_interval: float = 0, min_distance: float = 0) -> Iterator[Iterator[LocationSnapshot]]:
        """Where the daemon's machine is: to be used with `with`, and iterated."""
        with self._during(self._daemon.locations(min_interval=min_interval, min_distance=min_distance)) as locations:
            yield self._items(locations)

    @contextlib.contextmanager
    def screen(
        self,
        parts: Parts | None = None,
        *,
        location: bool = False,
        words: Words = "seconds",
        fetch: Fetch = "none",
    ) -> Iterator[LiveScreen]:
        """What a person sees, as the daemon decides it: to be used with `with`, and iterated."""
        with self._during(self._daemon.screen(parts, location=location, words=words, fetch=fetch)) as screen:
            yield LiveScreen(screen, self._items(screen), self._wait)

    @contextlib.contextmanager
    def _during(self, subscription: Subscribed) -> Iterator[Subscribed]:
        self._wait(subscription.__aenter__())
        try:
            yield subscription
        finally:
            with contextlib.suppress(NotStarted):  # Closed meanwhile, and the subscription with it.
                self._wait(subscription.__aexit__(None, None, None))

    def _items(self, stream: Stream[Item]) -> Iterator[Item]:
        # Cancelled, or not begun any more: by the end of the client, in another thread.
        with contextlib.suppress(StopAsyncIteration, concurrent.futures.CancelledError, NotStarted):
            while True:
                yield self._wait(stream.__anext__())

    # The thread

    def _wait(self, work: Coroutine[Any, Any, Item]) -> Item:
        """The result of what the loop does; an exception here, such as Ctrl-C, cancels it there."""
        with self._door:
            if not self._is_open:
                work.close()
                raise NotStarted("with")
            future: concurrent.futures.Future[Item] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    @property
    def _is_open(self) -> bool:
        return self._thread.is_alive() and not self._is_over

    def _stop(self) -> None:
        with self._door:
            if not self._is_open:
                return
            self._is_over = True
            finishing = asyncio.run_coroutine_threadsafe(finish(), self._loop)
        finishing.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def finish() -> None:
    """Ends what other threads still wait for, so that none of them waits for a loop that has stopped."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for each in others:
        each.cancel()
    await asyncio.gather(*others, return_exceptions=True)
