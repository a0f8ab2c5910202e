"""The client: one daemon, spawned and spoken to over its pipes."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Union

from .errors import DaemonEnded, ProtocolError, StatusdError
from .failure import Failure
from .locations import Locations
from .notifications import Notification, Notifications
from .numbers import integer
from .process import DaemonProcess
from .types import (
    AutoPolling,
    HelpSection,
    LocationSnapshot,
    ResourcePolling,
    ResourceSummary,
    RetryResult,
    Snapshot,
    Statistics,
)

Params = Union[Mapping[str, Any], Sequence[Any], None]
#: Is shown every message: "in" before the daemon gets it, "out" when it came from there.
Tap = Callable[[Literal["in", "out"], str], None]


class Statusd:
    """A running statusd. Made by `spawn` and used with `async with`, which starts and ends the process.

    Any number of tasks may call at the same time; responses find their way by id.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        tap: Tap | None = None,
        grace: float = 5.0,
    ) -> None:
        self._command = command
        self._env = env
        self._tap = tap
        self._grace = grace
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._listeners: list[Notifications] = []
        self._ending: Callable[[], Exception] | None = None
        self._is_closing = False

    @classmethod
    def spawn(
        cls,
        program: str | os.PathLike[str] = "statusd",
        *arguments: str,
        env: Mapping[str, str] | None = None,
        tap: Tap | None = None,
        grace: float = 5.0,
    ) -> Statusd:
        """A daemon that is started by `async with`. `grace`: seconds that it has for its end."""
        return cls([os.fspath(program), *arguments], env=env, tap=tap, grace=grace)

    # Its life.

    async def __aenter__(self) -> Statusd:
        self._process = await DaemonProcess.start(self._command, self._env)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the daemon's input, lets it respond to what it has read, and waits for its end."""
        self._is_closing = True
        await self._process.stop(self._grace)
        # A child of the daemon's could hold the pipe open.
        await asyncio.wait([self._reader], timeout=self._grace)
        self._reader.cancel()

    @property
    def status(self) -> int | None:
        """The exit status; negative for a signal; None while the daemon runs."""
        return self._process.status

    @property
    def is_running(self) -> bool:
        """Whether calls can still be answered."""
        return self._ending is None and not self._is_closing

    @property
    def pid(self) -> int:
        return self._process.pid

    # Calls.

    async def call(self, method: str, params: Params = None) -> Any:
        """The result of `method`. A task that is cancelled here cancels the request too.

        Raises StatusdError when the daemon answers with an error, and DaemonEnded when it ends before that.
        """
        request_id = next(self._ids)
        text = _message(method, params, id=request_id)
        if self._ending:
            raise self._ending()
        answer = self._waiting[request_id] = asyncio.get_running_loop().create_future()
        try:
            self._write(text)
            await self._process.drain()
            return await answer
        except asyncio.CancelledError:
            if request_id in self._waiting:
                self._write(_message("$/cancelRequest", {"id": request_id}))
            raise
        finally:
            self._waiting.pop(request_id, None)

    async def notify(self, method: str, params: Params = None) -> None:
        """Sends a notification: there is no response."""
        self._write(_message(method, params))
        await self._process.drain()

    async def get_state(self, resource: str = "state") -> Snapshot:
        """What is known of a resource, without a fetch."""
        snapshot: Snapshot = await self.call("getState", {"resource": resource})
        return snapshot

    async def refresh(self, resource: str = "state", *, timeout: float | None = None) -> Snapshot:
        """The snapshot after one fetch. `timeout`: seconds for the whole of it."""
        limits = {} if timeout is None else {"timeout": timeout}
        snapshot: Snapshot = await self.call("refresh", {"resource": resource, **limits})
        return snapshot

    async def fetch_menu(self) -> Snapshot:
        """The snapshot of the menu after one fetch."""
        snapshot: Snapshot = await self.call("fetchMenu")
        return snapshot

    async def set_auto_polling(
        self, enabled: bool, *, interval: float | None = None, resource: str = "state"
    ) -> AutoPolling:
        """Turns the polling of a resource on or off. `interval`: seconds; without it, it stays what it is."""
        given = {} if interval is None else {"interval": interval}
        polling: ResourcePolling = await self.call(
            "setAutoPolling", {"enabled": enabled, "resource": resource, **given}
        )
        return polling["autoPolling"]

    async def list_resources(self) -> list[ResourceSummary]:
        """Every resource, without its value."""
        resources: list[ResourceSummary] = (await self.call("listResources"))["resources"]
        return resources

    async def get_location(self) -> LocationSnapshot:
        """Where the daemon's machine is, as far as it is known. Starts nothing: `locations` does."""
        location: LocationSnapshot = await self.call("getLocation")
        return location

    async def get_help(self, anchor: str) -> HelpSection:
        """The explanation of a kind of failure. `anchor`: a failure's `help_anchor`."""
        section: HelpSection = await self.call("getHelp", {"anchor": anchor})
        return section

    async def stats(self) -> Statistics:
        """Counters, queue depths and memory of the daemon."""
        statistics: Statistics = await self.call("stats")
        return statistics

    async def retry(self, failure_id: str | None = None, option_id: str | None = None) -> RetryResult:
        """Performs an option of a failure: without ids `tryAgain` of the newest that is not settled."""
        given = {"failureId": failure_id, "optionId": option_id}
        params = {name: value for name, value in given.items() if value is not None}
        result: RetryResult = await self.call("retry", params)
        return result

    def notifications(self) -> Notifications:
        """The notifications from now on. Each iterator has all of them."""
        listener = Notifications(self._forget)
        if self._ending:
            listener.end(self._farewell())
        else:
            self._listeners.append(listener)
        return listener

    def locations(self, *, min_interval: float = 0, min_distance: float = 0) -> Locations:
        """Where the daemon's machine is: to be used with `async with`, and iterated.

        `min_interval`: seconds, `min_distance`: metres from one reported place to the next.
        """
        return Locations(self, min_interval, min_distance)

    # What comes and goes.

    def _write(self, text: str) -> None:
        if self._tap:
            self._tap("in", text)
        self._process.write(text.encode() + b"\n")

    async def _read(self) -> None:
        try:
            async for line in self._process.lines():
                self._take(line.decode("utf-8"))
        except Exception as error:  # Whatever it is, the calls that wait must end.
            problem = error
            self._end(lambda: problem)
            return
        ended = await self._process.last_words()
        self._end(lambda: DaemonEnded(ended.status, ended.stderr))

    def _take(self, text: str) -> None:
        if self._tap:
            self._tap("out", text)
        try:
            message = json.loads(text, parse_int=integer)
            if "method" in message:
                self._publish(Notification(message["method"], message["params"]))
            elif "error" in message:
                error = message["error"]
                failure = Failure.of(error["data"], self)
                self._respond(message["id"], StatusdError(error["code"], error["message"], failure))
            else:
                self._respond(message["id"], None, message["result"])
        except (ValueError, TypeError, KeyError) as problem:
            raise ProtocolError(f"statusd wrote no message of its protocol ({problem!r})", text) from problem

    def _publish(self, notification: Notification) -> None:
        for listener in self._listeners:
            listener.add(notification)

    def _respond(self, request_id: int | None, error: Exception | None, result: Any = None) -> None:
        # An error without an id responds to one of the calls that wait; which one is unknown.
        meant = [request_id] if request_id is not None else list(self._waiting)
        for each in meant:
            answer = self._waiting.pop(each, None)
            if answer is None or answer.done():
                continue  # Cancelled meanwhile.
            answer.set_exception(error) if error else answer.set_result(result)

    # The end.

    def _end(self, reason: Callable[[], Exception]) -> None:
        self._ending = reason
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(reason())
        self._waiting.clear()
        for listener in self._listeners:
            listener.end(self._farewell())
        self._listeners.clear()

    def _farewell(self) -> Exception:
        assert self._ending
        return StopAsyncIteration() if self._is_closing else self._ending()

    def _forget(self, listener: Notifications) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)


def _message(method: str, params: Params, **identity: int) -> str:
    message: dict[str, Any] = {"jsonrpc": "2.0", **identity, "method": method}
    if params is not None:
        message["params"] = params
    return json.dumps(message, separators=(",", ":"), allow_nan=False)
