"""Framing: one message is one line."""

from __future__ import annotations


class LineBuffer:
    """Makes lines of the pieces in which they arrive, whatever their length."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that `piece` completes, without their ends."""
        head, *rest = piece.split(b"\n")
        self._pieces.append(head)
        if not rest:
            return []
        # Only the newest piece is ever searched, so a long line costs no more than its length.
        first = b"".join(self._pieces)
        *lines, tail = rest
        self._pieces = [tail]
        return [first, *lines]
