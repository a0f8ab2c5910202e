"""The messages that are sent, in either framing."""

from __future__ import annotations

import json
from collections.abc import Iterable
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
    method, params = KINDS[kind]
    numbers = range(FIRST_ID, FIRST_ID + count)
    if not kind.endswith("130"):
        return [request(number, method, params) for number in numbers]
    # Requests of 130 bytes with their LF: the id is a string as long as it takes.
    width = 129 - len(request("", method, params))
    return [request(f"{number:0{width}}", method, params) for number in numbers]
