"""An asyncio client of statusd, the headless status engine."""

from .client import Params, Statusd, Tap
from .errors import DaemonEnded, ProtocolError, StatusdError
from .failure import Failure, RecoveryOption
from .locations import Locations
from .notifications import Notification, Notifications
from .types import (
    AutoPolling,
    FailureData,
    FailureDetail,
    FleetValue,
    HelpSection,
    LocationChanged,
    LocationSnapshot,
    MenuValue,
    Position,
    ResourcePolling,
    ResourceSummary,
    RetryResult,
    Snapshot,
    StateChanged,
    Statistics,
)

__version__ = "0.1.0"
__all__ = [
    "AutoPolling",
    "DaemonEnded",
    "Failure",
    "FailureData",
    "FailureDetail",
    "FleetValue",
    "HelpSection",
    "LocationChanged",
    "LocationSnapshot",
    "Locations",
    "MenuValue",
    "Notification",
    "Notifications",
    "Params",
    "Position",
    "ProtocolError",
    "RecoveryOption",
    "ResourcePolling",
    "ResourceSummary",
    "RetryResult",
    "Snapshot",
    "StateChanged",
    "Statistics",
    "Statusd",
    "StatusdError",
    "Tap",
]
