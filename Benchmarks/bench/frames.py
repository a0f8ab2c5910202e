"""The messages that are sent, in either framing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from typing import Any

# Ids of one length, so that every message of a kind costs the same.
FIRST_ID = 100_000

#: What one message of each kind asks: its method and its params.
KINDS: dict[str, tuple[str, Any]] = {
    "getState": ("getState", None),
    "params": ("getState", {"resource": "menu"}),
    "getState130": ("getState", None),
    "params130": ("getState", {"resource": "menu"}),
    "error": ("unknownMethod", None),
    "errorParams": ("unknownMethod", [1, 2, {"a": "b"}]),
    "mcpGetState": ("tools/call", {"name": "get_state", "arguments": {}}),
    "mcpResource": ("tools/call", {"name": "get_state", "arguments": {"resource": "menu"}}),
}

#: Twenty calls of ten methods, three of which are mistakes; each may be made again and again.
MIXED: tuple[tuple[str, Any], ...] = (
    ("getState", None),
    ("getLocation", None),
    ("getState", {"resource": "menu"}),
    ("getHistory", None),
    ("retry", {"failureId": "none"}),
    ("getState", None),
    ("listResources", None),
    ("setAutoPolling", {"enabled": True, "interval": 3600}),
    ("getState", {"resource": "state"}),
    ("getHelp", {"anchor": "timeout"}),
    ("getState", None),
    ("unsubscribeLocation", {"subscriptionId": "none"}),
    ("getLocation", None),
    ("getState", None),
    ("stats", None),
    ("getState", {"resource": "menu"}),
    ("setAutoPolling", {"enabled": True, "interval": 3600}),
    ("closeScreen", {"screenId": "none"}),
    ("getHistory", {"resource": "menu"}),
    ("getState", None),
)

#: Each method as a script may call it for the nth time, and each mistake that it may make.
METHODS: dict[str, Callable[[int], tuple[str, Any]]] = {
    "scripted": lambda _: ("getState", None),
    "mixed": lambda number: MIXED[number % len(MIXED)],
    "unknownResource": lambda _: ("getState", {"resource": "stats"}),
    "unknownParam": lambda _: ("getState", {"resorce": "menu"}),
    "unknownMethod": lambda _: ("getStatus", None),
    "mistypedParam": lambda _: ("getState", {"resource": 7}),
    "noSubscription": lambda _: ("unsubscribeLocation", {"subscriptionId": "none"}),
    "noFailure": lambda _: ("retry", {"failureId": "none"}),
    # Each but the first means the failure that the one before has got.
    "noOption": lambda number: ("retry", {"failureId": f"f{number}", "optionId": "signIn"}),
    "stats": lambda _: ("stats", None),
    "samePolling": lambda _: ("setAutoPolling", {"enabled": True, "interval": 3600}),
    "otherPolling": lambda number: ("setAutoPolling", {"enabled": number % 2 == 1, "interval": 3600}),
    "subscription": lambda number: (
        ("unsubscribeLocation", {"subscriptionId": f"l{number // 2 + 1}"}) if number % 2 else ("subscribeLocation", None)
    ),
    "listResources": lambda _: ("listResources", None),
    "getLocation": lambda _: ("getLocation", None),
}


def request(number: int | str, method: str, params: Any = None) -> bytes:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
    if params is not None:
        message["params"] = params
    return encoded(message)


def notification(method: str, params: Any = None) -> bytes:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return encoded(message)


def encoded(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def framed(messages: Iterable[bytes], framing: str) -> bytes:
    """The bytes of `messages` in the framing `lines` or `headers`."""
    if framing == "headers":
        return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(message), message) for message in messages)
    return b"".join(message + b"\n" for message in messages)


def requests(kind: str, count: int) -> list[bytes]:
    if kind in METHODS:
        return scripted(kind, count)
    method, params = KINDS[kind]
    numbers = range(FIRST_ID, FIRST_ID + count)
    if not kind.endswith("130"):
        return [request(number, method, params) for number in numbers]
    # Requests of 130 bytes with their LF: the id is a string as long as it takes.
    width = 129 - len(request("", method, params))
    return [request(f"{number:0{width}}", method, params) for number in numbers]


def scripted(kind: str, count: int) -> list[bytes]:
    """As a script sends them: its ids are UUIDs, and json.dumps puts a space behind each comma and colon."""
    messages = []
    for number in range(count):
        method, params = METHODS[kind](number)
        message = {"jsonrpc": "2.0", "id": str(uuid.UUID(int=number, version=4)), "method": method}
        messages.append(json.dumps(message if params is None else {**message, "params": params}).encode())
    return messages
