"""Each method as a script calls it, and each mistake that it may make: instructions, and CPU of what mixes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench import counts, load
from bench.context import Context, Figures

#: What each kind of message is called in the table; bench.frames.METHODS says what it asks.
ROWS = {
    "scripted": "`getState`",
    "mixed": "ten methods in turn, 15 % mistakes",
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


#: What begins fetches, which no target of a method counts.
FETCHING = ("otherPolling",)
#: What is timed too: the mix, and beside it the call that costs least.
TIMED = ("scripted", "mixed")
BURST = 100_000


def measure(context: Context) -> Figures:
    rounds = context.interleaved({name: timed(context, name) for name in TIMED})
    return {"instructions": {name: counts.burst([context.statusd], name) for name in ROWS}, "rounds": rounds}


def timed(context: Context, kind: str) -> Callable[[], dict[str, Any]]:
    """As many messages as the server takes: its CPU for each, in us."""
    said = load.requests(kind)
    return lambda: {"cpu": load.run("burst", context.count(BURST), said, [context.statusd])["cpu"]}
