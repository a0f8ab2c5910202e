"""The official schemas: what a message of a version is."""

from __future__ import annotations

import functools
import json
from typing import Any

from ..files import HERE, PACKED
from .json_schema import looked_up, problem
from .versions import BATCHES

#: Copies, whose README.md says where they are from.
FOLDER = (PACKED if PACKED.is_dir() else HERE.parents[2]) / "mcp/schemas"


def message_problem(version: str, message: Any, method: str | None) -> str | None:
    """What is wrong with a message of the server. `method`: that of the request which a response answers."""
    if isinstance(message, list) and version == BATCHES and message:
        return next(filter(None, (message_problem(version, each, None) for each in message)), None)
    if not isinstance(message, dict):
        return "is no object"
    kind, value = _kind(version, message, method)
    why = _problem(version, "JSONRPCMessage", _envelope(message)) or (kind and _problem(version, kind, value))
    return f"is no {kind or 'message'} of {version}: {why}" if why else None


def _envelope(message: dict[str, Any]) -> dict[str, Any]:
    """The message with as little in its result as a schema wants: what is in it has a schema of its own."""
    result = message.get("result")
    if not isinstance(result, dict):
        return message
    return {**message, "result": {name: result[name] for name in ("_meta", "resultType") if name in result}}


def _kind(version: str, message: dict[str, Any], method: str | None) -> tuple[str | None, Any]:
    """The definition that the whole message or its result has, and that part of it."""
    if isinstance(message.get("method"), str):
        return _names(version).get(message["method"]), message
    result = message.get("result")
    if method is None or not isinstance(result, dict):
        return None, None
    if result.get("resultType") == "input_required":
        return "InputRequiredResult", result
    kind = _names(version).get(method, "").replace("Request", "Result")
    return (kind if kind in _definitions(version) else "EmptyResult"), result


def _problem(version: str, name: str, value: Any) -> str | None:
    return problem(_definitions(version)[name], value, _document(version))


@functools.cache
def _names(version: str) -> dict[str, str]:
    """The definition of each method's message."""
    names = {}
    for name, definition in _definitions(version).items():
        method = definition.get("properties", {}).get("method", {}).get("const")
        if method and name.endswith(("Request", "Notification")):
            names.setdefault(method, name)
    return names


def _definitions(version: str) -> dict[str, Any]:
    document = _document(version)
    found: dict[str, Any] = looked_up(document, "#/$defs" if "$defs" in document else "#/definitions")
    return found


@functools.cache
def _document(version: str) -> Any:
    return json.loads((FOLDER / f"{version}.json").read_text(encoding="utf-8"))
