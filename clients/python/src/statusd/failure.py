"""Failures and what can be done about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .types import FailureData, Performer, Presentation, RecoveryOptionData, RetryResult, Role

if TYPE_CHECKING:
    from .client import Statusd


@dataclass(frozen=True)
class RecoveryOption:
    """One thing that can be done about a failure. The id is stable, the title is for a button."""

    id: str
    title: str
    role: Role
    performed_by: Performer
    #: Of `openSettings`: the key of the daemon's configuration that may be wrong.
    key: str | None = None
    #: Of `showHelp`: where the failure is explained, relative to the daemon's project.
    url: str | None = None

    @classmethod
    def of(cls, data: RecoveryOptionData) -> RecoveryOption:
        return cls(data["id"], data["title"], data["role"], data["performedBy"], data.get("key"), data.get("url"))


@dataclass(frozen=True)
class Failure:
    """What failed, why, and what can be done about it."""

    id: str
    kind: str
    title: str
    message: str
    presentation: Presentation
    options: tuple[RecoveryOption, ...]
    #: Whether the same call may succeed later, and after how many seconds where that is known.
    is_retry_safe: bool
    retry_after: float | None
    #: The whole object as it came.
    data: FailureData = field(repr=False)
    _daemon: Statusd = field(repr=False, compare=False)

    @classmethod
    def of(cls, data: FailureData, daemon: Statusd) -> Failure:
        return cls(
            id=data["failureId"],
            kind=data["kind"],
            title=data["title"],
            message=data["message"],
            presentation=data["presentation"],
            options=tuple(map(RecoveryOption.of, data["recoveryOptions"])),
            is_retry_safe=data["retry"]["safe"],
            retry_after=data["retry"].get("after"),
            data=data,
            _daemon=daemon,
        )

    @property
    def detail(self) -> dict[str, Any]:
        """The particulars: `url`, `status`, `path`, `reason` and others, by the kind."""
        return self.data.get("detail", {})

    async def recover(self, option_id: str = "tryAgain") -> RetryResult:
        """Performs one of `options` and waits for its end.

        Raises a fresh StatusdError when the recovery fails: its failure has options of its own.
        """
        return await self._daemon.retry(self.id, option_id)
