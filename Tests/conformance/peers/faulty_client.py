"""The driver of clients/python with one fault, for the kit's own tests: some case has to find it.

  faulty_client.py FAULT
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import os
import pathlib
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients/python/src"))
sys.path.insert(0, str(ROOT / "clients/python/tests"))

from statusd import (  # noqa: E402
    DaemonEnded,
    LiveScreen,
    ProtocolError,
    client,
    connection,
    notifications,
    process,
    restarts,
    screens,
    subscriptions,
)
from statusd.lines import LineBuffer  # noqa: E402

import kit_driver  # noqa: E402

Connection, DaemonProcess = connection.Connection, process.DaemonProcess
take, respond, message = Connection._take_message, Connection._respond, connection.message
failure_of = connection.Failure.of
merged, marked_as_old = screens.merged, screens.marked_as_old


def in_order(self: Any, id: Any, error: Any, result: Any) -> None:
    """Takes each response for that of the oldest call."""
    respond(self, next(iter(self._waiting), id), error, result)


def strict(self: Any, received: Any, text: str) -> None:
    """Knows every member, or nothing."""
    if received.keys() - {"jsonrpc", "id", "method", "params", "result", "error"}:
        raise ProtocolError("an unknown member", text)
    take(self, received, text)


def orphaned(self: Any, id: Any, error: Any, result: Any) -> None:
    """Takes a response that nobody waits for as the end."""
    if id is not None and id not in self._waiting:
        raise ProtocolError("an unknown id")
    respond(self, id, error, result)


async def short_lines(self: Any) -> AsyncIterator[bytes]:
    """Reads lines as asyncio does, 64 KiB at most."""
    while line := await self._stdout.readline():
        yield line[:-1]


async def deaf(self: Any) -> AsyncIterator[bytes]:
    """Reads pieces as if each were a message."""
    while piece := await self._stdout.read(1 << 16):
        yield piece


def blocking(self: Any, line: bytes) -> None:
    """Writes in the thread that reads."""
    pipe = self._stdin.transport.get_extra_info("pipe").fileno()
    os.set_blocking(pipe, True)
    os.write(pipe, line)


async def at_end_of_output(self: Any) -> None:
    """Waits for the end of the output alone, which a child may hold open."""
    await asyncio.Event().wait()


async def speechless(self: Any) -> DaemonEnded:
    return DaemonEnded(self.status, [])


def uncancelled(method: str, params: Any, **identity: Any) -> str:
    """Gives a call up without a word to the daemon."""
    return message("$/progress" if method == "$/cancelRequest" else method, params, **identity)


def unversioned(method: str, params: Any, **identity: Any) -> str:
    parts = json.loads(message(method, params, **identity))
    return json.dumps({name: parts[name] for name in parts if name != "jsonrpc"})


async def hasty(self: Any, grace: float) -> None:
    """Does not wait for the end."""
    self.process._stdin.close()


def unbounded(self: Any, method: str, params: Any) -> None:
    """Keeps every notification."""
    self.put(next(numbers), notifications.notification(method, params))


async def forgetful(self: Any, connection: Any) -> None:
    """Asks a new process for nothing."""


def both(self: Any, received: Any, text: str) -> None:
    """Looks at the error alone."""
    take(self, {name: received[name] for name in received if name != "result" or not received.get("error")}, text)


def deep(old: Any, new: Any) -> Any:
    """Merges objects at every level."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{name: deep(old.get(name), value) for name, value in new.items()}}


def without_nulls(screen: Any, changes: Any) -> Any:
    """Takes null for a member that has not changed."""
    parts = {
        name: {member: value for member, value in part.items() if value is not None}
        for name, part in changes.get("parts", {}).items()
    }
    return merged(screen, {**changes, "parts": parts})


def whole_parts(screen: Any, changes: Any) -> Any:
    """Replaces a part that has changed."""
    return {**screen, **changes, "parts": {**screen["parts"], **changes.get("parts", {})}}


def parts_alone(screen: Any, changes: Any) -> Any:
    return merged(screen, {"parts": changes.get("parts", {})})


