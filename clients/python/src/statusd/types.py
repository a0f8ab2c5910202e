"""The objects of the wire. Written by scripts/schema from schema/types, which explains every member.

Members that may be absent stand in a class of their own, because Python 3.10 knows no `NotRequired`.
"""

from __future__ import annotations

from typing import Literal, TypedDict, Union

from .failure_types import Attempt as Attempt
from .failure_types import FailureData as FailureData
from .failure_types import FailureDetail as FailureDetail
from .failure_types import Performer as Performer
from .failure_types import Presentation as Presentation
from .failure_types import ProblemDetails as ProblemDetails
from .failure_types import RecoveryOptionData as RecoveryOptionData
from .failure_types import RetryAdvice as RetryAdvice
from .failure_types import Role as Role

#: Whatever JSON says. `cast` makes the type of it that a resource's source gives, such as a MenuValue.
JSON = Union[None, bool, int, float, str, list["JSON"], dict[str, "JSON"]]

Status = Literal["idle", "loading", "loaded", "failed"]


class Coordinate(TypedDict):
    """A place on earth, WGS 84."""

    latitude: float
    longitude: float


class _Courier(TypedDict):
    id: str
    name: str
    location: Coordinate


class Courier(_Courier, total=False):
    """A person who carries packages."""

    packageId: str
    vehicleId: str


class _Package(TypedDict):
    id: str
    destination: Coordinate
    delivered: bool
    location: Coordinate


class Package(_Package, total=False):
    """A thing to be delivered."""

    courierId: str


class _Vehicle(TypedDict):
    id: str
    location: Coordinate
    name: str


class Vehicle(_Vehicle, total=False):
    """What couriers drive."""

    courierId: str


class FleetValue(TypedDict):
    """The value of `state`."""

    central: Coordinate
    couriers: list[Courier]
    packages: list[Package]
    vehicles: list[Vehicle]


class MenuItem(TypedDict):
    """One dish or drink."""

    name: str
    category: str
    spicy: bool
    price: float


class MenuSection(TypedDict):
    """The items of one category, in the order of the source."""

    category: str
    items: list[MenuItem]


class MenuValue(TypedDict):
    """The value of `menu`."""

    sections: list[MenuSection]


class _AutoPolling(TypedDict):
    enabled: bool
    interval: float
    consecutiveFailures: int


class AutoPolling(_AutoPolling, total=False):
    """Whether and how often a resource is fetched without being asked for."""

    nextPollAt: str
    effective: dict[str, Union[bool, float]]


class _ResourcePolling(TypedDict):
    resource: str
    autoPolling: AutoPolling


class ResourcePolling(_ResourcePolling, total=False):
    """How a resource is polled."""

    arguments: dict[str, str]


class ResourceFamily(TypedDict):
    """A parameterised resource in a list."""

    resource: str
    parameters: list[str]


class _SnapshotMembers(TypedDict):
    resource: str
    revision: int
    status: Status
    isFetching: bool
    isStale: bool
    autoPolling: AutoPolling


class SnapshotMembers(_SnapshotMembers, total=False):
    """What Snapshot, ResourceSummary and StateChanged have in common."""

    arguments: dict[str, str]
    attempt: int
    maxAttempts: int
    updatedAt: str
    failure: FailureData


class ResourceSummary(SnapshotMembers):
    """A Snapshot without its value."""


class Snapshot(SnapshotMembers, total=False):
    """All that the daemon knows of one resource at one moment."""

    value: JSON


class DurationHistogram(TypedDict):
    """How long fetches took, from the first attempt to the end."""

    sum: float
    bounds: list[float]
    counts: list[int]


class FetchCounts(TypedDict):
    """The fetches of a resource since the start of the process, counted."""

    resource: str
    outcomes: dict[str, int]
    polls: int
    retries: int
    bytes: int
    duration: DurationHistogram


class _FetchSample(TypedDict):
    at: str
    outcome: Union[Literal["ok"], str]
    attempts: int
    duration: float


class FetchSample(_FetchSample, total=False):
    """How one fetch of a resource ended."""

    status: int
    bytes: int


class _History(TypedDict):
    samples: list[FetchSample]


class History(_History, total=False):
    """Past fetches of a resource, and what they amount to."""

    availability: float
    p50: float
    p95: float


class _StateChanged(SnapshotMembers):
    coalesced: int


class StateChanged(_StateChanged, total=False):
    """The params of the notification stateChanged."""

    value: JSON


class _Position(TypedDict):
    latitude: float
    longitude: float


class Position(_Position, total=False):
    """Where a receiver is, WGS 84, and what it says of its movement."""

    altitude: float
    accuracy: float
    speed: float
    heading: float


class _LocationSnapshot(TypedDict):
    revision: int
    status: Literal["loading", "loaded", "failed"]


class LocationSnapshot(_LocationSnapshot, total=False):
    """All that the daemon knows of the location at one moment."""

    coordinate: Position
    timestamp: str
    failure: FailureData


class LocationSubscription(TypedDict):
    """A subscription, and the present location."""

    subscriptionId: str
    location: LocationSnapshot


class LocationChanged(TypedDict):
    """The params of the notification locationChanged."""

    subscriptionId: str
    location: LocationSnapshot
    coalesced: int


