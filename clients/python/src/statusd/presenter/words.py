"""Times as a screen says them."""

from __future__ import annotations

import math
from datetime import datetime

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def seconds_of(timestamp: str) -> float:
    """Seconds since 1970 of a timestamp of the daemon (RFC 3339, UTC)."""
    # Python 3.10 does not read the Z.
    return datetime.fromisoformat(timestamp.replace("Z", "+00:00")).timestamp()


def age(timestamp: str, now: float) -> str:
    """How old something is, rounded down. A clock that is a little ahead makes nothing older."""
    seconds = now - seconds_of(timestamp)
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min ago"
    if seconds < DAY:
        return f"{int(seconds // HOUR)} h ago"
    return f"{int(seconds // DAY)} d ago"


def ahead(timestamp: str | None, now: float) -> str:
    """When something is due, rounded up so that it is never late."""
    seconds = 0 if timestamp is None else math.ceil(round(seconds_of(timestamp) - now, 3))
    if seconds <= 0:
        return "now"
    return f"in {seconds} s" if seconds < MINUTE else f"in {math.ceil(seconds / MINUTE)} min"


def countdown(occurred_at: str, after: float | None, now: float) -> int | None:
    """The whole seconds that are left of a wait, or None when it is over or there is none."""
    left = 0 if after is None else math.ceil(round(seconds_of(occurred_at) + after - now, 3))
    return left if left > 0 else None
