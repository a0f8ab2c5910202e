"""The screen's contents as text."""

from __future__ import annotations

from collections.abc import Sequence

from ..presenter import Screen
from .plot import Mark, plot

GLYPHS = {"central": "◆", "package": "▪", "vehicle": "▲", "courier": "●"}


def state_line(screen: Screen) -> str:
    """What stands beside a panel's name: its phase, its age, and what is under way."""
    attempt, polling = screen.get("attempt"), screen.get("polling") or {}
    parts = [screen["phase"], screen["age"]]
    parts.append(f"attempt {attempt['number']} of {attempt['of']}" if attempt else None)
    parts.append(f"next poll {polling['next']}" if polling.get("next") else None)
    return " · ".join(part for part in parts if part)


def content(screen: Screen, width: int, height: int) -> str:
    """The value of a resource, or what is shown in its place."""
    value = screen["content"]
    if value is None:
        return {"loading": "Loading…", "blank": "Nothing yet. Press Refresh."}.get(screen["phase"], "")
    if "items" in value:
        return fleet(value["items"], width, height)
    return menu(value, width) if "sections" in value else str(value["value"])


def fleet(items: Sequence[Screen], width: int, height: int) -> str:
    """The map, and below it who carries what."""
    order = list(GLYPHS)  # The last one is seen: a courier above its vehicle.
    marks = [
        Mark(item["location"]["latitude"], item["location"]["longitude"], GLYPHS[item["kind"]])
        for item in sorted(items, key=lambda item: order.index(item["kind"]))
    ]
    labels = [f"{GLYPHS[item['kind']]} {item['label']}" for item in items if item["kind"] != "vehicle"]
    return "\n".join([*plot(marks, width, max(4, height - len(labels) - 1)), "", *labels])


def menu(value: Screen, width: int) -> str:
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


def location(screen: Screen, track: Sequence[tuple[float, float]], width: int, height: int) -> str:
    """The track, and the present place."""
    place = screen["coordinate"]
    if place is None:
        return {"loading": "Waiting for the first place…", "blank": "Off."}.get(screen["phase"], "")
    marks = [Mark(latitude, longitude, "·") for latitude, longitude in track[:-1]]
    marks += [Mark(latitude, longitude, "◎") for latitude, longitude in track[-1:]]
    return "\n".join([f"{place['latitude']:.5f}, {place['longitude']:.5f}", *plot(marks, width, height - 1)])
