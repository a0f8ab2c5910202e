"""A small validator: the words of JSON Schema that the official schemas and the tools of servers use.

So the kit needs no library. What it does not know (format, dependencies, conditions) it lets pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Schema = Any
_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: _TYPES["number"](value) and int(value) == value,
}


def problem(schema: Schema, value: Any, root: Schema, at: str = "") -> str | None:
    """Why the value does not fit; None where it does. `root`: the document in which references are looked up."""
    return next(_problems(schema, value, root, at), None)


def looked_up(root: Schema, reference: str) -> Schema:
    """What `#/…` points to; of another document, and where there is nothing, a schema that everything fits."""
    found = root
    for name in reference.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        if not reference.startswith("#") or not isinstance(found, dict) or name not in found:
            return True
        found = found[name]
    return found


def _problems(schema: Schema, value: Any, root: Schema, at: str) -> Iterator[str]:
    if schema is False:
        yield f"{at or 'it'} must not be there"
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield from _problems(looked_up(root, schema["$ref"]), value, root, at)
    yield from _of_itself(schema, value, at)
    yield from _of_combinations(schema, value, root, at)
    if isinstance(value, dict):
        yield from _of_object(schema, value, root, at)
    elif isinstance(value, list):
        yield from _of_array(schema, value, root, at)


def _of_itself(schema: Schema, value: Any, at: str) -> Iterator[str]:
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        yield f"{at or 'it'} is {_shown(value)}, not of the type {' or '.join(kinds)}"
    if "const" in schema and not _same(schema["const"], value):
        yield f"{at or 'it'} is {_shown(value)}, not {_shown(schema['const'])}"
    if "enum" in schema and not any(_same(each, value) for each in schema["enum"]):
        yield f"{at or 'it'} is {_shown(value)}, none of {_shown(schema['enum'])}"
    if _TYPES["number"](value) and not _is_within(schema, value):
        yield f"{at or 'it'} is {value}, out of range"
    if isinstance(value, str) and not _is_written(schema, value):
        yield f"{at or 'it'} is {_shown(value)}, which the schema does not allow"


def _is_within(schema: Schema, value: float) -> bool:
    return (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and ("exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"])
        and ("exclusiveMaximum" not in schema or value < schema["exclusiveMaximum"])
    )


def _is_written(schema: Schema, value: str) -> bool:
    is_long_enough = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    try:
        return is_long_enough and re.search(schema.get("pattern", ""), value) is not None
    except re.error:  # What ECMAScript takes and Python does not.
        return is_long_enough


def _of_combinations(schema: Schema, value: Any, root: Schema, at: str) -> Iterator[str]:
    for each in schema.get("allOf", ()):
        yield from _problems(each, value, root, at)
    for word in ("anyOf", "oneOf"):
        found = [problem(each, value, root, at) for each in schema.get(word, ())]
        if found and None not in found:
            yield "; or ".join(sorted({each for each in found if each}))
        elif word == "oneOf" and found.count(None) > 1:
            yield f"{at or 'it'} fits more than one of the schemas"
    if "not" in schema and problem(schema["not"], value, root, at) is None:
        yield f"{at or 'it'} is {_shown(value)}, which must not be"


def _of_object(schema: Schema, value: dict[str, Any], root: Schema, at: str) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}/{name} is missing"
    members = schema.get("properties", {})
    for name, each in value.items():
        inner = members.get(name, schema.get("additionalProperties", True))
        yield from _problems(inner, each, root, f"{at}/{name}")


def _of_array(schema: Schema, value: list[Any], root: Schema, at: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at or 'it'} has {len(value)} elements"
    for index, each in enumerate(value):
        yield from _problems(schema.get("items", True), each, root, f"{at}/{index}")


# A schema of a tool.


def fault(schema: Schema, at: str = "") -> str | None:
    """Why this is no schema, as far as it can be seen without a validator's own schema."""
    if isinstance(schema, bool):
        return None
    if not isinstance(schema, dict):
        return f"{at or 'it'} is {_shown(schema)}, no schema"
    return next(filter(None, _faults(schema, at)), None)


def _faults(schema: dict[str, Any], at: str) -> Iterator[str | None]:
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if not isinstance(kind, str) or kind not in _TYPES:
            yield f"{at}/type is {_shown(kind)}, no type"
    if not isinstance(schema.get("$ref", ""), str):
        yield f"{at}/$ref is no text"
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(each, str) for each in required):
        yield f"{at}/required is no array of names"
    if not isinstance(schema.get("enum", []), list):
        yield f"{at}/enum is no array"
    yield from _faults_within(schema, at)


def _faults_within(schema: dict[str, Any], at: str) -> Iterator[str | None]:
    for word in ("properties", "$defs", "definitions", "patternProperties"):
        members = schema.get(word, {})
        yield None if isinstance(members, dict) else f"{at}/{word} is no object"
        for name, each in members.items() if isinstance(members, dict) else ():
            yield fault(each, f"{at}/{word}/{name}")
    for word in ("allOf", "anyOf", "oneOf"):
        several = schema.get(word, [])
        yield None if isinstance(several, list) else f"{at}/{word} is no array"
        for index, each in enumerate(several if isinstance(several, list) else ()):
            yield fault(each, f"{at}/{word}/{index}")
    for word in ("additionalProperties", "not"):
        yield fault(schema.get(word, True), f"{at}/{word}")
    if not isinstance(schema.get("items"), list):  # Draft 7 has lists there too.
        yield fault(schema.get("items", True), f"{at}/items")


def _same(left: Any, right: Any) -> bool:
    """JSON's equality: true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[name], right[name]) for name in left)
    return bool(left == right)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else text[:100] + "…"
