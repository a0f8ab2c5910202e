"""The server under test: its process, its pipes, and what it has written so far."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from .held import UNTIL_RELEASED, HeldServer
from .machine import business, is_asleep
from .stdin import Stdin
from .wire import FrameReader

PIECE = 1 << 16
ERROR_BYTES = 1 << 16
#: Seconds without a byte taken after which a server that sleeps counts as settled.
QUIET = 0.3
#: With the input split: bytes at both ends of a long piece that go one by one, and what goes between them.
SPLIT_ENDS, SPLIT_MIDDLE = 512, 1021
#: Seconds after which a byte is written though a server that sleeps has not taken the one before it.
SPLIT_PATIENCE = 0.5
#: Starts the command and waits for it, so that there is a parent to be killed.
PARENT = 'exec 3<&0; "$@" <&3 3<&- & exec 3<&-; wait'


class TimedOut(Exception):
    """What was waited for did not come within the case's deadline."""


class Server:
    """One process, its end of three pipes, and the loop that serves them while something is waited for."""

    def __init__(
        self, command: Sequence[str], stdin: Stdin, framing: str, *,
        split: bool, strict: bool, has_parent: bool, seconds: float,
    ) -> None:  # fmt: skip
        self._split = split
        self._deadline = time.monotonic() + seconds
        self._frames = FrameReader(framing, strict=strict)
        self._outgoing: deque[memoryview] = deque()
        self._wants_close = False
        self.held = HeldServer()
        self.messages: list[bytes] = []
        self.errors = b""
        self._stdin = stdin
        self._paused: set[str] = set()
        self.has_parent = has_parent
        self._written = 0
        self._waits_since = time.monotonic()
        self._looks_at = self._waits_since + SPLIT_PATIENCE
        self._is_left_waiting = False
        self._is_hurried = False
        started = ["/bin/sh", "-c", PARENT, "sh", *command] if has_parent else command
        self.process = subprocess.Popen(
            [each.replace("${held}", self.held.address) for each in started],
            stdin=stdin.theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env=_environment(),
        )
        os.close(stdin.theirs)
        assert self.process.stdout and self.process.stderr
        self._input = stdin.ours
        self._output: int | None = os.dup(self.process.stdout.fileno())
        self._error: int | None = os.dup(self.process.stderr.fileno())
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        for descriptor in (self._input, self._output, self._error):
            if descriptor is not None:
                os.set_blocking(descriptor, False)

    # What a case's steps do.

    def send(self, data: bytes) -> None:
        """Hands over bytes, written as fast as the server takes them while something is waited for."""
        if not self._split:
            self._outgoing.append(memoryview(data))
            return
        view = memoryview(data)
        tail = max(SPLIT_ENDS, len(data) - SPLIT_ENDS)
        middle = range(SPLIT_ENDS, tail, max(SPLIT_MIDDLE, len(data) // 256))
        starts = [*range(min(SPLIT_ENDS, len(data))), *middle, *range(tail, len(data))]
        self._outgoing += [view[start:end] for start, end in zip(starts, [*starts[1:], len(data)])]

    def close_input(self) -> None:
        """Ends the input when everything handed over is written."""
        self._wants_close = True
        if not self._outgoing:
            self._drop_input()

    def close_output(self) -> None:
        if self._output is not None:
            os.close(self._output)
            self._output = None

    def pause_reading(self, stream: str) -> None:
        self._paused.add(stream)

    def resume_reading(self) -> None:
        self._paused.clear()

    @property
    def is_read(self) -> bool:
        """Whether somebody reads its stdout."""
        return "stdout" not in self._paused

    def signal(self, name: str) -> None:
        self.process.send_signal(getattr(signal, "SIG" + name))

    def flush(self) -> None:
        """Waits until everything handed over is written, or the server sleeps and takes nothing any more."""
        self._until_quiet(lambda: not self._outgoing)

    def settle(self) -> None:
        """Waits until the server sleeps, takes nothing any more, and writes nothing that is read."""
        self._until_quiet(lambda: False)

    def _until_quiet(self, is_enough: Callable[[], bool]) -> None:
        state, since = self._progress(), time.monotonic()
        while not is_enough():
            if time.monotonic() - since >= QUIET and is_asleep(self.process.pid):
                return
            self._turn(QUIET / 10)
            if self._is_late():
                raise TimedOut("the server to settle")
            if (now := self._progress()) != state:
                state, since = now, time.monotonic()

    def pass_time(self, seconds: float) -> None:
        self._deadline += seconds
        end = time.monotonic() + seconds
        self.wait("time to pass", lambda: time.monotonic() >= end)

    def peak_memory(self) -> int | None:
        """The most resident memory so far, in bytes; None where the system does not tell."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
        except (OSError, StopIteration):
            return None

    def hurry(self, seconds: float) -> None:
        """Brings the deadline forward, to so many seconds of an idle machine from now."""
        self._deadline = min(self._deadline, time.monotonic() + seconds * business())
        self._is_hurried = True

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        """Serves the pipes until the condition holds."""
        while not condition():
            if self._is_late():
                raise TimedOut(what)
            self._turn(min(0.05, max(0.0, self._deadline - time.monotonic())))

    # Its end.

    @property
    def has_closed_output(self) -> bool:
        return self._output is None

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self.process.poll()

    def has_ended(self) -> bool:
        """Whether the process is gone and all that it wrote was read."""
        if not self.is_read:
            return self.status is not None
        pipes = self._output is None and self._error is None
        return pipes if self.has_parent else pipes and self.status is not None

    def end_of_output(self) -> None:
        self._frames.end()

    def kill(self) -> None:
        """Ends what is left of it, and of what it started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self._drop_input()
        self.close_output()
        if self._error is not None:
            os.close(self._error)
        self.held.close()

    # The loop.

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def _progress(self) -> tuple[int, int, int]:
        return self._written, self._untaken(), len(self.messages)

    def _untaken(self) -> int:
        """Bytes that were written and that the server has not read yet."""
        return self._stdin.untaken() if self._input is not None else 0

    def _turn(self, patience: float) -> None:
        """Waits for one thing to happen, and serves it."""
        holds_back = self._holds_back()
        served: dict[int, Callable[[], None]] = {}
        poll = select.poll()
        for descriptor, event, serve in self._interests(holds_back):
            served[descriptor] = serve
            poll.register(descriptor, event)
        ready = poll.poll(0 if holds_back else patience * 1000)
        for descriptor, _ in ready:
            served[descriptor]()
        if holds_back and not ready:
            os.sched_yield()

    def _interests(self, holds_back: bool) -> Iterator[tuple[int, int, Callable[[], None]]]:
        if self._output is not None and "stdout" not in self._paused:
            yield self._output, select.POLLIN, self._read_output
        if self._error is not None and "stderr" not in self._paused:
            yield self._error, select.POLLIN, self._read_error
        if self._input is not None and self._outgoing and not holds_back:
            yield self._input, select.POLLOUT, self._write
        for each in self.held.sockets():
            yield each.fileno(), select.POLLIN, partial(self.held.ready, each)

    def _holds_back(self) -> bool:
        """With the input split, whether the server has yet to take the byte before the next one.

        A server that left one waiting for long is not waited for until it has caught up.
        """
        if not (self._split and self._outgoing and len(self._outgoing[0]) == 1):
            return False
        if self._untaken() == 0:
            self._forgive_waiting()
            return False
        if not self._is_left_waiting and time.monotonic() >= self._looks_at:
            # One that is busy, as while it starts, is going to take the byte.
            self._is_left_waiting = is_asleep(self.process.pid)
            self._looks_at = time.monotonic() + SPLIT_PATIENCE
        return not self._is_left_waiting

    def _forgive_waiting(self) -> None:
        """Moves the deadline by the time for which the last byte waited: that a busy machine takes long over thousands of
        them is no fault of the server's.
        """
        if not self._is_hurried:
            self._deadline += min(SPLIT_PATIENCE, time.monotonic() - self._waits_since)
        self._is_left_waiting = False

    def _write(self) -> None:
        assert self._input is not None
        try:
            count = os.write(self._input, self._outgoing[0])
        except (BrokenPipeError, ConnectionResetError):
            self._drop_input()
            return
        self._written += count
        self._waits_since = time.monotonic()
        self._looks_at = self._waits_since + SPLIT_PATIENCE
        rest = self._outgoing.popleft()[count:]
        if rest:
            self._outgoing.appendleft(rest)
        if self._wants_close and not self._outgoing:
            self._drop_input()

    def _drop_input(self) -> None:
        self._outgoing.clear()
        if self._input is not None:
            os.close(self._input)
            self._input = None

    def _read_output(self) -> None:
        assert self._output is not None
        piece = os.read(self._output, PIECE)
        if piece:
            self.messages += self._frames.feed(piece)
        else:
            self.close_output()

    def _read_error(self) -> None:
        assert self._error is not None
        piece = os.read(self._error, PIECE)
        self.errors = (self.errors + piece)[-ERROR_BYTES:]
        if not piece:
            os.close(self._error)
            self._error = None


def _environment() -> dict[str, str]:
    """The caller's, without what would lead to another configuration or through a proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STATUSD_")}
    return {**kept, **UNTIL_RELEASED, "no_proxy": "127.0.0.1", "XDG_CONFIG_HOME": os.devnull}
