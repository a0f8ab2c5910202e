"""The screen: what to draw, with every member always there, so that two screens can be compared."""

from __future__ import annotations

from typing import Any

from .fleet import map_items
from .model import LOCATION, Failure, Model
from .words import age, ahead, countdown

Screen = dict[str, Any]


def draw(model: Model, now: float) -> Screen:
    alert = model.alert()
    return {
        "connected": model.is_connected,
        "resources": {name: resource_screen(model, name, now) for name in model.parts},
        "location": location_screen(model, now),
        "alert": failure_box(model, alert, now) if alert else None,
        "help": model.help,
    }


def resource_screen(model: Model, name: str, now: float) -> Screen:
    part, latest, snapshot = model.parts[name], model.latest(name), model.shown(name)
    failure = model.inline(part.key)
    spins = snapshot.get("isFetching", False) or bool(model.about("refresh", name))
    if "value" in latest:
        phase = "stale" if latest is not snapshot or latest["isStale"] else "content"
    elif spins:
        phase = "loading"
    else:
        phase = "error" if failure else "blank"
    attempt = {"number": snapshot["attempt"], "of": snapshot["maxAttempts"]} if "attempt" in snapshot else None
    return {
        "phase": phase,
        "spinner": spins,
        "attempt": attempt,
        "content": content(part.shape, latest["value"]) if "value" in latest else None,
        "age": age(latest["updatedAt"], now) if "updatedAt" in latest else None,
        "failure": failure_box(model, failure, now) if failure else None,
        "refresh": {"enabled": model.can_refresh(name)},
        "stop": {"enabled": bool(model.stoppable(name))},
        "polling": polling_switch(model, name, now) if "autoPolling" in latest else None,
    }


def content(shape: str, value: Any) -> Screen:
    if shape == "fleet":
        return {"items": map_items(value)}
    if shape == "menu":
        return {"sections": value["sections"], "isEmpty": not value["sections"]}
    return {"value": value}


def polling_switch(model: Model, name: str, now: float) -> Screen:
    known = model.latest(name)["autoPolling"]
    is_running = model.is_connected and model.is_polled(name) and known["enabled"]
    return {
        "on": model.is_polled(name),
        "enabled": model.can_switch(name),
        "interval": known["interval"],
        "next": ahead(known.get("nextPollAt"), now) if is_running else None,
    }


def location_screen(model: Model, now: float) -> Screen:
    location, is_on = model.location or {}, model.wants_location
    is_live = is_on and model.session.has_location
    failure = model.inline(LOCATION)
    if "coordinate" in location:
        phase = "content" if is_live and location["status"] == "loaded" else "stale"
    elif failure:
        phase = "error"
    else:
        phase = "loading" if is_on and model.is_connected else "blank"
    return {
        "phase": phase,
        "on": is_on,
        "coordinate": location.get("coordinate"),
        "age": age(location["timestamp"], now) if "timestamp" in location else None,
        "failure": failure_box(model, failure, now) if failure else None,
    }


def failure_box(model: Model, failure: Failure, now: float) -> Screen:
    """A failure with its buttons, for an alert or in the place of a value."""
    id, running = failure["failureId"], model.running(failure["failureId"])
    return {
        "failureId": id,
        "resource": failure.get("resource"),
        "arguments": failure.get("arguments"),
        "title": failure["title"],
        "message": failure["message"],
        "countdown": countdown(failure["occurredAt"], failure["retry"].get("after"), now),
        "buttons": [
            {
                "id": option["id"],
                "title": option["title"],
                "role": option["role"],
                "enabled": model.is_enabled(id, option["id"]),
                "running": option["id"] in running,
            }
            for option in failure["recoveryOptions"]
        ],
    }
