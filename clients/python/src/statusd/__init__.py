"""A client of statusd, the headless status engine: for asyncio here, for everything else in `statusd.sync`."""

from .client import Statusd
from .connection import VERSION, Params, Tap
from .errors import CallTimedOut, DaemonEnded, NotStarted, ProgramNotFound, ProtocolError, StatusdError
from .failure import Failure, RecoveryOption
from .instances import Arguments
from .locations import Locations
from .notifications import RESTARTED, Notification, Notifications
from .restarts import RestartLimit
from .screens import LiveScreen
from .types import (
    AutoPolling,
    FailureData,
    FailureDetail,
    FetchCounts,
    FetchSample,
    FleetValue,
    HelpSection,
    History,
    LocationChanged,
    LocationSnapshot,
    MenuValue,
    Position,
    PressResult,
    ResourceFamily,
    ResourcePolling,
    ResourceSummary,
    RetryResult,
    Screen,
    ScreenBox,
    ScreenPart,
    ScreenPlace,
    Snapshot,
    StateChanged,
    Statistics,
)

__version__ = VERSION
__all__ = [
    "RESTARTED",
    "Arguments",
    "AutoPolling",
    "CallTimedOut",
    "DaemonEnded",
    "Failure",
    "FailureData",
    "FailureDetail",
    "FetchCounts",
    "FetchSample",
    "FleetValue",
    "HelpSection",
    "History",
    "LiveScreen",
    "LocationChanged",
    "LocationSnapshot",
    "Locations",
    "MenuValue",
    "NotStarted",
    "Notification",
    "Notifications",
    "Params",
    "Position",
    "PressResult",
    "ProgramNotFound",
    "ProtocolError",
    "RecoveryOption",
    "ResourceFamily",
    "ResourcePolling",
    "ResourceSummary",
    "RestartLimit",
    "RetryResult",
    "Screen",
    "ScreenBox",
    "ScreenPart",
    "ScreenPlace",
    "Snapshot",
    "StateChanged",
    "Statistics",
    "Statusd",
    "StatusdError",
    "Tap",
]
