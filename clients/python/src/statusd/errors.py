"""What a call can end with instead of a result. `except StatusdError` takes all of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from .failure import Failure


class StatusdError(Exception):
    """Whatever goes wrong with a daemon: each of the others is one."""


class CallFailed(StatusdError):
    """The daemon responded with an error; `failure` says what can be done about it."""

    def __init__(self, code: int, message: str, failure: Failure) -> None:
        super().__init__(message)
        self.code = code
        self.failure = failure


class DaemonEnded(StatusdError):
    """The daemon ended, so there will be no response.

    `status` is its exit status, negative for a signal, or None where it closed its output and ran on;
    `stderr` holds the last lines that it wrote there.
    """

    def __init__(self, status: int | None, stderr: list[str]) -> None:
        ending = "statusd closed its output" if status is None else f"statusd ended with status {status}"
        super().__init__("\n".join([ending, *stderr]))
        self.status = status
        self.stderr = stderr


class ProtocolError(StatusdError):
    """What the daemon wrote is no message of the contract: another program, or another version."""

    def __init__(self, problem: str, text: str = "") -> None:
        super().__init__(f"{problem}: {text[:200]}" if text else problem)
        self.text = text


class CallTimedOut(StatusdError, asyncio.TimeoutError):
    """No response came within the time of the call. Its request was cancelled."""

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method} got no response within {seconds:g} s")
        self.method = method


class NotStarted(StatusdError, RuntimeError):
    """The daemon was used outside of the `async with` (or `with`) that starts and ends it."""

    def __init__(self, keyword: str = "async with") -> None:
        super().__init__(f"the daemon is not started: use `{keyword} Statusd.spawn(…) as daemon:`")


class ProgramNotFound(StatusdError, FileNotFoundError):
    """There is no such program, or it may not be run."""

    def __init__(self, program: str, variables: Sequence[str] = (), cause: OSError | None = None) -> None:
        named = next((each for each in variables if os.environ.get(each) == program), "")
        advice = "install it with `pip install statusd`, or name its path in $STATUSD"
        if named:
            advice = f"${named} names it: set it to statusd's path, or unset it"
        what = "was not found"
        if cause and not isinstance(cause, FileNotFoundError):
            what = f"cannot be run ({cause.strerror})"
        super().__init__(f"{program!r} {what}: {advice}")
        self.program = program
