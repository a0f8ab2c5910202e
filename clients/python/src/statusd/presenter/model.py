"""What a presenter remembers, and what follows from it at any moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from ..instances import Key, key_of
from ..restarts import Wishes
from .words import seconds_of

#: What failures of the location are about.
LOCATION = key_of({"resource": "location"})
Message = dict[str, Any]
Failure = dict[str, Any]
#: A shape, or a shape with the resource and the arguments of an instance.
Described = Union[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Part:
    """A part of the screen, which shows a resource or an instance."""

    shape: str
    #: What every request about it has: `resource`, and `arguments` of an instance.
    params: dict[str, Any]

    @classmethod
    def of(cls, name: str, described: Described) -> Part:
        if isinstance(described, str):
            return cls(described, {"resource": name})
        return cls(described["shape"], {member: described[member] for member in ("resource", "arguments")})

    @property
    def key(self) -> Key:
        return key_of(self.params)


@dataclass
class Session:
    """What ends with the daemon's process."""

    #: Requests without a response yet, by id, oldest first.
    calls: dict[int, Message] = field(default_factory=dict)
    cancelled: set[int] = field(default_factory=set)
    #: Failures of responses that no snapshot has, oldest first.
    failures: dict[str, Failure] = field(default_factory=dict)
    #: Ids of the failures that are alerts, in the order in which they came.
    alerts: list[str] = field(default_factory=list)
    subscription: str | None = None
    #: What has a snapshot of this process, and not of one before.
    present: set[Key] = field(default_factory=set)
    has_location: bool = False


@dataclass
class Model:
    """Everything that the presenter remembers."""

    #: By the names that the screen has for them, in its order.
    parts: dict[str, Part]
    is_connected: bool = False
    session: Session = field(default_factory=Session)
    snapshots: dict[Key, dict[str, Any]] = field(default_factory=dict)
    #: When each snapshot came.
    taken: dict[Key, float] = field(default_factory=dict)
    #: Polling as it was switched from here, for the next process.
    wishes: Wishes = field(default_factory=Wishes)
    location: dict[str, Any] | None = None
    wants_location: bool = False
    help: dict[str, Any] | None = None

    def pending(self, method: str, **params: Any) -> list[Message]:
        """The calls of `method` that wait for a response and have these params, oldest first."""
        return [
            call
            for call in self.session.calls.values()
            if call["method"] == method and params.items() <= call["params"].items()
        ]

    def about(self, method: str, name: str) -> list[Message]:
        """The calls of `method` for a part of the screen that wait for a response, oldest first."""
        return self.pending(method, **self.parts[name].params) if name in self.parts else []

    def latest(self, name: str) -> dict[str, Any]:
        """The last snapshot for a part of the screen, also of an earlier process; empty where there was none."""
        return self.snapshots.get(self.parts[name].key, {}) if name in self.parts else {}

    def places(self) -> set[Key]:
        """What the screen shows."""
        return {each.key for each in self.parts.values()}

    def snapshot(self, key: Key) -> dict[str, Any]:
        """The snapshot that the running process gave; empty where it gave none."""
        return self.snapshots[key] if key in self.session.present else {}

    def shown(self, name: str) -> dict[str, Any]:
        """The snapshot for a part of the screen that the running process gave; empty where it gave none."""
        return self.snapshot(self.parts[name].key) if name in self.parts else {}

    # Buttons

    def can_refresh(self, name: str) -> bool:
        return self.is_connected and name in self.parts and not self.about("refresh", name)

    def stoppable(self, name: str) -> list[Message]:
        """The refreshes of this presenter that can be cancelled."""
        refreshes = self.about("refresh", name)
        return [call for call in refreshes if call["id"] not in self.session.cancelled]

    def can_switch(self, name: str) -> bool:
        return "autoPolling" in self.shown(name)

    def is_polled(self, name: str) -> bool:
        """Whether the switch is on: as it was pressed last, else as the daemon says."""
        pressed = self.about("setAutoPolling", name)
        if pressed:
            return bool(pressed[-1]["params"]["enabled"])
        return bool(self.latest(name).get("autoPolling", {}).get("enabled", False))

    def running(self, failure_id: str) -> set[str]:
        """The options of a failure that were chosen and have not ended."""
        return {call["params"]["optionId"] for call in self.pending("retry", failureId=failure_id)}

    def is_enabled(self, failure_id: str, option_id: str) -> bool:
        """Whether an option can be chosen: while one runs, nothing but `cancel` can."""
        return self.is_connected and (option_id == "cancel" or not self.running(failure_id))

    # Failures

    def open_failures(self) -> Iterator[Failure]:
        """The failures to show: the snapshots' first, then those of responses, the newest first."""
        for failure in [*self.snapshot_failures(), *reversed(self.session.failures.values())]:
            if failure["presentation"] != "silent" and "cancel" not in self.running(failure["failureId"]):
                yield failure

    def snapshot_failures(self) -> Iterator[Failure]:
        snapshots = [self.shown(name) for name in self.parts]
        location = self.location if self.wants_location and self.session.has_location else None
        yield from (each["failure"] for each in [*snapshots, location] if each and "failure" in each)

    def is_alert(self, failure: Failure) -> bool:
        """What nothing on the screen could show in its place is shown before the person."""
        return failure["presentation"] == "alert" or key_of(failure) not in {*self.places(), LOCATION}

    def inline(self, key: Key) -> Failure | None:
        """The failure to show in the place of a resource, an instance or the location."""
        failures = (each for each in self.open_failures() if key_of(each) == key)
        return next((each for each in failures if not self.is_alert(each)), None)

    def alert(self) -> Failure | None:
        """The newest alert. An older one that is still open comes back after it."""
        return self.open_alerts().get(self.session.alerts[-1]) if self.session.alerts else None

    def open_alerts(self) -> dict[str, Failure]:
        return {each["failureId"]: each for each in self.open_failures() if self.is_alert(each)}

    def is_outdated(self, failure: Failure) -> bool:
        """Whether the resource of a response's failure has that very failure in its snapshot, or what is newer."""
        snapshot = self.snapshot(key_of(failure))
        newest = snapshot.get("failure", {})
        times = [newest.get("occurredAt"), snapshot.get("updatedAt")]
        is_past = any(seconds_of(each) > seconds_of(failure["occurredAt"]) for each in times if each)
        return is_past or newest.get("failureId") == failure["failureId"]
