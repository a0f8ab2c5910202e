"""Failures as they come. Written by scripts/schema from schema/types, which explains every member.

Members that may be absent stand in a class of their own, because Python 3.10 knows no `NotRequired`.
"""

from __future__ import annotations

from typing import Literal, TypedDict, Union

Presentation = Literal["alert", "inline", "silent"]
Role = Literal["cancel", "default", "destructive"]
Performer = Literal["server", "client"]


class _RetryAdvice(TypedDict):
    safe: bool


class RetryAdvice(_RetryAdvice, total=False):
    """Whether repeating the failed operation can help."""

    after: float


class _RecoveryOptionData(TypedDict):
    id: str
    title: str
    role: Role
    performedBy: Performer


class RecoveryOptionData(_RecoveryOptionData, total=False):
    """One thing that can be done about a failure."""

    key: str
    path: str
    url: str


class Attempt(TypedDict):
    """One failed attempt of a fetch."""

    kind: str
    duration: float


class ProblemDetails(TypedDict, total=False):
    """What a server says of an error in its own words (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    instance: str


class FailureDetail(TypedDict, total=False):
    """The particulars of a failure."""

    url: str
    status: int
    path: str
    reason: str
    limit: int
    bytes: int
    suggestion: str
    expected: str
    key: str
    line: int
    mistakes: list[str]
    running: str
    id: Union[str, float, None]
    errno: int
    exitStatus: int
    signal: int
    stderr: str
    code: int
    excerpt: str
    problem: ProblemDetails


class _FailureData(TypedDict):
    failureId: str
    kind: str
    title: str
    message: str
    helpAnchor: str
    presentation: Presentation
    retry: RetryAdvice
    recoveryOptions: list[RecoveryOptionData]
    occurredAt: str


class FailureData(_FailureData, total=False):
    """What failed, why, and what can be done about it."""

    operation: str
    resource: str
    arguments: dict[str, str]
    failureReason: str
    recoverySuggestion: str
    attempts: list[Attempt]
    previousFailureId: str
    detail: FailureDetail
