"""A session of Tests/TranscriptTests as messages, each with its time on the daemon's clock."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: What moves the session and not the client: a real one has a server and a clock in place of them.
STAGE = ("playScenario", "advanceClock")
BEGIN = "2000-01-01T00:00:00.000Z"


@dataclass(frozen=True)
class Message:
    """One message; `time` is minutes and seconds."""

    is_sent: bool
    content: dict[str, Any]
    time: str

    @property
    def method(self) -> str:
        return str(self.content.get("method", ""))

    @property
    def snapshot(self) -> dict[str, Any] | None:
        return self.content["params"] if self.method == "stateChanged" else None


def read(path: Path) -> list[Message]:
    """What the client and the daemon say to each other, without the directions to the stage."""
    messages: list[Message] = []
    directions: set[int] = set()
    now = BEGIN
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:2] not in ("> ", "< "):
            continue
        content: dict[str, Any] = json.loads(line[2:])
        if content.get("method") in STAGE:
            directions.add(content["id"])
        elif content.get("id") in directions:
            now = content["result"].get("now", now)
        else:
            now = max(now, moment(content))
            messages.append(Message(line[0] == ">", content, now[14:19]))
    return messages


def moment(content: dict[str, Any]) -> str:
    """The newest time that a message names, or none."""
    snapshot: dict[str, Any] = content.get("params", {})
    times: tuple[str, str] = (snapshot.get("updatedAt", ""), snapshot.get("failure", {}).get("occurredAt", ""))
    return max(times)
