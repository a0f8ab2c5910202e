"""Failures and what can be done about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .types import FailureData, FailureDetail, Performer, Presentation, RecoveryOptionData, RetryResult, Role

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
    #: Of `openSettings`: the configuration file that the daemon has read, where there was one.
    path: str | None = None

    @classmethod
    def of(cls, data: RecoveryOptionData) -> RecoveryOption:
        return cls(
            id=data["id"],
            title=data["title"],
            role=data["role"],
            performed_by=data["performedBy"],
            key=data.get("key"),
            url=data.get("url"),
            path=data.get("path"),
        )


@dataclass(frozen=True)
class Failure:
    """What failed, why, and what can be done about it."""

    id: str
    kind: str
    title: str
    message: str
    presentation: Presentation
    #: In the daemon's order, `cancel` first: what can work when the failure was reported.
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
    def detail(self) -> FailureDetail:
        """The particulars: `url`, `status`, `path`, `reason`, `code`, `excerpt` and others, by the kind."""
        return self.data.get("detail", {})

    @property
    def help_anchor(self) -> str:
        """What `Statusd.get_help` takes to explain this kind of failure."""
        return self.data["helpAnchor"]

    async def recover(self, option_id: str = "tryAgain") -> RetryResult:
        """Performs one of `options` and waits for its end.

        Raises a fresh StatusdError when the recovery fails: its failure has options of its own.
        """
        return await self._daemon.retry(self.id, option_id)
