"""A program in statusd's place that responds as a test wants it to: for what the real daemon does not do on purpose."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from statusd import Statusd, Tap

# For each request the next list of messages of its method; "id" in a message stands for the request's.
PROGRAM = """
import json, sys
script = json.loads(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        able = {"resources": ["state", "menu"], "notifications": ["stateChanged", "locationChanged"]}
        server = {"protocolVersion": "1", "serverInfo": {"name": "statusd", "version": "0"}, "capabilities": able}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": server}), flush=True)
        continue
    for message in script[request["method"]].pop(0):
        if "method" not in message:
            message = {"jsonrpc": "2.0", "id": request["id"], **message}
        print(json.dumps(message), flush=True)
"""


def result(value: Any) -> dict[str, Any]:
    return {"result": value}


def error(code: int, data: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "message": data["title"], "data": data}}


def failure(**members: Any) -> dict[str, Any]:
    """A failure as it comes, with these members in place of a plain one's."""
    plain = {
        "failureId": "f1",
        "kind": "serverError",
        "title": "The server has a problem",
        "message": "Try again in a moment.",
        "helpAnchor": "servererror",
        "presentation": "inline",
        "retry": {"safe": True},
        "recoveryOptions": [{"id": "cancel", "title": "Cancel", "role": "cancel", "performedBy": "server"}],
        "occurredAt": "2026-11-21T09:30:12.345Z",
    }
    return {**plain, **members}


@asynccontextmanager
async def scripted(tap: Tap | None = None, **script: list[list[dict[str, Any]]]) -> AsyncIterator[Statusd]:
    """A client of the program; `script` has for each method what each of its calls brings."""
    async with Statusd.spawn("-c", PROGRAM, json.dumps(script), program=sys.executable, tap=tap) as daemon:
        yield daemon
