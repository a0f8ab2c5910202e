"""Framing: one message is one line."""

from __future__ import annotations

from .errors import ProtocolError

#: More than any value that a daemon would be configured to keep.
LONGEST_LINE = 64 << 20


class LineBuffer:
    """Makes lines of the pieces in which they arrive, whatever their length up to `limit` bytes."""

    def __init__(self, limit: int = LONGEST_LINE) -> None:
        self._pieces: list[bytes] = []
        self._length = 0
        self._limit = limit

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that `piece` completes, without their ends."""
        head, *rest = piece.split(b"\n")
        self._pieces.append(head)
        self._length += len(head)
        if self._length > self._limit:
            beginning = b"".join(self._pieces[:1])[:200].decode("utf-8", "replace")
            raise ProtocolError(f"statusd wrote a line of more than {self._limit} bytes", beginning)
        if not rest:
            return []
        # Only the newest piece is ever searched, so a long line costs no more than its length.
        first = b"".join(self._pieces)
        *lines, tail = rest
        self._pieces, self._length = [tail], len(tail)
        return [first, *lines]
