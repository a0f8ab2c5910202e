"""The Python types that scripts/schema writes: one form of a schema, one form of a class."""

from __future__ import annotations

from typing import Any

import pytest

from generation import python


@pytest.mark.parametrize(
    ("part", "written"),
    [
        ({"type": "string"}, "str"),
        ({"type": "integer", "minimum": 1}, "int"),
        ({"type": ["string", "number", "integer", "null"]}, "Union[str, float, None]"),
        ({"enum": ["a", "b"]}, 'Literal["a", "b"]'),
        ({"enum": [str(number) for number in range(9)]}, "str"),
        ({"const": "a"}, 'Literal["a"]'),
        ({"type": "array", "items": {"$ref": "Courier.schema.json"}}, "list[Courier]"),
        ({"$ref": "Failure.schema.json"}, "FailureData"),
        ({"$ref": "Name.schema.json"}, "str"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "Union[str, None]"),
        ({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "number"}}}, "dict[str, float]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "dict[str, str]"),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}, "dict[str, str]"),
        ({"type": "object"}, "dict[str, JSON]"),
        ({"description": "Anything."}, "JSON"),
    ],
)
def test_a_part_of_a_schema_is_a_type(part: dict[str, Any], written: str) -> None:
    assert python.translated(part, {"Name": {"type": "string"}}) == written


MEMBERS = {"safe": {"type": "boolean"}, "after": {"type": "number"}}


def retry(required: list[str]) -> str:
    described = {"description": "Advice: see there. More of it.", "properties": MEMBERS, "required": required}
    return python.typed_dict("RetryAdvice", {"RetryAdvice": described})


def test_members_that_may_be_absent_stand_in_a_class_of_their_own() -> None:
    assert retry(["safe"]) == (
        "class _RetryAdvice(TypedDict):\n    safe: bool\n\n\n"
        'class RetryAdvice(_RetryAdvice, total=False):\n    """Advice."""\n\n    after: float'
    )


def test_members_of_one_sort_need_one_class() -> None:
    assert retry(["safe", "after"]).startswith("class RetryAdvice(TypedDict):")
    assert retry([]).startswith("class RetryAdvice(TypedDict, total=False):")
