"""What is counted in instructions: the figures that have a budget."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO

from bench import frames, talks, values
from bench.callgrind import Talk, instructions, per_message

#: What a client gives that wants something of its own, as an editor does.
OPTIONS = ("serve", "--state", "demo", "--log-level", "error")
#: One copy of a changed value and not two, so that the C program can write the same.
QUIET = frames.request(1, "initialize", {"notifications": {"stateChanged": False}})
#: What an agent writes first.
HANDSHAKE = frames.request(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
#: Lengths of the two runs. The first pays for what is made once.
SHORT, LONG = 200, 700


def burst(command: Sequence[str], kind: str, framing: str = "lines") -> float:
    return per_message(command, talks.burst(kind, framing), SHORT, LONG)


def turns(command: Sequence[str]) -> float:
    return per_message(command, talks.turns("getState"), SHORT, LONG)


def start(command: Sequence[str]) -> float:
    """A whole process that responds to one message."""
    return instructions(command, talks.turns("getState")(1))


# MARK: Agents


def agent(program: str, kind: str) -> float:
    return per_message([program, "mcp"], talks.burst(kind, opening=[HANDSHAKE]), SHORT, LONG)


def agent_start(program: str) -> float:
    """A whole process that an agent shakes hands with."""

    def talk(to: IO[bytes], source: IO[bytes]) -> None:
        talks.exchange(to, source, HANDSHAKE)

    return instructions([program, "mcp"], talk)


# MARK: Large values


def fetching(contents: Sequence[bytes], path: Path, method: str, opening: bytes | None = QUIET) -> Talk:
    """Puts each content in `path`, in turn, and fetches it."""

    def talk(to: IO[bytes], source: IO[bytes]) -> None:
        path.write_bytes(contents[0])
        if opening:
            talks.exchange(to, source, opening)
        for number, content in enumerate(contents):
            path.write_bytes(content)
            talks.exchange(to, source, frames.request(2 + number, method))

    return talk


def fetches(command: Sequence[str], bodies: Sequence[bytes], path: Path, method: str = "refresh") -> tuple[float, float]:
    """What the second of two fetches costs, by a source that has changed and by one that has not."""
    first, second = bodies
    alone = instructions(command, fetching([first], path, method))
    changed = instructions(command, fetching([first, second], path, method))
    same = instructions(command, fetching([first, first], path, method))
    return changed - alone, same - alone


def fleet(program: str) -> tuple[float, float]:
    path = values.write("counted.json", b"{}")
    bodies = [values.fleet(values.FLEET_2_MIB, variant) for variant in (0, 1)]
    return fetches([program, "--state", f"file:{path}"], bodies, path)
