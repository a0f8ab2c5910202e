"""The plays of screens look at every member of a screen and press every button.

What no play looks at could be anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from runner.cases import load
from runner.files import SCHEMA

PLAYS = [case.content for case in load() if case.group == "screens"]
EXPECTED = [play["expect"] for play in PLAYS]
TYPES = "Screen ScreenPart ScreenPlace ScreenBox ScreenButton ScreenPolling MapItem".split()

#: What a recovery has done is said by the store alone, which no play has: StatusServerTests/Screens holds it.
OF_STORE = {"notice"}


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a value, at any depth."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(each)


def schema(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMA / path).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", TYPES)
def test_every_member_is_expected_somewhere(name: str) -> None:
    members = {member for node in nodes(schema(f"types/{name}.schema.json")) for member in node.get("properties", ())}
    assert members
    assert members - {member for node in nodes(EXPECTED) for member in node} == members & OF_STORE


def test_every_phase_is_met() -> None:
    phases = schema("types/ScreenPart.schema.json")["properties"]["phase"]["enum"]
    met = {node["phase"] for node in nodes(EXPECTED) if isinstance(node.get("phase"), str)}
    assert met == set(phases)


def test_every_button_is_pressed() -> None:
    (button,) = (each for each in schema("methods/press.json")["params"] if each["name"] == "button")
    pressed = {node["params"]["button"] for node in nodes(PLAYS) if node.get("method") == "press"}
    assert pressed >= set(button["schema"]["enum"])
