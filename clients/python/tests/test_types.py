"""The client's types against schema/types."""

from __future__ import annotations

import json
from typing import Any

import pytest
from statusd import types
from support import ROOT

NAMES = {
    "Attempt": "Attempt",
    "Coordinate": "Coordinate",
    "Courier": "Courier",
    "Failure": "FailureData",
    "FailureDetail": "FailureDetail",
    "FetchSample": "FetchSample",
    "FleetValue": "FleetValue",
    "HelpSection": "HelpSection",
    "History": "History",
    "LocationChanged": "LocationChanged",
    "LocationSnapshot": "LocationSnapshot",
    "LocationSubscription": "LocationSubscription",
    "MenuItem": "MenuItem",
    "MenuSection": "MenuSection",
    "MenuValue": "MenuValue",
    "OpenedScreen": "OpenedScreen",
    "Package": "Package",
    "Position": "Position",
    "PressResult": "PressResult",
    "ProblemDetails": "ProblemDetails",
    "RecoveryOption": "RecoveryOptionData",
    "ResourceFamily": "ResourceFamily",
    "ResourcePolling": "ResourcePolling",
    "ResourceSummary": "ResourceSummary",
    "RetryAdvice": "RetryAdvice",
    "RetryResult": "RetryResult",
    "Screen": "Screen",
    "ScreenBox": "ScreenBox",
    "ScreenChanged": "ScreenChanged",
    "ScreenPart": "ScreenPart",
    "ScreenPlace": "ScreenPlace",
    "Snapshot": "Snapshot",
    "StateChanged": "StateChanged",
    "Statistics": "Statistics",
    "Vehicle": "Vehicle",
}


def members(name: str) -> tuple[set[str], set[str]]:
    """Every member of a type of the schema, and those that are always there."""
    schema: dict[str, Any] = json.loads(
        (ROOT / f"schema/types/{name}.schema.json").read_text(encoding="utf-8")
    )
    every, always = set(schema.get("properties", {})), set(schema.get("required", []))
    if any(part.get("$ref") == "SnapshotMembers.schema.json" for part in schema.get("allOf", [])):
        more, more_always = members("SnapshotMembers")
        every, always = every | more, always | more_always
    return every, always


@pytest.mark.parametrize(("schema", "name"), NAMES.items(), ids=NAMES.keys())
def test_the_members_are_the_schemas(schema: str, name: str) -> None:
    typed = getattr(types, name)
    assert (set(typed.__annotations__), set(typed.__required_keys__)) == members(schema)
