"""A press of a button on a screen beside a `getState`, in turns within one session."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any

from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.latency import percentile, urgent

#: Of each, in a round.
TURNS = 4_000
#: What is pressed, and whether that changes the screen.
PRESSES: dict[str, list[dict[str, Any]]] = {
    # Polling is off, and stays so.
    "same": [{"button": "polling", "part": "state", "on": False}],
    # Each press has its `screenChanged` before its response.
    "changed": [{"button": "polling", "part": "state", "on": is_on} for is_on in (True, False)],
}


def measure(context: Context) -> Figures:
    count = context.count(TURNS, 100)
    contestants = {name: playing(context.statusd, count, presses) for name, presses in PRESSES.items()}
    return {"count": count, "rounds": context.interleaved(contestants)}


def playing(statusd: str, count: int, presses: list[dict[str, Any]]) -> Callable[[], Figures]:
    return lambda: turns(statusd, count, presses)


def turns(statusd: str, count: int, presses: list[dict[str, Any]]) -> Figures:
    """p50 and p99 of either in us. They take turns, so that both meet the same load."""
    took: dict[str, list[float]] = {"getState": [], "press": []}
    load = os.getloadavg()[0]
    with Conversation([statusd]) as session, urgent(session.process.pid, 2), urgent(0, 3):
        screen = opened(session)
        for number in range(count):
            took["getState"].append(latency(session, "getState", None))
            params = {"screenId": screen, **presses[number % len(presses)]}
            took["press"].append(latency(session, "press", params))
    figures: Figures = {f"{name} p{part}": percentile(times, part / 100) for name, times in took.items() for part in (50, 99)}
    return {**figures, "load": load}


def opened(session: Conversation) -> str:
    """A screen of every resource, each with its value."""
    session.result("initialize", {"notifications": {"stateChanged": False}})
    for method in ("refresh", "fetchMenu"):
        session.result(method)
    screen = session.result("openScreen")
    phases = {name: part["phase"] for name, part in screen["screen"]["parts"].items()}
    if set(phases.values()) != {"content"}:
        raise RuntimeError(f"the parts of the screen are {phases}")
    return str(screen["screenId"])


def latency(session: Conversation, method: str, params: Any) -> float:
    begun = time.monotonic()
    response = session.ask(method, params)
    took = (time.monotonic() - begun) * 1e6
    if method == "press" and json.loads(response).get("result") != {"pressed": True}:
        raise RuntimeError(response.decode())
    return took
