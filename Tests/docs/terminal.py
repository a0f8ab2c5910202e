"""A program in a terminal of its own, as a person has it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import signal
import struct
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conversation import PATIENCE

#: Moves and colours (ECMA-48, 5.4), which a program may put between any two characters.
CONTROL_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


class Terminal:
    """The text that the program writes, in the order in which it is written."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._seen = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def until(self, text: str) -> None:
        """Reads until a text has come, behind what the call before has waited for."""
        while text not in self._seen:
            try:
                text_so_far = self._seen + self._decoder.decode(os.read(self._descriptor, 65536))
            except OSError as error:  # Linux says EIO at the end.
                raise AssertionError(f"{text} never came: {self._seen}") from error
            self._seen = CONTROL_SEQUENCE.sub("", text_so_far)
        self._seen = self._seen.split(text, 1)[1]

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())


@contextmanager
def terminal(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[Terminal]:
    """Runs a command until the block ends, or for PATIENCE."""
    process, descriptor = pty.fork()
    if process == 0:
        try:
            os.chdir(folder)
            os.execvpe(command[0], command, {**environment, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
        finally:
            os._exit(127)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    deadline = threading.Timer(PATIENCE, os.kill, (process, signal.SIGKILL))
    deadline.start()
    try:
        yield Terminal(descriptor)
    finally:
        deadline.cancel()
        os.close(descriptor)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
