"""An asyncio client of statusd, the headless status engine."""

from .client import Params, Statusd, Tap
from .errors import DaemonEnded, ProtocolError, StatusdError
from .failure import Failure, RecoveryOption
from .notifications import Notification, Notifications
from .types import (
    AutoPolling,
    FailureData,
    FleetValue,
    MenuValue,
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
    "FleetValue",
    "MenuValue",
    "Notification",
    "Notifications",
    "Params",
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