class _RetryResult(TypedDict):
    failureId: str
    optionId: str
    recovered: bool


class RetryResult(_RetryResult, total=False):
    """How a recovery ended."""

    message: str
    result: Union[Snapshot, ResourcePolling, LocationSnapshot]


class HelpSection(TypedDict):
    """One section of docs/failures.md, as the binary carries it."""

    anchor: str
    title: str
    markdown: str


class _Statistics(TypedDict):
    sessions: int
    requests: dict[str, int]
    notifications: dict[str, int]
    fetches: list[FetchCounts]
    input: dict[str, int]
    output: dict[str, int]
    log: dict[str, int]
    uptime: float
    memory: dict[str, int]
    descriptors: dict[str, int]


class Statistics(_Statistics, total=False):
    """Counters since the start of the process."""

    trace: dict[str, int]
    store: dict[str, Union[str, int]]
    daemon: dict[str, Union[str, float]]


Condition = TypedDict(
    "Condition",
    {
        "path": str,
        "equals": JSON,
        "not": JSON,
        "oneOf": list[JSON],
        "exists": bool,
        "atLeast": float,
        "atMost": float,
        "changed": bool,
    },
    total=False,
)
"""A question about a value that is either so or not."""


class WaitResult(TypedDict):
    """How a wait ended without a failure."""

    reason: Literal["met", "unless", "timeout"]
    waited: float
    snapshot: Snapshot


class _MapItem(TypedDict):
    kind: Literal["central", "courier", "package", "vehicle"]
    id: str
    title: str
    label: str
    location: Coordinate


class MapItem(_MapItem, total=False):
    """What stands on the map of a fleet, joined with the others by ids."""

    destination: Coordinate
    delivered: bool
    courierId: Union[str, None]
    packageId: Union[str, None]
    vehicleId: Union[str, None]


class ScreenButton(TypedDict):
    """The button of a recovery option."""

    id: str
    title: str
    role: Literal["cancel", "default", "destructive"]
    enabled: bool
    running: bool


class ScreenBox(TypedDict):
    """A failure with its buttons, for an alert or in the place of a value."""

    failureId: str
    kind: str
    helpAnchor: str
    resource: Union[str, None]
    arguments: Union[dict[str, str], None]
    title: str
    message: str
    countdown: Union[int, None]
    buttons: list[ScreenButton]


class ScreenPolling(TypedDict):
    """The switch of auto-polling."""

    on: bool
    enabled: bool
    interval: float
    next: Union[str, None]


class _ScreenPart(TypedDict):
    resource: str
    shape: Literal["fleet", "menu", "any", "text", "lines"]
    phase: Literal["blank", "loading", "content", "stale", "error"]
    spinner: bool
    attempt: Union[dict[str, int], None]
    content: Union[Union[dict[str, list[MapItem]], dict[str, Union[list[MenuSection], bool]], dict[str, JSON]], None]
    age: Union[str, None]
    failure: Union[ScreenBox, None]
    refresh: dict[str, bool]
    stop: dict[str, bool]
    polling: Union[ScreenPolling, None]


class ScreenPart(_ScreenPart, total=False):
    """A resource on a screen."""

    arguments: dict[str, str]


class ScreenPlace(TypedDict):
    """The location on a screen."""

    phase: Literal["blank", "loading", "content", "stale", "error"]
    on: bool
    coordinate: Union[Position, None]
    age: Union[str, None]
    failure: Union[ScreenBox, None]


class Screen(TypedDict):
    """What a person sees of some resources and of the location, to be drawn as it is."""

    parts: dict[str, ScreenPart]
    location: Union[ScreenPlace, None]
    alert: Union[ScreenBox, None]
    notice: Union[str, None]
    help: Union[HelpSection, None]


class OpenedScreen(TypedDict):
    """A screen as it is now; `screenChanged` reports every change of it."""

    screenId: str
    screen: Screen


class ScreenPartChanges(TypedDict, total=False):
    """The members of a part that have changed, each of them whole."""

    resource: str
    arguments: dict[str, str]
    shape: Literal["fleet", "menu", "any", "text", "lines"]
    phase: Literal["blank", "loading", "content", "stale", "error"]
    spinner: bool
    attempt: Union[dict[str, int], None]
    content: Union[Union[dict[str, list[MapItem]], dict[str, Union[list[MenuSection], bool]], dict[str, JSON]], None]
    age: Union[str, None]
    failure: Union[ScreenBox, None]
    refresh: dict[str, bool]
    stop: dict[str, bool]
    polling: Union[ScreenPolling, None]


class ScreenChanges(TypedDict, total=False):
    """The members of a Screen that have changed."""

    parts: dict[str, ScreenPartChanges]
    location: ScreenPlace
    alert: Union[ScreenBox, None]
    notice: Union[str, None]
    help: Union[HelpSection, None]


class ScreenChanged(TypedDict):
    """The params of the notification screenChanged."""

    screenId: str
    changed: ScreenChanges
    coalesced: int


class _PressResult(TypedDict):
    pressed: bool


class PressResult(_PressResult, total=False):
    """What became of a press."""

    performs: dict[str, Union[str, RecoveryOptionData]]
