"""The kit's own validator agrees with another, on messages that are right and on messages that are a little wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from runner.mcp import json_schema, schemas
from runner.mcp.versions import ALL

#: What the newest version wants in each result, and the others allow.
NEW: dict[str, Any] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
TOOL = {"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
MESSAGES: list[tuple[str, dict[str, Any]]] = [
    ("ListToolsResult", {"tools": [TOOL], **NEW}),
    ("CallToolResult", {"content": [{"type": "text", "text": "a"}, {"type": "image", "data": "", "mimeType": "a/b"}], **NEW}),
    ("ReadResourceResult", {"contents": [{"uri": "a:b", "text": "c"}, {"uri": "a:c", "blob": ""}], **NEW}),
    ("Implementation", {"name": "a", "version": "1"}),
    ("ListPromptsResult", {"prompts": [{"name": "a", "arguments": [{"name": "b", "required": True}]}], **NEW}),
]
VALUES: list[Any] = [None, True, 0, 1.5, "text", [], {}, [1], {"a": 1}]


@pytest.mark.parametrize("version", ALL)
def test_the_verdicts_are_the_same(version: str) -> None:
    document, chance = json.loads((schemas.FOLDER / f"{version}.json").read_text()), random.Random(28)
    kind, place = (Draft202012Validator, "$defs") if "$defs" in document else (Draft7Validator, "definitions")
    other = {name: kind({**document, "$ref": f"#/{place}/{name}"}) for name, _ in MESSAGES}
    verdicts = []
    for name, result in MESSAGES * 60:
        value = mutated(json.loads(json.dumps(result)), chance)
        verdict = json_schema.problem({"$ref": f"#/{place}/{name}"}, value, document) is None
        assert verdict == other[name].is_valid(value), value
        verdicts.append(verdict)
    assert 50 < sum(verdicts) < len(verdicts) - 50


def test_what_cannot_be_decided_is_let_pass() -> None:
    schema = {"properties": {"a": {"$ref": "https://example.org/#/x"}, "b": {"$ref": "#/$defs/x"}, "c": {"pattern": "\\p{L}"}}}
    assert json_schema.problem(schema, {"a": 1, "b": 1, "c": "x"}, schema) is None


@pytest.mark.parametrize(
    "schema",
    [{"type": "text"}, {"type": ["string", 1]}, {"required": "a"}, {"enum": 1}, {"properties": []}, {"anyOf": {}}, {"$ref": 1}]
    + [{"properties": {"a": 1}}, {"items": 1}, {"oneOf": [{"not": 1}]}, {"$defs": {"a": {"type": "x"}}}, 1, None],
)
def test_what_is_no_schema_is_found(schema: Any) -> None:
    assert json_schema.fault(schema) is not None


def test_a_schema_has_no_fault() -> None:
    assert json_schema.fault({"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "items": True}) is None


def mutated(value: Any, chance: random.Random) -> Any:
    """The value with something in it changed, most of the time."""
    places = list(nodes(value))
    node, key = chance.choice(places)
    if chance.random() < 0.5 and isinstance(node, dict):
        del node[key]
    elif chance.random() < 0.7:
        node[key] = chance.choice(VALUES)
    return value


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value: what it is in, and where."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(each, dict | list):
            yield from nodes(each)
