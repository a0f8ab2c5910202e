"""What a server's stdin is: a pipe, a socket, a regular file or the null device."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import tempfile
import termios
from dataclasses import dataclass


@dataclass
class Stdin:
    """The server's end, which is closed once it has started, and ours, where there is one to write to."""

    theirs: int
    ours: int | None
    #: Asks how many bytes were written and not read.
    request: int = termios.FIONREAD

    def untaken(self) -> int:
        if self.ours is None:
            return 0
        return int(struct.unpack("i", fcntl.ioctl(self.ours, self.request, b"\0\0\0\0"))[0])


def opened(kind: str, content: bytes) -> Stdin:
    """`content` is what a file holds; to the others it is written later."""
    if kind == "file":
        with tempfile.TemporaryFile() as file:
            file.write(content)
            file.seek(0)
            return Stdin(os.dup(file.fileno()), None)
    if kind == "null":
        return Stdin(os.open(os.devnull, os.O_RDONLY), None)
    if kind == "socket":
        ours, theirs = socket.socketpair()
        return Stdin(theirs.detach(), ours.detach(), termios.TIOCOUTQ)
    reading, writing = os.pipe()
    return Stdin(reading, writing)
