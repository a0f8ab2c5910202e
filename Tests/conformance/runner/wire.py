"""Framing, both ways: messages to bytes, and a server's bytes to the texts of its messages."""

from __future__ import annotations

HEADER_LIMIT = 8192


class BadOutput(Exception):
    """The server wrote what is no frame."""


def framed(text: bytes, framing: str) -> bytes:
    if framing == "headers":
        return b"Content-Length: %d\r\n\r\n" % len(text) + text
    return text + b"\n"


class FrameReader:
    """Makes messages of what the server wrote, however it arrives.

    `strict`: a header section is one Content-Length, written as statusd writes it.
    """

    def __init__(self, framing: str, *, strict: bool = False) -> None:
        self._strict = strict
        self._next = self._header_frame if framing == "headers" else self._line
        self._buffer = bytearray()
        self._searched = 0

    def feed(self, piece: bytes) -> list[bytes]:
        self._buffer += piece
        found = []
        while (message := self._next()) is not None:
            found.append(message)
        return found

    def end(self) -> None:
        """The output has ended; what is left over is a frame that was cut short."""
        if self._buffer:
            raise BadOutput(f"the output ends inside a frame: {bytes(self._buffer[:200])!r}")

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._buffer)
            return None
        return self._take(0, end, end + 1)

    def _header_frame(self) -> bytes | None:
        end = self._buffer.find(b"\r\n\r\n", max(0, self._searched - 3))
        if end < 0:
            self._searched = len(self._buffer)
            if self._searched > HEADER_LIMIT:
                raise BadOutput(f"the output has no header: {bytes(self._buffer[:200])!r}")
            return None
        start = end + 4
        section = bytes(self._buffer[:end])
        length = _content_length(section)
        if self._strict and section != b"Content-Length: %d" % length:
            raise BadOutput(f"a header is to be exactly `Content-Length: {length}`, got {section!r}")
        if len(self._buffer) < start + length:
            self._searched = end
            return None
        return self._take(start, start + length, start + length)

    def _take(self, start: int, end: int, rest: int) -> bytes:
        message = bytes(self._buffer[start:end])
        del self._buffer[:rest]
        self._searched = 0
        return message


def _content_length(section: bytes) -> int:
    for line in section.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"Content-Length" and value.strip().isdigit():
            return int(value)
    raise BadOutput(f"the output has no Content-Length in its header: {section!r}")
