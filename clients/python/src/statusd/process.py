"""The daemon's process: its life, and its last lines on stderr."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from collections.abc import AsyncIterator, Mapping, Sequence

from .errors import DaemonEnded, ProgramNotFound
from .lines import LineBuffer
from .program import VARIABLES

PIECE_BYTES = 1 << 16
STDERR_BYTES = 1 << 13
STDERR_LINES = 20
#: Seconds for the status and the last words of a daemon whose output has ended.
LAST_WORDS = 0.3
#: Seconds without output after which that of a dead process counts as read. A child of it may hold the pipe open.
SILENCE = 0.3


class Exit(SubprocessStreamProtocol):
    """Says when the process has ended. `Process.wait` may also wait for the pipes, which a child may hold open."""

    def __init__(self, exited: asyncio.Event, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(limit=PIECE_BYTES, loop=loop)
        self._exited = exited

    def process_exited(self) -> None:
        super().process_exited()
        self._exited.set()


class DaemonProcess:
    """Made by `start`; ended by `stop`, by `kill`, or by itself."""

    def __init__(self, process: Process, exited: asyncio.Event) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._stderr_tail = b""
        self._pieces_read = 0
        self._exited = exited
        self._listening = asyncio.create_task(self._listen())
        self._drained = asyncio.Lock()  # Python before 3.10.8 lets only one task drain at a time.

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str] | None) -> DaemonProcess:
        exited, loop = asyncio.Event(), asyncio.get_running_loop()
        try:
            transport, protocol = await loop.subprocess_exec(
                lambda: Exit(exited, loop), *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env
            )
        except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
            raise ProgramNotFound(command[0], VARIABLES, error) from error
        return cls(Process(transport, protocol, loop), exited)

    @property
    def status(self) -> int | None:
        return self._process.returncode

    @property
    def pid(self) -> int:
        return self._process.pid

    # Messages.

    def write(self, line: bytes) -> None:
        """Hands over one whole line. That the daemon is gone shows by the end of `lines`."""
        if not self._stdin.is_closing():
            self._stdin.write(line)

    async def drain(self) -> None:
        """Waits until the daemon has read enough of what was written."""
        async with self._drained:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                await self._stdin.drain()

    async def lines(self) -> AsyncIterator[bytes]:
        # Not `readline`: StreamReader gives up on lines over 64 KiB.
        buffer = LineBuffer()
        while piece := await self._stdout.read(PIECE_BYTES):
            self._pieces_read += 1
            for line in buffer.feed(piece):
                yield line

    async def _listen(self) -> None:
        while piece := await self._stderr.read(PIECE_BYTES):
            self._stderr_tail = (self._stderr_tail + piece)[-STDERR_BYTES:]

    # The end.

    async def exhausted(self) -> None:
        """Waits until the process has ended and everything that it wrote was read."""
        await self._exited.wait()
        read = -1
        while read != self._pieces_read:
            read = self._pieces_read
            await asyncio.sleep(SILENCE)

    async def last_words(self) -> DaemonEnded:
        """How the daemon ended, once its output has."""
        exit = asyncio.ensure_future(self._process.wait())
        await asyncio.wait([exit, self._listening], timeout=LAST_WORDS)
        exit.cancel()
        text = self._stderr_tail.decode("utf-8", "replace")
        return DaemonEnded(self.status, text.splitlines()[-STDERR_LINES:])

    async def stop(self, grace: float) -> None:
        """Ends the daemon's input and waits; after `grace` seconds SIGTERM, after as many more SIGKILL."""
        self._stdin.close()
        try:
            for number in (signal.SIGTERM, signal.SIGKILL):
                if await self._ends_within(grace):
                    return
                self._signal(number)
            await self._exited.wait()
        finally:
            self.kill()
            await self._release()

    async def _release(self) -> None:
        """Lets go of the pipes, which a child of the daemon may hold open."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._process.wait(), LAST_WORDS)
        self._listening.cancel()
        # asyncio has no public name for it, and warns of every transport that is left open.
        self._process._transport.close()  # type: ignore[attr-defined]

    def kill(self) -> None:
        """Ends the process now, if it still runs."""
        if not self._exited.is_set():
            self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def _ends_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._exited.wait(), seconds)
        except asyncio.TimeoutError:
            return False
        return True
