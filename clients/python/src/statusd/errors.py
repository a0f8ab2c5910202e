"""What a call can end with instead of a result."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from .failure import Failure


class StatusdError(Exception):
    """The daemon responded with an error; `failure` says what can be done about it."""

    def __init__(self, code: int, message: str, failure: Failure) -> None:
        super().__init__(message)
        self.code = code
        self.failure = failure


class DaemonEnded(Exception):
    """The daemon ended, so there will be no response.

    `status` is its exit status, negative for a signal, or None where it closed its output and ran on;
    `stderr` holds the last lines that it wrote there.
    """

    def __init__(self, status: int | None, stderr: list[str]) -> None:
        ending = "statusd closed its output" if status is None else f"statusd ended with status {status}"
        super().__init__("\n".join([ending, *stderr]))
        self.status = status
        self.stderr = stderr


class ProtocolError(Exception):
    """What the daemon wrote is no message of the contract: another program, or another version."""

    def __init__(self, problem: str, text: str = "") -> None:
        super().__init__(f"{problem}: {text[:200]}" if text else problem)
        self.text = text


class CallTimedOut(asyncio.TimeoutError):
    """No response came within the time of the call. Its request was cancelled."""

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method} got no response within {seconds:g} s")
        self.method = method


class NotStarted(RuntimeError):
    """The daemon was used outside of the `async with` (or `with`) that starts and ends it."""

    def __init__(self, keyword: str = "async with") -> None:
        super().__init__(f"the daemon is not started: use `{keyword} Statusd.spawn(…) as daemon:`")


class ProgramNotFound(FileNotFoundError):
    """There is no program of that name."""

    def __init__(self, program: str, variables: Sequence[str] = ("STATUSD",)) -> None:
        named = next((each for each in variables if os.environ.get(each) == program), "")
        advice = "name statusd's path, or set $STATUSD, or put statusd on the PATH"
        if named:
            advice = f"${named} names it: set it to statusd's path, or unset it"
        super().__init__(f"{program!r} was not found: {advice}")
        self.program = program
