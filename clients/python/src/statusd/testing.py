"""A daemon whose time and failures are in a test's hands, for those who test a front end.

It runs under `--clock manual` and `--seed 1`: nothing happens until `advance`, and then exactly. No test waits,
and two runs are the same to the byte. `pytest_plugin` makes it a fixture.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar, cast, overload

from .connection import Params, Tap
from .errors import CallFailed, ProgramNotFound, ProtocolError
from .failure import Failure
from .lines import LineBuffer
from .methods import ManualCall
from .program import find
from .types import FailureData, LocationChanged, RetryResult, ScreenChanged, StateChanged

#: Seconds of real time after which a daemon that does not answer is one that hangs.
PATIENCE = 120.0
#: That name the program, the first one first.
VARIABLES = ("STATUSD_BIN", "STATUSD")
Result = TypeVar("Result")


class Call(Generic[Result]):
    """A request that was sent. A call that waits for a fetch gets its response when time has moved on."""

    def __init__(self, daemon: ManualDaemon, id: int, method: str) -> None:
        self._daemon, self._id, self.method = daemon, id, method
        self._answer: dict[str, Any] | None = None

    @property
    def is_answered(self) -> bool:
        if self._answer is None:
            self._daemon.advance(0)
        return self._answer is not None

    @property
    def result(self) -> Result:
        """The result; raises CallFailed for an error, AssertionError where there is no response yet."""
        assert self.is_answered, f"{self.method} has no response yet: advance the clock"
        answer = self._answer or {}
        if "error" in answer:
            raise failed(self.method, answer["error"])
        return cast(Result, answer["result"])

    @property
    def failure(self) -> Failure:
        """The failure; an AssertionError where there is a result, or no response yet."""
        try:
            result = self.result
        except CallFailed as error:
            return error.failure
        raise AssertionError(f"{self.method} should have failed, and gave {result}")


class ManualDaemon(ManualCall):
    """statusd with a scenario and a clock that stands still."""

    def __init__(
        self, scenario: str = "demo", *options: str, binary: str | None = None, tap: Tap | None = None
    ) -> None:
        binary = binary or find(VARIABLES)
        # At the end of the input nothing is waited for: time stands still by then.
        still = ["--clock", "manual", "--seed", "1", "--drain-timeout", "0"]
        command = [binary, "--scenario", scenario, *still, *options]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
            raise ProgramNotFound(binary, VARIABLES, error) from error
        assert self._process.stdin
        os.set_blocking(self._process.stdin.fileno(), False)
        self._tap = tap or (lambda direction, message: None)
        self._buffer = LineBuffer()
        self._unread: list[bytes] = []
        self._calls: list[Call[Any]] = []
        #: Notifications that no test has expected yet, in order: method and params.
        self._notifications: list[tuple[str, dict[str, Any]]] = []
        try:
            self.advance(0)  # A daemon that does not start fails the test, even one that would not have used it.
        except BaseException:
            self._process.kill()
            self._process.communicate()
            raise

    # Speaking

    def _send(self, method: str, params: Params) -> Call[Any]:
        call: Call[Any] = Call(self, len(self._calls) + 1, method)
        self._calls.append(call)
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": call._id, "method": method}
        self._write(message if params is None else {**message, "params": params})
        return call

    def recover(self, failure: Failure | FailureData, option: str = "tryAgain") -> Call[RetryResult]:
        """Presses one of the buttons that a failure comes with, that of a call or of a snapshot."""
        data = failure.data if isinstance(failure, Failure) else failure
        return self.send("retry", {"failureId": data["failureId"], "optionId": option})

    def cancel(self, call: Call[Any]) -> None:
        self._write({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": call._id}})

    def advance(self, seconds: float) -> str:
        """Moves time on. When this returns all that was due has happened; it gives the time of day."""
        clock = self._send("advanceClock", {"seconds": seconds})
        while clock._answer is None:
            self._read()
        if "error" in clock._answer:
            raise failed(clock.method, clock._answer["error"])
        return str(clock._answer["result"]["now"])

    # Listening

    @overload
    def expect_notification(self, method: Literal["stateChanged"] = ..., /, **members: object) -> StateChanged: ...
    @overload
    def expect_notification(self, method: Literal["locationChanged"], /, **members: object) -> LocationChanged: ...
    @overload
    def expect_notification(self, method: Literal["screenChanged"], /, **members: object) -> ScreenChanged: ...
    @overload
    def expect_notification(self, method: str, /, **members: object) -> object: ...
    def expect_notification(self, method: str = "stateChanged", /, **members: object) -> Any:
        """The params of the first notification that has these members; those before it are passed over."""
        self.advance(0)
        for index, (named, params) in enumerate(self._notifications):
            if named == method and all(params.get(name) == value for name, value in members.items()):
                del self._notifications[: index + 1]
                return params
        came = [f"{named} {json.dumps(params)[:160]}" for named, params in self._notifications]
        raise AssertionError("\n".join([f"no {method} with {members}; there came", *(came or ["nothing"])]))

    def expect_silence(self) -> None:
        """Fails where a notification has come that no test has expected."""
        self.advance(0)
        assert not self._notifications, f"there came {self._notifications}"

    # The end

    def close(self) -> None:
        """Ends the input, and with it the daemon; what has no response yet gets `shuttingDown`."""
        # At the end of its input it has no time to write what nobody has read. Why it is gone shows below.
        with contextlib.suppress(AssertionError, CallFailed):
            self.advance(0)
        try:
            self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError("statusd did not end with its input") from None
        else:
            assert self._process.returncode == 0, f"statusd ended with status {self._process.returncode}"
        finally:
            if self._process.stdout:
                self._process.stdout.close()

    def _write(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        self._tap("in", text)
        assert self._process.stdin
        descriptor, left = self._process.stdin.fileno(), text.encode() + b"\n"
        # Why the daemon is gone shows where it is read.
        with contextlib.suppress(BrokenPipeError):
            while left:
                # A daemon whose output is full reads nothing until some of it is taken.
                ready = self._wait([self._process.stdout], [descriptor])
                if descriptor in ready:
                    left = left[os.write(descriptor, left) :]
                elif not self._take_piece():
                    return

    def _read(self) -> None:
        for line in self._lines():
            self._tap("out", line)
            try:
                self._take(json.loads(line))
            except (ValueError, TypeError, KeyError, IndexError):
                raise AssertionError(f"the program is no statusd: it wrote {line[:200]}") from None

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message:
            self._notifications.append((message["method"], message["params"]))
        else:
            self._calls[message["id"] - 1]._answer = message

    def _lines(self) -> Sequence[str]:
        while not self._unread:
            self._wait([self._process.stdout])
            assert self._take_piece(), f"statusd ended with status {self._process.wait()}"
        lines, self._unread = self._unread, []
        return [line.decode() for line in lines]

    def _wait(self, readable: list[Any], writable: Sequence[int] = ()) -> list[Any]:
        """Those that can be read from or written to."""
        ready = select.select(readable, writable, [], PATIENCE)
        assert any(ready), f"statusd said nothing for {PATIENCE} s"
        return ready[0] + ready[1]

    def _take_piece(self) -> bool:
        """Reads what has come; whether that is not the end."""
        assert self._process.stdout
        piece = os.read(self._process.stdout.fileno(), 1 << 20)
        try:
            self._unread += self._buffer.feed(piece)
        except ProtocolError as problem:
            raise AssertionError(str(problem)) from None
        return bool(piece)


def failed(method: str, error: dict[str, Any]) -> CallFailed:
    return CallFailed(error["code"], f"{method}: {error['message']}", Failure.of(error["data"]))


@contextlib.contextmanager
def manual_daemon(*arguments: str, binary: str | None = None, tap: Tap | None = None) -> Iterator[ManualDaemon]:
    """A ManualDaemon that ends with its block."""
    daemon = ManualDaemon(*arguments, binary=binary, tap=tap)
    try:
        yield daemon
    finally:
        daemon.close()
