"""The client under test: a small program around a client library that does as it is told, line by line."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from .cases import Failed, compact

STDERR_SHOWN = 2_000
END = None
#: What the first line has.
HELLO = {"client", "claims", "framings"}


class Driver:
    """Commands go in, and each has one outcome, whose place among the others is free."""

    def __init__(self, command: Sequence[str], program: str, seconds: float) -> None:
        environment = {**os.environ, "STATUSD": program}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        self._seconds = seconds
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._outcomes: dict[str, Any] = {}
        self._errors: list[bytes] = []
        self._commands: queue.Queue[bytes | None] = queue.Queue()
        self._threads = [
            # A driver whose client blocks does not read its commands: that must not block the runner.
            threading.Thread(target=self._write),
            threading.Thread(target=self._read, args=[self._process.stdout]),
            threading.Thread(target=self._collect, args=[self._process.stderr]),
        ]
        for thread in self._threads:
            thread.start()
        self.hello = self._hello()

    def _hello(self) -> dict[str, Any]:
        try:
            hello: dict[str, Any] = self._line(self._seconds)
            if not isinstance(hello, dict) or HELLO - hello.keys():
                raise Failed(f"its first line was {compact(hello)[:200]}")
        except queue.Empty:
            self.kill()
            raise Failed("waited in vain for the driver's first line") from None
        except Failed:
            self.kill()
            raise
        return hello

    def _write(self) -> None:
        assert self._process.stdin
        # It has ended: that shows by the end of its output.
        with contextlib.suppress(OSError), self._process.stdin as stream:
            for line in iter(self._commands.get, END):
                stream.write(line)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(END)

    def _collect(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._errors.append(line)

    @property
    def errors(self) -> str:
        return b"".join(self._errors)[-STDERR_SHOWN:].decode("utf-8", "replace")

    def do(self, command: Mapping[str, Any]) -> None:
        self._commands.put(compact(command).encode() + b"\n")

    def outcome(self, id: str, seconds: float) -> dict[str, Any]:
        """What became of the command with that id, within so many seconds."""
        if not self.has_outcome(id, seconds):
            raise Failed(f"waited in vain for {id}")
        return dict(self._outcomes.pop(id))

    def has_outcome(self, id: str, seconds: float) -> bool:
        """Whether it has an outcome within so many seconds."""
        deadline = time.monotonic() + seconds
        while id not in self._outcomes:
            try:
                line = self._line(deadline - time.monotonic())
            except queue.Empty:
                return False
            if not isinstance(line, dict) or "id" not in line:
                raise Failed(f"this is no outcome: {compact(line)[:200]}")
            if line["id"] in self._outcomes:
                raise Failed(f"{line['id']} has a second outcome: {compact(line)[:200]}")
            self._outcomes[line["id"]] = line
        return True

    def _line(self, seconds: float) -> Any:
        """The next line. Raises queue.Empty when none comes within so many seconds."""
        line = self._lines.get(timeout=max(seconds, 0))
        if line is END:
            raise Failed("the driver ended too early")
        try:
            return json.loads(line)
        except ValueError:
            raise Failed(f"the driver wrote no JSON: {line[:200]!r}") from None

    def end_input(self) -> None:
        self._commands.put(END)

    def finish(self) -> None:
        """It has ended itself, with status 0, and nothing more was to be heard."""
        try:
            status = self._process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            raise Failed("the driver does not end with its input") from None
        for thread in self._threads:
            thread.join()
        rest = [line for line in iter(self._lines.get, END) if line]
        if self._outcomes or rest:
            more = [compact(each) for each in self._outcomes.values()] + [line.decode() for line in rest]
            raise Failed(f"nobody asked for {more[0][:200]}")
        if status != 0:
            raise Failed(f"the driver ended with status {status}")

    def kill(self) -> None:
        self.end_input()
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream
            stream.close()


@contextlib.contextmanager
def driving(command: Sequence[str], program: str, seconds: float) -> Iterator[Driver]:
    driver = Driver(command, program, seconds)
    try:
        yield driver
    finally:
        driver.kill()
