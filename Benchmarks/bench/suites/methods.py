"""Each method as a script calls it, and each mistake that it may make: instructions alone."""

from __future__ import annotations

from bench import counts
from bench.context import Context, Figures

#: What each kind of message is called in the table; bench.frames.METHODS says what it asks.
ROWS = {
    "unknownResource": "`getState` of a resource that there is not",
    "unknownParam": "`getState` with a param that there is not",
    "unknownMethod": "a method that there is not",
    "mistypedParam": "`getState` with a number as the name",
    "noSubscription": "`unsubscribeLocation` of nothing",
    "noFailure": "`retry` of a failure that there is not",
    "noOption": "`retry` by an option that the failure does not offer",
    "stats": "`stats`",
    "listResources": "`listResources`",
    "getLocation": "`getLocation`",
    "samePolling": "`setAutoPolling` as it is",
    "otherPolling": "`setAutoPolling` on and off in turn",
    "subscription": "`subscribeLocation` and `unsubscribeLocation` in turn",
}


def measure(context: Context) -> Figures:
    return {"instructions": {name: counts.burst([context.statusd], name) for name in ROWS}}
