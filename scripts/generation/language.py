"""What the types of every client have in common: which there are, and what a part of a schema is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]

#: The types that a client has, each after those that it builds on: failures, everything else, and screens.
FAILURES = ("RetryAdvice", "RecoveryOption", "Attempt", "ProblemDetails", "FailureDetail", "Failure")
OTHERS = (
    "Coordinate",
    "Courier",
    "Package",
    "Vehicle",
    "FleetValue",
    "MenuItem",
    "MenuSection",
    "MenuValue",
    "AutoPolling",
    "ResourcePolling",
    "ResourceFamily",
    "SnapshotMembers",
    "ResourceSummary",
    "Snapshot",
    "DurationHistogram",
    "FetchCounts",
    "FetchSample",
    "History",
    "StateChanged",
    "Position",
    "LocationSnapshot",
    "LocationSubscription",
    "LocationChanged",
    "RetryResult",
    "HelpSection",
    "Statistics",
    "Condition",
    "WaitResult",
)
SCREENS = (
    "MapItem",
    "ScreenButton",
    "ScreenBox",
    "ScreenPolling",
    "ScreenPart",
    "ScreenPlace",
    "Screen",
    "OpenedScreen",
    "ScreenPartChanges",
    "ScreenChanges",
    "ScreenChanged",
    "PressResult",
)
#: A longer list of words grows with the daemon, such as the kinds of failures: any string may come.
LONGEST_LIST = 8


def names(renamed: Mapping[str, str]) -> dict[str, str]:
    """What each type is called in a client, where some have another name than in the schema."""
    return {name: renamed.get(name, name) for name in (*FAILURES, *OTHERS, *SCREENS)}


def referred(part: Schema) -> str:
    """The type that a reference names, empty where there is none."""
    return str(part.get("$ref", "")).removesuffix(".schema.json")


@dataclass(frozen=True)
class Language:
    """How one language writes types."""

    names: Mapping[str, str]
    #: By the names of JSON Schema.
    scalars: Mapping[str, str]
    anything: str
    union: Callable[[list[str]], str]
    literal: Callable[[list[str]], str]
    array: Callable[[str], str]
    #: An object without a name of its own.
    mapping: Callable[[Schema, dict[str, Schema]], str]

    def translated(self, part: Schema, schemas: dict[str, Schema]) -> str:
        """The type of a part of a schema. `schemas`: every type of schema/types by its name."""
        if name := referred(part):
            # Those that are no objects stand in their place.
            return self.names.get(name) or self.translated(schemas[name], schemas)
        if "enum" in part:
            return self.literal(part["enum"]) if len(part["enum"]) <= LONGEST_LIST else self.scalars["string"]
        if "const" in part:
            return self.literal([part["const"]])
        alternatives = part.get("anyOf") or part.get("oneOf")
        if alternatives and "type" not in part:
            return self.union([self.translated(each, schemas) for each in alternatives])
        types = part.get("type")
        if isinstance(types, list):
            return self.union([self.scalars[each] for each in types])
        if types == "array":
            return self.array(self.translated(part.get("items", {}), schemas))
        return self.mapping(part, schemas) if types == "object" else self.scalars.get(types or "", self.anything)


def braced(part: Schema, schemas: dict[str, Schema], language: Language, table: str, separator: str) -> str:
    """An object without a name of its own: its members in braces, or a `table` where the schema knows no names."""
    members = part.get("properties", {})
    if not members:
        others = part.get("additionalProperties")
        return f"{table}<string, {language.translated(others, schemas) if isinstance(others, dict) else 'any'}>"
    required = set(part.get("required", []))
    texts = (
        f"{member}{'' if member in required else '?'}: {language.translated(each, schemas)}"
        for member, each in members.items()
    )
    return f"{{ {separator.join(texts)} }}"
