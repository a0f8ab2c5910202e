"""The client: a daemon that is spawned, spoken to over its pipes, and started again if that is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from .calls import Calls
from .connection import Connection, Params, Server, Tap
from .errors import CallFailed, CallTimedOut, DaemonEnded, NotStarted, ProtocolError, StatusdError
from .listeners import Listeners
from .locations import Locations
from .notifications import Notifications
from .program import find
from .restarts import RestartLimit, Wishes
from .screens import Fetch, LiveScreen, Parts, Words
from .stream import Stream
from .subscriptions import Subscription

Result = TypeVar("Result")
#: Speaks with one process of the daemon, for so many seconds.
Action = Callable[[Connection, "float | None"], Awaitable[Result]]


class Statusd(Calls):
    """A running statusd. Made by `spawn` and used with `async with`, which starts and ends the process.

    Any number of tasks may call at the same time; responses find their way by id.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        program: str | os.PathLike[str] | None = None,
        shared: bool = False,
        env: Mapping[str, str] | None = None,
        tap: Tap | None = None,
        grace: float = 12.0,
        start_timeout: float = 10.0,
        timeout: float | None = None,
        restart: bool | RestartLimit = False,
    ) -> None:
        self._arguments, self._program = ["connect", *arguments] if shared else arguments, program
        self._env, self._tap = env, tap
        self._grace, self._start_timeout, self._timeout = grace, start_timeout, timeout
        self._limit = RestartLimit() if restart is True else restart or None
        self._current: Connection | None = None
        self._restarting: asyncio.Task[None] | None = None
        self._restarts = 0
        self._listeners = Listeners()
        self._wishes = Wishes()
        self._is_closing = False

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
        """A daemon with these arguments, which is started by `async with`.

        `program`: without it `$STATUSD`, else that of this package, else that of the PATH. `shared`: a session of the
        one daemon with this configuration, which is started where none runs. `grace`: seconds for its end, more than
        its own deadline. `start_timeout`: seconds for its first response. `timeout`: seconds for every call that has
        none of its own. `restart`: start it again when it dies.
        """
        return cls(
            arguments, program=program, shared=shared, env=env, tap=tap, grace=grace,
            start_timeout=start_timeout, timeout=timeout, restart=restart,
        )  # fmt: skip

    # Its life

    async def __aenter__(self) -> Statusd:
        """Starts the daemon. Raises ProgramNotFound, DaemonEnded or ProtocolError where that is no statusd."""
        self._current = await self._open(self._connection())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the daemon's input, lets it respond to what it has read, and waits for its end."""
        self._is_closing = True
        if self._restarting:
            self._restarting.cancel()
            await asyncio.wait([self._restarting])
        await self._started.close(self._grace)
        self._listeners.end(StopAsyncIteration())

    def _connection(self) -> Connection:
        return Connection(self._tap, self._listeners.publish, self._ended)

    async def _open(self, connection: Connection) -> Connection:
        program = find() if self._program is None else os.fspath(self._program)
        await connection.open([program, *self._arguments], self._env, self._start_timeout)
        return connection

    @property
    def _started(self) -> Connection:
        if self._current is None:
            raise NotStarted
        return self._current

    @property
    def status(self) -> int | None:
        """The exit status; negative for a signal; None while the daemon runs."""
        return self._started.process.status

    @property
    def is_running(self) -> bool:
        """Whether calls can still be answered."""
        return self._current is not None and self._current.ending is None and not self._is_closing

    @property
    def pid(self) -> int:
        return self._started.process.pid

    @property
    def server(self) -> Server:
        """What the daemon said of itself at its start: `protocolVersion`, `serverInfo`, `capabilities`."""
        return self._started.server

    # Calls

    async def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        seconds = self._timeout if timeout is None else timeout

        def send(connection: Connection, left: float | None) -> Awaitable[Any]:
            return connection.call(method, params, left)

        result = await self._within(seconds, method, send)
        with contextlib.suppress(KeyError, TypeError):  # The location has no polling, and a later daemon another form.
            if method == "setAutoPolling":
                self._wishes.remember(result)
            elif method == "retry" and result["optionId"] == "keepTrying":
                self._wishes.remember(result["result"])
        return result

    async def notify(self, method: str, params: Params = None) -> None:
        """Sends a notification: there is no response."""
        await (await self._ready()).notify(method, params)

    async def _ready(self) -> Connection:
        if self._restarting:
            await asyncio.wait([self._restarting])
        return self._started

    async def _within(self, seconds: float | None, method: str, action: Action[Result]) -> Result:
        """What `action` gives of the process that runs. The wait for one that is being started is part of its time."""
        if not self._restarting:
            return await action(self._started, seconds)
        if seconds is None:
            await asyncio.wait([self._restarting])
            return await action(self._started, None)
        begun = asyncio.get_running_loop().time()
        _, waiting = await asyncio.wait([self._restarting], timeout=seconds)
        left = seconds - (asyncio.get_running_loop().time() - begun)
        if not waiting and left > 0:
            with contextlib.suppress(CallTimedOut):
                return await action(self._started, left)
        raise CallTimedOut(method, seconds)

    def notifications(self) -> Notifications:
        """Every notification from now on; each call gives an iterator of its own, which ends with its last reference."""
        stream = self._listeners.notifications()
        self._end_late(stream)
        return stream

    def locations(self, *, min_interval: float = 0, min_distance: float = 0) -> Locations:
        """Where the daemon's machine is: to be used with `async with`, and iterated.

        `min_interval`: seconds, `min_distance`: metres from one reported place to the next.
        """
        return Locations(self, min_interval, min_distance)

    def screen(
        self,
        parts: Parts | None = None,
        *,
        location: bool = False,
        words: Words = "seconds",
        fetch: Fetch = "none",
    ) -> LiveScreen:
        """What a person sees, as the daemon decides it: to be used with `async with`, and iterated.

        `parts`: by names of the screen's own, `{"main": {"resource": "build", "arguments": {"branch": "main"}}}`;
        without it every resource that is not parameterised. `location`: whether the location is on it. `words`: how
        exactly ages and waits are said. `fetch`: `missing` fetches what has no value.
        """
        return LiveScreen(self, parts=parts, location=location, words=words, fetch=fetch)

    async def _subscribe(self, subscription: Subscription[Any]) -> None:
        def begin(connection: Connection, left: float | None) -> Awaitable[None]:
            self._listeners.subscriptions.append(subscription)
            self._end_late(subscription)
            return subscription.begin(connection, left)

        try:
            await self._within(self._timeout, subscription.BEGINS, begin)
        except BaseException:
            self._listeners.forget(subscription)
            raise

    async def _unsubscribe(self, subscription: Subscription[Any]) -> None:
        connection = await self._ready()  # A restart begins once more, under another id.
        self._listeners.forget(subscription)
        if self.is_running and subscription.id is not None:
            with contextlib.suppress(DaemonEnded, ProtocolError):  # It ends meanwhile, and everything with it.
                await connection.call(subscription.ENDS, {subscription.ID: subscription.id}, self._timeout)

    def _end_late(self, stream: Stream[Any]) -> None:
        """Ends what was made behind the end."""
        if self._current and self._current.ending and not self._restarting:
            stream.end(StopAsyncIteration() if self._is_closing else self._current.ending())

    # The end of a process

    def _ended(self, connection: Connection) -> None:
        if connection is not self._current or self._is_closing:
            return
        for each in self._listeners.subscriptions:
            each.lose()
        if self._restarting:
            return
        if self._may_restart():
            self._restarting = asyncio.create_task(self._restart())
        elif connection.ending:
            self._listeners.end(connection.ending())

    def _may_restart(self) -> bool:
        return self._limit is not None and self._limit.allows(asyncio.get_running_loop().time())

    async def _restart(self) -> None:
        """Starts the daemon until it runs or the limit is reached."""
        try:
            while not await self._starts():
                if not self._may_restart():
                    self._listeners.end(self._started.ending() if self._started.ending else NotStarted())
                    return
            self._restarts += 1
            self._listeners.restarted(self._restarts)
        finally:
            self._restarting = None

    async def _starts(self) -> bool:
        """Whether a new process runs and has been asked for everything that the one before was."""
        connection = self._connection()
        try:
            # Its output has ended, but not always the process, and a child of it may hold its pipes open.
            await self._started.close(grace=0)
            self._current = await self._open(connection)
            await self._renew(connection)
        except (StatusdError, OSError):  # No program, or none that may be run.
            return False
        return True

    async def _renew(self, connection: Connection) -> None:
        """What the new process refuses is left out: the old one may have had another configuration."""
        for wish in self._wishes.renewed():
            with contextlib.suppress(CallFailed):
                await connection.call("setAutoPolling", wish)
        for each in self._listeners.subscriptions:
            with contextlib.suppress(CallFailed):
                await each.begin(connection)
