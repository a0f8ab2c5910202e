"""The cases as schema/client/*.jsonl has them."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any

from ..files import SCHEMA, Line, read

CASES = SCHEMA / "client"

Step = Mapping[str, Any]

OPTIONS = [
    {"id": "cancel", "title": "Cancel", "role": "cancel"},
    {"id": "tryAgain", "title": "Try Again", "role": "default"},
]
#: What `$failure` and the others stand for, but for the members that they have.
TEMPLATES: dict[str, dict[str, Any]] = {
    "$failure": {
        "failureId": "f1",
        "kind": "serverError",
        "operation": "refresh",
        "resource": "menu",
        "title": "The server has a problem",
        "message": "The server could not do it. Try again in a moment.",
        "helpAnchor": "servererror",
        "presentation": "inline",
        "retry": {"safe": True},
        "recoveryOptions": [{**each, "performedBy": "server"} for each in OPTIONS],
        "attempts": [{"kind": "serverError", "duration": 0.1}],
        "occurredAt": "2026-11-22T18:00:00.000Z",
    },
    "$snapshot": {
        "resource": "menu",
        "revision": 1,
        "status": "loaded",
        "isFetching": False,
        "value": {"sections": []},
        "updatedAt": "2026-11-22T18:00:00.000Z",
        "isStale": False,
        "autoPolling": {"enabled": False, "interval": 10, "consecutiveFailures": 0},
    },
    "$screen": {"parts": {}, "location": None, "alert": None, "notice": None, "help": None},
    "$part": {
        "resource": "menu",
        "shape": "any",
        "phase": "content",
        "spinner": False,
        "attempt": None,
        "content": {"value": {"n": 1}},
        "age": "just now",
        "failure": None,
        "refresh": {"enabled": True},
        "stop": {"enabled": False},
        "polling": {"on": False, "enabled": True, "interval": 10, "next": None},
    },
    "$box": {
        "failureId": "f1",
        "kind": "serverError",
        "helpAnchor": "servererror",
        "resource": "menu",
        "arguments": None,
        "title": "The server has a problem",
        "message": "The server could not do it. Try again in a moment.",
        "countdown": None,
        "buttons": [{**each, "enabled": True, "running": False} for each in OPTIONS],
    },
}


class Failed(Exception):
    """The client has not done what the case says."""


class Case(Line):
    """What a client is told to do, and what it meets."""

    @property
    def start(self) -> Mapping[str, Any] | None:
        """Options of the start; None where the steps have it themselves."""
        options = self.content.get("start", {})
        return None if options == "byHand" else options

    def steps(self) -> Iterator[Step]:
        """With each `repeat` played out, and with texts, failures and snapshots whole."""
        for step in self.content["steps"]:
            times = int(step.get("repeat", 1))
            numbers = range(times, 0, -1) if step.get("reverse") else range(1, times + 1)
            for number in numbers:
                yield expanded(step, number)


def load(directory: pathlib.Path = CASES) -> list[Case]:
    return read(directory, Case)


def expanded(value: Any, number: int) -> Any:
    """`${n}` in strings is the number, `{"$text": 5}` is "xxxxx", and a template is whole."""
    if isinstance(value, str):
        return value.replace("${n}", str(number))
    if isinstance(value, list):
        return [expanded(each, number) for each in value]
    if isinstance(value, dict):
        members = {name: expanded(each, number) for name, each in value.items()}
        if "$text" in members:
            return "x" * int(members["$text"])
        template = next((name for name in TEMPLATES if name in members), None)
        return {**TEMPLATES[template], **members[template]} if template else members
    return value


def filled(value: Any, ids: Mapping[str, Any]) -> Any:
    """A string that is `${name}` and nothing else becomes the id of that request."""
    if isinstance(value, str) and value.startswith("${") and value.endswith("}"):
        if value[2:-1] not in ids:
            raise Failed(f"no request is called {value}")
        return ids[value[2:-1]]
    if isinstance(value, list):
        return [filled(each, ids) for each in value]
    if isinstance(value, dict):
        return {name: filled(each, ids) for name, each in value.items()}
    return value


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
