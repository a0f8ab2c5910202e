"""The annotations that scripts/schema writes for Lua: one form of a schema, one form of a type; and the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from generation import lua


@pytest.mark.parametrize(
    ("part", "written"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "minimum": 1}, "integer"),
        ({"type": ["string", "number", "integer", "null"]}, "string|number|integer|vim.NIL"),
        ({"enum": ["a", "b"]}, '"a"|"b"'),
        ({"enum": [str(number) for number in range(9)]}, "string"),
        ({"const": "a"}, '"a"'),
        ({"type": "array", "items": {"$ref": "Courier.schema.json"}}, "statusd.Courier[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a"|"b")[]'),
        ({"$ref": "Name.schema.json"}, "string"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string|vim.NIL"),
        ({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}, "{ a: integer }"),
        ({"type": "object", "properties": {"a": {"type": "integer"}}}, "{ a?: integer }"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "table<string, string>"),
        ({"type": "object"}, "table<string, any>"),
        ({"description": "Anything."}, "any"),
    ],
)
def test_a_part_of_a_schema_is_a_type(part: dict[str, Any], written: str) -> None:
    assert lua.translated(part, {"Name": {"type": "string"}}) == written


def test_a_type_is_a_class() -> None:
    schema = {
        "description": "Advice: see there. More of it.",
        "properties": {"safe": {"type": "boolean"}, "after": {"type": "number"}},
        "required": ["safe"],
        "allOf": [{"$ref": "SnapshotMembers.schema.json"}, {"if": {}}],
    }
    assert lua.annotated("Failure", {"Failure": schema}) == (
        "--- Advice.\n---@class statusd.Failure: statusd.SnapshotMembers\n"
        "---@field safe boolean\n---@field after? number\n"
    )


def test_the_catalogue_lists_kinds_and_options() -> None:
    text = lua.catalogue({
        "FailureKind": {"enum": ["offline", "timeout"]},
        "RecoveryOptionID": {"anyOf": [{"enum": ["cancel"]}, {"pattern": "^custom:"}]},
    })  # fmt: skip
    assert "M.kinds = closed('kind of failure', {\n  'offline',\n  'timeout',\n})\n" in text
    assert "M.options = closed('option', {\n  'cancel',\n})\n" in text
