"""A session with one daemon, its CPU time and its memory."""

from __future__ import annotations

import io
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from bench import frames

# clock_getcpuclockid(3) of a process: the complement of its number, and CPUCLOCK_SCHED in the low bits.
SCHEDULED = 2
RESET_PEAK = "5"  # for /proc/PID/clear_refs, proc(5)


class Conversation:
    """Speaks lines. Responses are read in the order in which they come."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=1 << 20,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self.last_id = frames.FIRST_ID
        #: Notifications that came before the last response that was waited for.
        self.notified = 0

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None) -> None:
        if kind:
            self.process.kill()
        self.input.close()
        self.output.read()
        status = self.process.wait()
        self.output.close()
        if status != 0 and not kind:
            raise RuntimeError(f"{self.process.args!r} has ended with {status}")

    # MARK: Messages

    def send(self, method: str, params: Any = None) -> int:
        """Writes a request and gives its id."""
        self.last_id += 1
        self.write(frames.request(self.last_id, method, params))
        return self.last_id

    def write(self, message: bytes) -> None:
        self.input.write(message + b"\n")
        self.input.flush()

    def line(self) -> bytes:
        line = self.output.readline()
        if not line:
            raise EOFError("the output has ended")
        return line

    def until_output(self) -> None:
        """Waits for the first byte of the next line."""
        assert isinstance(self.output, io.BufferedReader)
        self.output.peek(1)

    def response(self, number: int) -> bytes:
        """The line that responds to `number`; what comes before it is dropped."""
        start = b'{"jsonrpc":"2.0","id":%d,' % number
        self.notified = 0
        while not (line := self.line()).startswith(start):
            self.notified += b'"method":' in line[:100]
        return line

    def ask(self, method: str, params: Any = None) -> bytes:
        return self.response(self.send(method, params))

    def result(self, method: str, params: Any = None) -> Any:
        """The result of a call that must succeed."""
        response = json.loads(self.ask(method, params))
        if "result" not in response:
            raise RuntimeError(f"{method}: {response['error']['message']}")
        return response["result"]

    # MARK: Costs

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all threads."""
        return time.clock_gettime((~self.process.pid << 3) | SCHEDULED)

    def resident(self) -> int:
        return self.status("VmRSS:")

    def peak(self) -> int:
        """The most memory since the start or `forget_peak`, in bytes."""
        return self.status("VmHWM:")

    def forget_peak(self) -> None:
        Path(f"/proc/{self.process.pid}/clear_refs").write_text(RESET_PEAK, encoding="ascii")

    def status(self, name: str) -> int:
        rows = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith(name))
