"""One kind of input, of any size, and how the daemon is made to read it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

from bench import callgrind, frames
from bench.callgrind import Talk
from bench.paths import work

#: Lets every size through, so that no limit ends what is measured.
LIMITS = """[limits]
messageBytes = 1073741824
tokens = 10000000
batch = 10000
outputBytes = 1073741824
notificationBytes = 1073741824
bodyBytes = 1073741824
bodyValues = 1000000000
headerBytes = 262144
"""
#: A busy machine ends no attempt.
PATIENCE = """
[resources.other]
source = "demo"
timeout = 3600
totalTimeout = 3600
connectTimeout = 3600
"""


@dataclass(frozen=True)
class Case:
    """A reader and an input that somebody could choose to make it slow."""

    title: str
    #: What is run for it: what that costs by itself is the same for all of a family, and counted with its first case.
    family: str
    #: The size of the smaller of the two runs that are compared; the other one has twice as much.
    size: int
    #: Has the program read so much, and counts its instructions.
    count: Callable[[str, int], float]


def instructions(command: Sequence[str], talk: Talk) -> float:
    """Counts a run of which the status does not matter: a refusal is read as well."""
    return callgrind.counted(callgrind.COUNTING, command, talk, statuses=range(128))


@functools.cache
def limits() -> str:
    return file("limits.toml", LIMITS)


@functools.cache
def patience() -> str:
    """What lasts is waited for."""
    return file("patience.toml", LIMITS + PATIENCE)


@functools.cache
def one_attempt() -> str:
    """The same, and a response that cannot be used is not asked for again."""
    return file("one-attempt.toml", LIMITS + PATIENCE + "retry = { attempts = 1 }\n")


def file(name: str, content: str | bytes) -> str:
    """A file of its own for each name: cases run side by side."""
    path = work(f"linearity/{name.replace(' ', '-')}")
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def saying(sent: bytes) -> Talk:
    """Writes everything, and reads until the program has ended."""

    def talk(to: IO[bytes], source: IO[bytes]) -> None:
        to.write(sent)
        to.close()
        source.read()

    return talk


def until(sent: bytes, *marks: bytes) -> Talk:
    """Writes a line, and reads up to the first one with one of the marks."""

    def talk(to: IO[bytes], source: IO[bytes]) -> None:
        to.write(sent + b"\n")
        to.flush()
        for line in source:
            if any(mark in line for mark in marks):
                return

    return talk


def asking(method: str, params: object = None) -> bytes:
    return frames.request(1, method, params) + b"\n"
