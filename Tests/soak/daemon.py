"""The daemon as a child process: its pipes, and what /proc tells of it."""

from __future__ import annotations

import os
import pathlib
import select
import subprocess
import tempfile
import time
from collections import deque

from violation import Violation

#: Only a defect takes as long, on a machine that is busy with other things.
PATIENCE = 600.0
MIB = 1 << 20
CHUNK = 1 << 18


class Daemon:
    def __init__(self, binary: str, arguments: list[str], errors_are_read: bool = True) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the daemon)
        self.process = subprocess.Popen(
            [binary, *arguments],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A pipe that nobody reads must not hold the daemon up.
            stderr=self.errors if errors_are_read else subprocess.PIPE,
        )
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        self.unsent: deque[memoryview] = deque()
        self.has_ended = False

    @property
    def pid(self) -> int:
        return self.process.pid

    # Talking

    def exchange(self, reading: bool, timeout: float) -> bytes | None:
        """Waits until something can be written or, when `reading`, read; None when nothing could in time.

        The bytes that came are given, which may be none; at the end `has_ended` is set.
        """
        poll = select.poll()
        if self.unsent:
            poll.register(self.input, select.POLLOUT)
        if reading:
            poll.register(self.output, select.POLLIN)
        ready = dict(poll.poll(timeout * 1000))
        if not ready:
            return None
        if self.input in ready:
            self._write()
        if self.output not in ready:
            return b""
        data = os.read(self.output, CHUNK)
        self.has_ended = not data
        return data

    def _write(self) -> None:
        piece = self.unsent[0]
        try:
            written = os.write(self.input, piece)
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise Violation(f"the daemon reads no more: {self.last_words()}") from None
        if written == len(piece):
            self.unsent.popleft()
        else:
            self.unsent[0] = piece[written:]

    def close_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def close_output(self) -> None:
        assert self.process.stdout
        self.process.stdout.close()

    # Ending

    def wait(self, *statuses: int) -> None:
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Violation("the process does not end") from None
        if status not in statuses:
            raise Violation(f"the process ended with status {status}, not {statuses}: {self.last_words()}")

    def last_words(self) -> str:
        if self.process.stderr:
            return "(its errors are not read)"
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - 600))
        return self.errors.read().decode(errors="replace")

    def release(self) -> None:
        """Ends the process, if it lives, and closes what is open."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr, self.errors):
            if stream:
                stream.close()

    # What /proc tells

    def resident(self) -> int:
        """Bytes of resident memory (VmRSS)."""
        return int(self._status("VmRSS").split()[0]) * 1024

    def threads(self) -> int:
        return int(self._status("Threads"))

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def is_asleep(self) -> bool:
        """Whether it waits for an event (state S): one that is only slow, on a busy machine, is ready to run."""
        return self._stat()[0] == "S"

    def cpu_seconds(self) -> float:
        fields = self._stat()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _stat(self) -> list[str]:
        """The fields of proc(5)'s `stat` from the state on."""
        return pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(") ")[1].split()

    def _status(self, name: str) -> str:
        for row in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if row.startswith(name + ":"):
                return row.split(":", 1)[1].strip()
        raise Violation(f"the process is gone: {self.last_words()}")


def deadline() -> float:
    return time.monotonic() + PATIENCE