def known_parts(screen: Any, changes: Any) -> Any:
    """Counts on knowing every part."""
    for name in changes.get("parts", {}):
        screen["parts"][name]
    return merged(screen, changes)


def anybodys(self: Any, method: str, params: Any) -> None:
    """Takes what belongs to others."""
    self.take(params)


async def late(self: Any, connection: Any, timeout: float | None = None) -> None:
    """Begins to listen when the caller gets the response."""
    result = await connection.call(self.BEGINS, self._params, timeout)
    self.id = result[self.ID]
    self.begun(result, connection)


def all_blank(screen: Any) -> Any:
    """Lets go of values that were old already."""
    old = marked_as_old(screen)
    for name, part in screen["parts"].items():
        if part["phase"] == "stale":
            old["parts"][name]["phase"] = "blank"
    return old


def pressable(screen: Any) -> Any:
    """Leaves the buttons of a dead daemon enabled."""
    old = marked_as_old(screen)
    for name, part in screen["parts"].items():
        old["parts"][name]["refresh"] = part["refresh"]
    return old


def keep_id(self: Any) -> None:
    """Marks the screen as old, and goes on pressing its buttons."""
    self._show(marked_as_old(self.shown))


def closed(data: Any) -> Any:
    """Counts on knowing every word."""
    if data["presentation"] not in ("alert", "inline", "silent"):
        raise ProtocolError("an unknown word")
    return failure_of(data)


async def unclosed(self: Any, subscription: Any) -> None:
    """Forgets what it has begun without a word to the daemon."""
    self._listeners.forget(subscription)


class EveryScreen(LiveScreen):
    """Keeps every screen for a slow reader."""

    def put(self, key: Any, screen: Any, merged: Any = None) -> None:
        super().put(next(numbers), screen)


numbers = itertools.count()
FAULTS: dict[str, tuple[Any, str, Callable[..., Any] | Any]] = {
    "in order": (Connection, "_respond", in_order),
    "strict": (Connection, "_take_message", strict),
    "orphaned": (Connection, "_respond", orphaned),
    "short lines": (DaemonProcess, "lines", short_lines),
    "endless": (process, "LineBuffer", functools.partial(LineBuffer, 1 << 40)),
    "both": (Connection, "_take_message", both),
    "pieces": (DaemonProcess, "lines", deaf),
    "blocking": (DaemonProcess, "write", blocking),
    "end of output": (DaemonProcess, "exhausted", at_end_of_output),
    "speechless": (DaemonProcess, "last_words", speechless),
    "hasty": (Connection, "close", hasty),
    "uncancelled": (connection, "message", uncancelled),
    "unversioned": (connection, "message", unversioned),
    "same ids": (connection.itertools, "count", itertools.repeat),
    "any server": (Connection, "_check_server", lambda self: None),
    "unbounded": (notifications.Notifications, "add", unbounded),
    "forgetful": (client.Statusd, "_renew", forgetful),
    "for ever": (restarts.RestartLimit, "allows", lambda self, now: True),
    "deep": (screens, "merged", deep),
    "without nulls": (screens, "merged", without_nulls),
    "whole parts": (screens, "merged", whole_parts),
    "parts alone": (screens, "merged", parts_alone),
    "known parts": (screens, "merged", known_parts),
    "anybody's": (LiveScreen, "add", anybodys),
    "late": (subscriptions.Subscription, "begin", late),
    "every screen": (client, "LiveScreen", EveryScreen),
    "fresh": (LiveScreen, "lose", lambda self: None),
    "all blank": (screens, "marked_as_old", all_blank),
    "pressable": (screens, "marked_as_old", pressable),
    "same id": (LiveScreen, "lose", keep_id),
    "unswitched": (screens, "switched", lambda before, now: []),
    "closed": (connection.Failure, "of", closed),
    "unclosed": (client.Statusd, "_unsubscribe", unclosed),
}

if __name__ == "__main__":
    setattr(*FAULTS[sys.argv[1]])
    asyncio.run(kit_driver.main())
