"""Failures and what can be done about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .types import FailureData, FailureDetail, Performer, Presentation, RecoveryOptionData, Role


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
    """What failed, why, and what can be done about it: `daemon.recover` performs one of its options."""

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

    @classmethod
    def of(cls, data: FailureData) -> Failure:
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
        )

    @property
    def detail(self) -> FailureDetail:
        """The particulars: `url`, `status`, `path`, `reason`, `code`, `excerpt` and others, by the kind."""
        return self.data.get("detail", {})

    @property
    def help_anchor(self) -> str:
        """What `Statusd.get_help` takes to explain this kind of failure."""
        return self.data["helpAnchor"]

    def option(self, id: str) -> RecoveryOption:
        """One of `options`; a KeyError where it is not offered."""
        for each in self.options:
            if each.id == id:
                return each
        raise KeyError(f"{id} is not offered, but {', '.join(each.id for each in self.options)}")
