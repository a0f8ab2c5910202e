#!/usr/bin/python3
"""Checks every message of recorded sessions with agents by the official schemas of the version that it speaks.

  Tests/mcp/recorded.py TRANSCRIPTS_DIR

The directory holds *.jsonl files, one for each session. A line is {"direction": "in" | "out", "message": TEXT}: `in` is
what the server reads, `out` what it wrote. What no test asks for is judged too.
"""

from __future__ import annotations

import json
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import official

VERSION = "io.modelcontextprotocol/protocolVersion"
Message = dict[str, Any]


class Conversation:
    """What is to be known of a session to judge what the server says next."""

    def __init__(self) -> None:
        #: The version that `initialize` has agreed on.
        self.negotiated: str | None = None
        #: By their ids: the method of a request, and the version that it speaks.
        self.requests: dict[Any, tuple[str, str]] = {}

    @property
    def version(self) -> str:
        return self.negotiated or official.HANDSHAKE[-1]

    def send(self, message: Message) -> None:
        params = message.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        named = meta.get(VERSION) if isinstance(meta, dict) else None
        # One that names another version is told so in the only one that can be named.
        version = self.version if named is None else official.PER_REQUEST
        if isinstance(message.get("id"), int | str) and isinstance(message.get("method"), str):
            self.requests[message["id"]] = (message["method"], version)

    def receive(self, message: Message) -> None:
        method, version = self.requests.get(message.get("id"), ("", self.version))
        if "method" in message:
            version = self.version_of_notification(message)
        official.check(message, version, method)
        if method == "initialize" and "result" in message:
            self.negotiated = message["result"]["protocolVersion"]

    def version_of_notification(self, message: Message) -> str:
        """A client that never shook hands names its version in the request that a notification belongs to."""
        of_requests = {version for _, version in self.requests.values()}
        return official.PER_REQUEST if official.PER_REQUEST in of_requests else self.version


def judge(path: pathlib.Path) -> tuple[int, list[str]]:
    """How many messages the server has written there, and what is wrong with them."""
    conversation, count, problems = Conversation(), 0, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        entry = json.loads(line)
        try:
            content = json.loads(entry.get("message", "[]"))
        except ValueError as error:
            if entry["direction"] == "out":
                problems.append(f"{path.name}:{number}: {error}")
            continue
        for message in content if isinstance(content, list) else [content]:
            if entry["direction"] == "out":
                count += 1
                problems += fault(conversation, message, f"{path.name}:{number}")
            elif isinstance(message, dict):
                conversation.send(message)
    return count, problems


def fault(conversation: Conversation, message: Message, place: str) -> list[str]:
    try:
        conversation.receive(message)
    except (AssertionError, LookupError, ValueError) as error:
        return [f"{place}: {type(error).__name__}: {error}\n    {json.dumps(message)[:400]}"]
    return []


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.exit(f"usage: recorded.py TRANSCRIPTS_DIR\n{__doc__}")
    paths = sorted(pathlib.Path(arguments[0]).glob("*.jsonl"))
    with ProcessPoolExecutor() as workers:
        judged = list(workers.map(judge, paths))
    count, problems = sum(count for count, _ in judged), [each for _, found in judged for each in found]
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    print(f"{len(paths)} sessions with agents, {count} messages of the server, {len(problems)} problems")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
