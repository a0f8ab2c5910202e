"""What a call can end with instead of a result."""

from __future__ import annotations

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

    def __init__(self, problem: str, text: str) -> None:
        super().__init__(f"{problem}: {text[:200]}")
        self.text = text
