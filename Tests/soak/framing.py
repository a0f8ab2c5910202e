"""The two framings (docs/protocol.md), from the client's side."""

from __future__ import annotations

from violation import Violation

LINES, HEADERS = "lines", "headers"
#: What must be escaped inside a message, in either framing.
FORBIDDEN = (b"\r", b"\n", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")


def encode(framing: str, message: bytes) -> bytes:
    if framing == LINES:
        return message + b"\n"
    return b"Content-Length: %d\r\n\r\n%b" % (len(message), message)


class Decoder:
    """Cuts the daemon's output into messages."""

    def __init__(self, framing: str) -> None:
        self.framing = framing
        self.rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are complete with `data`."""
        self.rest += data
        messages = self._lines() if self.framing == LINES else self._framed()
        for message in messages:
            if any(sequence in message for sequence in FORBIDDEN):
                raise Violation(f"a line end inside a message: {message[:200]!r}")
        return messages

    def end(self) -> None:
        if self.rest:
            raise Violation(f"the output ends inside a message: {self.rest[:200]!r}")

    def _lines(self) -> list[bytes]:
        *messages, self.rest = self.rest.split(b"\n")
        return messages

    def _framed(self) -> list[bytes]:
        messages, start = [], 0
        while (end := self.rest.find(b"\r\n\r\n", start, start + 64)) >= 0:
            name, _, length = self.rest[start:end].partition(b": ")
            if name != b"Content-Length" or not length.isdigit():
                raise Violation(f"not the header that is promised: {self.rest[start : end + 4]!r}")
            body = end + 4
            if len(self.rest) < body + int(length):
                break
            messages.append(self.rest[body : body + int(length)])
            start = body + int(length)
        else:
            if len(self.rest) - start > 64:
                raise Violation(f"no header where one is due: {self.rest[start : start + 64]!r}")
        self.rest = self.rest[start:]
        return messages
