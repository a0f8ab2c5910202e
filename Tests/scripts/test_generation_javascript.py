"""The TypeScript types that scripts/schema writes: one form of a schema, one form of a type."""

from __future__ import annotations

from typing import Any

import pytest

from generation import javascript


@pytest.mark.parametrize(
    ("part", "written"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "minimum": 1}, "number"),
        ({"type": ["string", "number", "integer", "null"]}, "string | number | null"),
        ({"enum": ["a", "b"]}, '"a" | "b" | (string & {})'),
        ({"enum": [str(number) for number in range(9)]}, "string"),
        ({"const": "a"}, '"a" | (string & {})'),
        ({"type": "array", "items": {"$ref": "Courier.schema.json"}}, "Array<Courier>"),
        ({"$ref": "Failure.schema.json"}, "FailureData"),
        ({"$ref": "Name.schema.json"}, "string"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}, "{ a: number }"),
        ({"type": "object", "properties": {"a": {"type": "integer"}}}, "{ a?: number }"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Record<string, string>"),
        ({"type": "object"}, "Record<string, any>"),
        ({"description": "Anything."}, "any"),
    ],
)
def test_a_part_of_a_schema_is_a_type(part: dict[str, Any], written: str) -> None:
    assert javascript.translated(part, {"Name": {"type": "string"}}) == written


def test_a_type_is_an_interface() -> None:
    schema = {
        "description": "Advice. More of it.",
        "properties": {"safe": {"type": "boolean", "description": "Whether."}, "after": {"type": "number"}},
        "required": ["safe"],
        "allOf": [{"$ref": "SnapshotMembers.schema.json"}, {"if": {}}],
    }
    assert javascript.interface("Failure", {"Failure": schema}) == (
        "/** Advice. */\nexport interface FailureData extends SnapshotMembers {\n"
        "  /** Whether. */\n  safe: boolean;\n  after?: number;\n}\n"
    )


def test_of_a_long_sentence_stands_what_precedes_its_colon() -> None:
    assert javascript.sentence(f"Advice: {'a' * 120}.") == "Advice."
    assert javascript.sentence("Advice: see there.") == "Advice: see there."
