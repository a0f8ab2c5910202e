"""The objects of the wire as schema/types describes them.

Members that may be absent stand in a class of their own, because Python 3.10 knows no `NotRequired`.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union, final

JSON = Any
Status = Literal["idle", "loading", "loaded", "failed"]
Presentation = Literal["alert", "inline", "silent"]
Role = Literal["cancel", "default", "destructive"]
Performer = Literal["server", "client"]


class Coordinate(TypedDict):
    """Degrees, WGS 84."""

    latitude: float
    longitude: float


class _Courier(TypedDict):
    id: str
    name: str
    location: Coordinate


class Courier(_Courier, total=False):
    packageId: str
    vehicleId: str


class _Package(TypedDict):
    id: str
    destination: Coordinate
    delivered: bool
    location: Coordinate


class Package(_Package, total=False):
    courierId: str


class _Vehicle(TypedDict):
    id: str
    location: Coordinate
    name: str


class Vehicle(_Vehicle, total=False):
    courierId: str


@final
class FleetValue(TypedDict):
    """The value of `state`."""

    central: Coordinate
    couriers: list[Courier]
    packages: list[Package]
    vehicles: list[Vehicle]


class MenuItem(TypedDict):
    name: str
    category: str
    spicy: bool
    price: float


class MenuSection(TypedDict):
    category: str
    items: list[MenuItem]


@final
class MenuValue(TypedDict):
    """The value of `menu`."""

    sections: list[MenuSection]


class _RetryAdvice(TypedDict):
    safe: bool


class RetryAdvice(_RetryAdvice, total=False):
    after: float  # Seconds.


class _RecoveryOptionData(TypedDict):
    id: str
    title: str
    role: Role
    performedBy: Performer


class RecoveryOptionData(_RecoveryOptionData, total=False):
    key: str  # Of `openSettings`.
    path: str  # Of `openSettings`, where a configuration file was read.
    url: str  # Of `showHelp`.


class Attempt(TypedDict):
    kind: str
    duration: float  # Seconds.


class FailureDetail(TypedDict, total=False):
    """The particulars of a failure. Which are there depends on its kind."""

    url: str
    status: int
    path: str
    reason: str
    limit: int
    bytes: int
    suggestion: str
    expected: str
    key: str
    running: str
    id: Union[str, int, float, None]
    errno: int
    code: int  # Of `transportFailed`: libcurl's error number.
    excerpt: str  # Of `malformedData` and `unexpectedShape`: how the body begins.
    exitStatus: int
    signal: int
    stderr: str


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
    """A failure as it stands in a snapshot; `statusd.Failure` is made of it."""

    operation: str
    resource: str
    failureReason: str
    recoverySuggestion: str
    attempts: list[Attempt]
    previousFailureId: str
    detail: FailureDetail


class _AutoPolling(TypedDict):
    enabled: bool
    interval: float  # Seconds.
    consecutiveFailures: int


class AutoPolling(_AutoPolling, total=False):
    """Whether and how often a resource is fetched without being asked for."""

    nextPollAt: str


class ResourcePolling(TypedDict):
    """How a resource is polled."""

    resource: str
    autoPolling: AutoPolling


class _ResourceSummary(TypedDict):
    resource: str
    revision: int
    status: Status
    isFetching: bool
    isStale: bool
    autoPolling: AutoPolling


class ResourceSummary(_ResourceSummary, total=False):
    """A snapshot without its value."""

    attempt: int
    maxAttempts: int
    updatedAt: str
    failure: FailureData


class Snapshot(ResourceSummary, total=False):
    """All that the daemon knows of one resource at one moment."""

    value: Union[FleetValue, MenuValue]


class _PatchOperation(TypedDict):
    op: Literal["add", "remove", "replace"]
    path: str


class PatchOperation(_PatchOperation, total=False):
    """One change of a value (RFC 6902)."""

    value: Any


class _StateChanged(TypedDict):
    coalesced: int


class StateChanged(Snapshot, _StateChanged, total=False):
    """The params of the notification `stateChanged`; `coalesced` counts the older ones that were left out.

    A client that asked for patches may get `patch` and `baseRevision` in place of `value`.
    """

    patch: list[PatchOperation]
    baseRevision: int


class _Position(TypedDict):
    latitude: float
    longitude: float


class Position(_Position, total=False):
    """A place, WGS 84, and how one moves there."""

    altitude: float  # Metres.
    accuracy: float  # Metres.
    speed: float  # Metres per second.
    heading: float  # Degrees from true north, clockwise.


class _LocationSnapshot(TypedDict):
    revision: int
    status: Literal["loading", "loaded", "failed"]


class LocationSnapshot(_LocationSnapshot, total=False):
    """All that the daemon knows of the location at one moment."""

    coordinate: Position
    timestamp: str
    failure: FailureData


class LocationChanged(TypedDict):
    """The params of the notification `locationChanged`."""

    subscriptionId: str
    location: LocationSnapshot
    coalesced: int


class _RetryResult(TypedDict):
    failureId: str
    optionId: str
    recovered: bool


class RetryResult(_RetryResult, total=False):
    """How a recovery ended."""

    #: The Snapshot that the failed call would have returned; of `useLastKnown` the Snapshot without the failure;
    #: of `keepTrying` a ResourcePolling; of the location its LocationSnapshot.
    result: Any


class HelpSection(TypedDict):
    """One section of the daemon's docs/failures.md."""

    anchor: str
    title: str
    markdown: str


class Statistics(TypedDict):
    """What the daemon has counted since its start; the members of each group are in the schema."""

    requests: dict[str, int]
    notifications: dict[str, int]
    input: dict[str, int]
    output: dict[str, int]
    log: dict[str, int]
    uptime: float
    memory: dict[str, int]
