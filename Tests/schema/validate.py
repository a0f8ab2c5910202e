#!/usr/bin/python3
"""Validates every message of recorded sessions against schema/.

  Tests/schema/validate.py TRANSCRIPTS_DIR

The directory holds *.jsonl files. A line is {"direction": "in" | "out", "message": TEXT}: `in` is what the
daemon reads, written down before it is sent; `out` is what it wrote, without the framing.
{"direction": "end"} closes a session, and so does the end of the file; "killed": true there excuses answers
that are missing. What was still read after it belongs to it; the next `in` begins another session. After a kill that
may be a message to the dead daemon, from a client that has not noticed yet: without any `out` no answer is missing.
A session without any `in` is judged by the form of its answers alone.
"""

from __future__ import annotations

import functools
import json
import pathlib
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from contract import Contract
from session import Session


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.exit(f"usage: validate.py TRANSCRIPTS_DIR\n{__doc__}")
    directory = pathlib.Path(arguments[0])
    counts: Counter[str] = Counter()
    problems: list[str] = []
    # A file knows nothing of the others, and a few hold most of the messages.
    with ProcessPoolExecutor() as workers:
        for found, counted in workers.map(judge, sorted(directory.glob("*.jsonl"))):
            problems += found
            counts.update(counted)
    for problem in problems:
        print(problem, file=sys.stderr)
    if counts["in"] + counts["out"] == 0:
        print(
            f"{directory} holds no messages: is STATUSD_TRANSCRIPTS set where the tests run?", file=sys.stderr
        )
        return 1
    print(summary(counts, len(problems)))
    return 1 if problems else 0


def summary(counts: Counter[str], problems: int) -> str:
    return (
        f"{counts['sessions']} sessions, {counts['in']} messages in, {counts['out']} out: "
        f"{counts['results']} results, {counts['errors']} errors, {counts['notifications']} notifications, "
        f"{counts['unpaired']} answers to what was not written down, {problems} problems"
    )


@functools.cache
def contract() -> Contract:
    """The contract, read once in each process."""
    return Contract()


def judge(path: pathlib.Path) -> tuple[list[str], Counter[str]]:
    counts: Counter[str] = Counter()
    return validate_file(contract(), path, counts), counts


def validate_file(contract: Contract, path: pathlib.Path, counts: Counter[str]) -> list[str]:
    """Every problem of the file's sessions, each with its place."""
    problems: list[str] = []
    session, is_ended, follows_kill, is_silent = Session(contract), False, False, True
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line:
            continue
        entry = parsed(line)
        if is_ended and entry.get("direction") == "in":
            counts.update(session.counts)
            session, is_ended, is_silent = Session(contract), False, True
        step(session, entry, was_dead=follows_kill and is_silent)
        is_silent = is_silent and entry.get("direction") != "out"
        if entry.get("direction") == "end":
            is_ended, follows_kill = True, entry.get("killed") is True or (follows_kill and is_silent)
        problems += (f"{path.name}:{number}: {problem}" for problem in taken(session))
    if not is_ended:
        session.ended(killed=follows_kill and is_silent)
        problems += (f"{path.name}: at the end: {problem}" for problem in taken(session))
    counts.update(session.counts)
    return problems


def parsed(line: str) -> dict[str, object]:
    """A recorder that was killed leaves half a line: that is a problem with a place, and the other files are judged."""
    try:
        entry = json.loads(line)
    except ValueError:
        entry = line
    return entry if isinstance(entry, dict) else {"unreadable": entry}


def step(session: Session, entry: dict[str, object], was_dead: bool) -> None:
    match entry:
        case {"direction": "in", "message": str(text)}:
            session.received(text)
        case {"direction": "out", "message": str(text)}:
            session.sent(text)
        case {"direction": "end"}:
            session.ended(killed=was_dead or entry.get("killed") is True)
        case _:
            session.problems.append(f"is no line of a transcript: {json.dumps(entry)[:200]}")


def taken(session: Session) -> Iterator[str]:
    problems, session.problems = session.problems, []
    return iter(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
