"""What is said to a program whose instructions are counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import IO

from bench import frames
from bench.callgrind import Talk


class NoResponse(RuntimeError):
    """The output has ended where a response was due."""


def nothing(_to: IO[bytes], _from: IO[bytes]) -> None:
    """Ends the input at once."""


def burst(kind: str, framing: str = "lines", opening: Sequence[bytes] = ()) -> Callable[[int], Talk]:
    """All messages at once, behind those of `opening`.

    The program is fifty times slower than its client, so every read is full.
    """

    def of(count: int) -> Talk:
        sent = frames.framed([*opening, *frames.requests(kind, count)], framing)

        def talk(to: IO[bytes], source: IO[bytes]) -> None:
            reader = threading.Thread(target=source.read)
            reader.start()
            to.write(sent)
            to.close()
            reader.join()

        return talk

    return of


def turns(kind: str) -> Callable[[int], Talk]:
    """One message at a time, each after the response to the one before."""

    def of(count: int) -> Talk:
        def talk(to: IO[bytes], source: IO[bytes]) -> None:
            for message in frames.requests(kind, count):
                exchange(to, source, message)

        return talk

    return of


def exchange(to: IO[bytes], source: IO[bytes], message: bytes) -> bytes:
    """Writes one line and reads one."""
    to.write(message + b"\n")
    to.flush()
    line = source.readline()
    if not line:
        raise NoResponse(message.decode())
    return line
