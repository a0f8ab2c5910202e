"""The screen's contents as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import ScreenPart, ScreenPlace
from ..types import MapItem
from . import values
from .plot import Mark, plot

GLYPHS = {"central": "◆", "package": "▪", "vehicle": "▲", "courier": "●"}
TITLES = {"state": "Fleet", "menu": "Menu"}


def title(part: ScreenPart) -> str:
    """The name of a resource, with the arguments of an instance."""
    arguments = [f"{name}={value}" for name, value in part.get("arguments", {}).items()]
    return " ".join([TITLES.get(part["resource"], part["resource"]), *arguments])


def state_line(part: ScreenPart) -> str:
    """What stands beside a panel's name: its phase, its age, and what is under way."""
    attempt, polling = part["attempt"], part["polling"]
    if attempt:
        activity = f"attempt {attempt['number']} of {attempt['of']}"
    else:
        activity = "fetching" if part["spinner"] and part["phase"] != "loading" else ""
    ahead = f"next poll {polling['next']}" if polling and polling["next"] else ""
    return joined(part["phase"], part["age"], activity, ahead)


def place_line(place: ScreenPlace) -> str:
    return joined(place["phase"], place["age"])


def joined(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)


def content(part: ScreenPart, width: int, height: int) -> str:
    """The value of a resource, or what is shown in its place."""
    value: Any = part["content"]
    if value is None:
        return {"loading": "Loading…", "blank": "Nothing yet. Press Refresh."}.get(part["phase"], "")
    if part["shape"] == "fleet":
        return fleet(value["items"], width, height)
    if part["shape"] == "menu":
        return menu(value, width)
    if part["shape"] == "lines":
        return "\n".join(value["value"])
    return values.text(value["value"], width)


def fleet(items: Sequence[MapItem], width: int, height: int) -> str:
    """The map, and below it who carries what."""
    if len(items) < 2:
        return "The fleet is empty."  # But for the central.
    order = list(GLYPHS)  # The last one is seen: a courier above its vehicle.
    marks = [
        Mark(item["location"]["latitude"], item["location"]["longitude"], GLYPHS[item["kind"]])
        for item in sorted(items, key=lambda item: order.index(item["kind"]))
    ]
    labels = [f"{GLYPHS[item['kind']]} {item['label']}" for item in items if item["kind"] != "vehicle"]
    return "\n".join([*plot(marks, width, max(4, height - len(labels) - 1)), "", *labels])


def menu(value: dict[str, Any], width: int) -> str:
    """The sections, prices at the right."""
    if value["isEmpty"]:
        return "The menu is empty."
    lines: list[str] = []
    for section in value["sections"]:
        lines.append(section["category"].upper())
        for item in section["items"]:
            name = f"  {item['name']}{' (hot)' if item['spicy'] else ''}"
            lines.append(f"{name:<{max(0, width - 8)}}{item['price']:>8.2f}")
    return "\n".join(lines)


def location(place: ScreenPlace, track: Sequence[tuple[float, float]], width: int, height: int) -> str:
    """The track, and the present place."""
    here = place["coordinate"]
    if here is None:
        return {"loading": "Waiting for the first place…", "blank": "Off."}.get(place["phase"], "")
    marks = [Mark(latitude, longitude, "·") for latitude, longitude in track[:-1]]
    marks += [Mark(latitude, longitude, "◎") for latitude, longitude in track[-1:]]
    return "\n".join([f"{here['latitude']:.5f}, {here['longitude']:.5f}", *plot(marks, width, height - 1)])


def performed(performs: dict[str, Any]) -> str:
    """What an option that is the client's is about: where to look in the daemon's configuration."""
    option = performs["option"]
    place = option.get("path") or "the configuration"
    return f"{place}, key {option['key']}" if "key" in option else str(option["title"])
