"""One process of the daemon, from its start to its end: requests out, responses and notifications in."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Union

from .errors import CallFailed, CallTimedOut, DaemonEnded, ProtocolError
from .failure import Failure
from .numbers import integer
from .process import DaemonProcess

Params = Union[Mapping[str, Any], Sequence[Any], None]
#: Is shown every message: "in" before the daemon gets it, "out" when it came from there.
Tap = Callable[[Literal["in", "out"], str], None]
VERSION = "0.1.0"
PROTOCOL = "1"


class ServerInfo(TypedDict):
    """A program, and its version."""

    name: str
    version: str


class Capabilities(TypedDict):
    """What a daemon can do beyond its methods."""

    resources: list[str]
    notifications: list[str]


class Server(TypedDict):
    """What a daemon says of itself at its start."""

    protocolVersion: str
    serverInfo: ServerInfo
    capabilities: Capabilities


@dataclass
class Waiting:
    """A call that waits for its response."""

    response: asyncio.Future[Any]
    #: Is given the result before anything that came after it is looked at.
    on_result: Callable[[Any], None] | None


class Connection:
    """Made and then opened. `on_end` is called once, when the process has ended or talks nonsense."""

    def __init__(
        self,
        tap: Tap | None,
        on_notification: Callable[[str, Mapping[str, Any]], None],
        on_end: Callable[[Connection], None],
    ) -> None:
        self._tap, self._on_notification, self._on_end = tap, on_notification, on_end
        self._ids = itertools.count(1)
        self._waiting: dict[int, Waiting] = {}
        #: Take the results of calls that were given up, until these are answered: every one is.
        self._late: dict[int, Callable[[Any], None]] = {}
        #: Makes the exception that says why there will be no more responses.
        self.ending: Callable[[], Exception] | None = None

    async def open(self, command: Sequence[str], env: Mapping[str, str] | None, timeout: float) -> None:
        """Starts the process and makes sure that it is a statusd, within `timeout` seconds."""
        self.process = await DaemonProcess.start(command, env)
        self._reader = asyncio.create_task(self._read())
        try:
            client = {"name": "statusd-python", "version": VERSION}
            self.server: Server = await self.call("initialize", {"clientInfo": client}, timeout)
            self._check_server()
        except BaseException as error:
            self.process.kill()
            await self.close(grace=0)
            if isinstance(error, CallTimedOut):
                name = command[0]
                raise ProtocolError(f"{name} is no statusd: no response to initialize within {timeout:g} s") from error
            raise

    def _check_server(self) -> None:
        try:
            server, version = self.server["serverInfo"]["name"], self.server["protocolVersion"]
        except (KeyError, TypeError):
            server, version = "this program", "none"
        if (server, version) != ("statusd", PROTOCOL):
            raise ProtocolError(f"this client speaks protocol {PROTOCOL} of statusd", f"{server} has {version}")

    async def close(self, grace: float) -> None:
        """Ends the daemon's input, lets it respond to what it has read, and waits for its end."""
        await self.process.stop(grace)
        # Whatever was written before the end is a response that somebody waits for.
        await asyncio.wait([self._reader])

    # Calls

    async def call(
        self,
        method: str,
        params: Params,
        timeout: float | None = None,
        on_result: Callable[[Any], None] | None = None,
        on_late: Callable[[Any], None] | None = None,
    ) -> Any:
        """The result of `method`. A task that is cancelled here, or runs out of time, cancels the request too.

        `on_late` is given the result that came all the same.
        """
        request_id = next(self._ids)
        text = message(method, params, id=request_id)
        if self.ending:
            raise self.ending()
        response = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = Waiting(response, on_result)
        try:
            self._write(text)
            return await asyncio.wait_for(self._response(response), timeout)
        except (asyncio.CancelledError, asyncio.TimeoutError) as error:
            if self._waiting.pop(request_id, None) and not self.ending:
                self._write(message("$/cancelRequest", {"id": request_id}))
                if on_late:
                    self._late[request_id] = on_late
            elif on_late and response.done() and not response.cancelled() and response.exception() is None:
                on_late(response.result())
            if isinstance(error, asyncio.TimeoutError) and timeout is not None:
                raise CallTimedOut(method, timeout) from None
            raise
        finally:
            self._waiting.pop(request_id, None)

    async def _response(self, response: asyncio.Future[Any]) -> Any:
        await self.process.drain()
        return await response

    async def notify(self, method: str, params: Params) -> None:
        self._write(message(method, params))
        await self.process.drain()

    def ask(self, method: str, params: Params) -> None:
        """Sends a request whose response nobody waits for."""
        if not self.ending:
            self._write(message(method, params, id=next(self._ids)))

    def _write(self, text: str) -> None:
        if self._tap:
            self._tap("in", text)
        self.process.write(text.encode() + b"\n")

    # What comes

    async def _read(self) -> None:
        reading = asyncio.create_task(self._take_lines())
        exhausted = asyncio.create_task(self.process.exhausted())
        await asyncio.wait([reading, exhausted], return_when=asyncio.FIRST_COMPLETED)
        exhausted.cancel()
        reading.cancel()
        [problem] = await asyncio.gather(reading, return_exceptions=True)
        if isinstance(problem, Exception):
            self.process.kill()
            # One exception for all calls: without this, each that raises it would make its traceback longer.
            self._end(lambda: problem.with_traceback(None))
            return
        ended = await self.process.last_words()
        self._end(lambda: DaemonEnded(ended.status, ended.stderr))

    async def _take_lines(self) -> None:
        async for line in self.process.lines():
            if line.strip():
                self._take(line.decode("utf-8", "replace"))

    def _take(self, text: str) -> None:
        if self._tap:
            self._tap("out", text)
        try:
            received = json.loads(text, parse_int=integer)
            # An array has the responses to a batch, which only a proxy in between could have made.
            for each in received if isinstance(received, list) else [received]:
                self._take_message(each, text)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
            raise ProtocolError("this program is no statusd: it wrote no message of its protocol", text) from problem

    def _take_message(self, received: dict[str, Any], text: str) -> None:
        if "method" in received:
            self._notified(received, text)
        elif received.get("error") is not None:  # JSON-RPC libraries write null for the absent one.
            if received.get("result") is not None:
                raise ProtocolError("this program is no statusd: its response has a result and an error", text)
            self._respond(received["id"], error_of(received["error"]), None)
        else:
            self._respond(received["id"], None, received["result"])

    def _notified(self, received: dict[str, Any], text: str) -> None:
        if "id" in received:
            raise ProtocolError("this program is no statusd: it sent a request", text)
        params = received.get("params", {})
        if isinstance(params, dict):  # statusd's own have named params; any other is one that nobody here knows.
            self._on_notification(received["method"], params)

    def _respond(self, request_id: int | None, error: Exception | None, result: Any) -> None:
        # An error without an id responds to one of the calls that wait; which one is unknown.
        meant = [request_id] if request_id is not None else list(self._waiting)
        for each in meant:
            waiting, late = self._waiting.pop(each, None), self._late.pop(each, None)
            if waiting is None or waiting.response.done():  # Given up meanwhile.
                if late and not error:
                    late(result)
                continue
            if error:
                waiting.response.set_exception(error)
                continue
            try:
                if waiting.on_result:
                    waiting.on_result(result)
            except (KeyError, TypeError) as problem:
                waiting.response.set_exception(unreadable("a result", result, problem))
            else:
                waiting.response.set_result(result)

    def _end(self, reason: Callable[[], Exception]) -> None:
        self.ending = reason
        for waiting in self._waiting.values():
            if not waiting.response.done():
                waiting.response.set_exception(reason())
        self._waiting.clear()
        self._late.clear()
        self._on_end(self)


def error_of(error: dict[str, Any]) -> Exception:
    """What the call raises: one error that cannot be read is that of its own call alone."""
    try:
        return CallFailed(error["code"], error["message"], Failure.of(error["data"]))
    except (KeyError, TypeError, AttributeError) as problem:
        return unreadable("an error", error, problem)


def unreadable(what: str, value: Any, cause: Exception) -> ProtocolError:
    problem = ProtocolError(f"statusd responded with {what} that this client cannot read", json.dumps(value))
    problem.__cause__ = cause
    return problem


def message(method: str, params: Params, **identity: int) -> str:
    """One message as a line without its end."""
    parts: dict[str, Any] = {"jsonrpc": "2.0", **identity, "method": method}
    if params is not None:
        parts["params"] = params
    return json.dumps(parts, separators=(",", ":"), allow_nan=False)
