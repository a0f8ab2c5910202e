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

from conversation import Conversation


def judge(path: pathlib.Path) -> tuple[int, list[str]]:
    """How many messages the server has written there, and what is wrong with them."""
    conversation, count, problems = Conversation(), 0, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        entry = json.loads(line)
        text = entry.get("message", "")
        if entry["direction"] == "in":
            conversation.sent(text)
        elif entry["direction"] == "out":
            count += 1
            try:
                conversation.received(text)
            except (AssertionError, LookupError, ValueError) as error:
                problems.append(f"{path.name}:{number}: {type(error).__name__}: {error}\n    {text[:400]}")
    return count, problems


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
