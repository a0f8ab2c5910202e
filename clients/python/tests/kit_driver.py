"""The driver of the kit's client-side cases (schema/client/README.md): commands on stdin, outcomes on stdout."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from statusd import (
    CallFailed,
    CallTimedOut,
    DaemonEnded,
    LiveScreen,
    Locations,
    Notifications,
    NotStarted,
    ProgramNotFound,
    ProtocolError,
    Restarted,
    RestartLimit,
    Statusd,
)

CLAIMS = """
    bounded cancellation closedOutput concurrent grace handshake location notifications recovery restart screens
    timeouts
""".split()
HELLO = {"client": "clients/python", "claims": CLAIMS, "framings": ["lines"]}
LONGEST_LINE = 1 << 26

Command = Mapping[str, Any]


class Driver:
    def __init__(self) -> None:
        self._daemon: Statusd | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._errors: dict[str, CallFailed] = {}
        self._streams: dict[str, Notifications | Locations | LiveScreen] = {}

    async def run(self, commands: AsyncIterator[bytes]) -> None:
        say(HELLO)
        async for line in commands:
            command = json.loads(line)
            self._running[command["id"]] = asyncio.create_task(self._perform(command))
        if self._daemon:
            with contextlib.suppress(NotStarted):
                await self._daemon.close()

    async def _perform(self, command: Command) -> None:
        say({"id": command["id"], **await self._outcome(command)})

    async def _outcome(self, command: Command) -> dict[str, Any]:
        perform: Callable[[Command], Awaitable[dict[str, Any]]] = getattr(self, f"_{command['do']}")
        try:
            return await perform(command)
        except CallFailed as error:
            self._errors[command["id"]] = error
            return {"failed": failed(error)}
        except DaemonEnded as error:
            return {"ended": ended(error)}
        except CallTimedOut:
            return {"timedOut": True}
        except asyncio.CancelledError:
            return {"cancelled": True}
        except ProgramNotFound as error:
            return {"notFound": error.program}
        except ProtocolError as error:
            return {"notStatusd": str(error)}

    @property
    def _statusd(self) -> Statusd:
        assert self._daemon
        return self._daemon

    # Commands, by their names.

    async def _start(self, command: Command) -> dict[str, Any]:
        limit = command.get("restart")
        self._daemon = Statusd.spawn(
            program=command.get("program"),
            timeout=command.get("timeout"),
            start_timeout=command.get("startTimeout", 600),
            grace=command.get("grace", 600),
            restart=RestartLimit(**limit) if limit else False,
        )
        await self._daemon.__aenter__()
        return {"started": True}

    async def _call(self, command: Command) -> dict[str, Any]:
        timeout = command.get("timeout")
        return {"result": await self._statusd.call(command["method"], command.get("params"), timeout=timeout)}

    async def _cancel(self, command: Command) -> dict[str, Any]:
        self._running[command["of"]].cancel()
        return {"done": True}

    async def _recover(self, command: Command) -> dict[str, Any]:
        return {"result": await self._statusd.recover(self._errors[command["of"]].failure, command["option"])}

    async def _listen(self, command: Command) -> dict[str, Any]:
        self._streams[command["id"]] = self._statusd.notifications()
        return {"listening": True}

    async def _locate(self, command: Command) -> dict[str, Any]:
        locations = self._statusd.locations()
        await locations.__aenter__()
        self._streams[command["id"]] = locations
        return {"listening": True}

    async def _screen(self, command: Command) -> dict[str, Any]:
        screen = self._statusd.screen(**command["params"])
        await screen.__aenter__()
        self._streams[command["id"]] = screen
        return {"screen": await screen.__anext__()}

    async def _press(self, command: Command) -> dict[str, Any]:
        params = {"failureId": "failure_id", "optionId": "option_id"}
        named = {params.get(name, name): value for name, value in command["params"].items()}
        screen = self._streams[command["of"]]
        assert isinstance(screen, LiveScreen)
        return {"result": await screen.press(**named)}

    async def _next(self, command: Command) -> dict[str, Any]:
        stream = self._streams[command["of"]]
        try:
            if isinstance(stream, Locations):
                return {"location": await stream.__anext__()}
            if isinstance(stream, LiveScreen):
                return {"screen": await stream.__anext__()}
            notification = await stream.__anext__()
        except StopAsyncIteration:
            return {"over": True}
        if isinstance(notification, Restarted):
            return {"restarted": True}
        return {"notification": {"method": notification.method, "params": notification.params}}

    async def _close(self, command: Command) -> dict[str, Any]:
        stream = self._streams.get(command.get("of", ""))
        await (stream.__aexit__(None, None, None) if isinstance(stream, LiveScreen) else self._statusd.close())
        return {"closed": True}


def failed(error: CallFailed) -> dict[str, Any]:
    failure = error.failure
    options = [option.id for option in failure.options]
    texts = {"title": failure.title, "message": failure.message}
    return {"code": error.code, "kind": failure.kind, **texts, "options": options}


def ended(error: DaemonEnded) -> dict[str, Any]:
    is_signal = error.status is not None and error.status < 0
    name = signal.Signals(-error.status).name if is_signal and error.status else None
    return {"status": None if is_signal else error.status, "signal": name, "stderr": error.stderr}


def say(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)


async def stdin() -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


async def main() -> None:
    await Driver().run(await stdin())


if __name__ == "__main__":
    asyncio.run(main())
