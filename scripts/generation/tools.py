"""schema/mcp/tools.json: the tools of `statusd mcp`, from schema/tools and the methods and types that they stand for."""

from __future__ import annotations

import json
from typing import Any

Schema = dict[str, Any]
Types = dict[str, Schema]

# What a schema keeps of a type: hosts read no references, and some refuse combinators at the root.
KEPT = (
    "type",
    "enum",
    "description",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
    "anyOf",
    "default",
)
FAILURE = {
    "type": "object",
    "description": "Why it failed: title, message, failureId, and recoveryOptions for the tool retry.",
}
PART = {
    "type": "object",
    "description": "Of a value that was cut: path, kind and bytes of what is there; total, offset and nextOffset of its members; outline, their names and sizes.",
}


def type_of(reference: str) -> str:
    return reference.rsplit("/", 1)[-1].removesuffix(".schema.json")


def plain(schema: Any, types: Types) -> Any:
    """The schema of an argument, without references."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        own = {key: value for key, value in schema.items() if key != "$ref"}
        return {**plain(types[type_of(schema["$ref"])], types), **own}
    kept = {key: schema[key] for key in KEPT if key in schema}
    if "properties" in kept:
        kept["properties"] = {name: plain(value, types) for name, value in kept["properties"].items()}
        kept["additionalProperties"] = False
    for key in ("items", "additionalProperties"):
        if key in kept:
            kept[key] = plain(kept[key], types)
    if "anyOf" in kept:
        # What the first says of its members holds for the others.
        first, *others = (plain(item, types) for item in kept["anyOf"])
        kept["anyOf"] = [first, *map(undescribed, others)]
    if kept.get("required") == []:
        del kept["required"]
    return kept


def undescribed(schema: Any) -> Any:
    """The same without the descriptions, which a model need not read twice."""
    if isinstance(schema, list):
        return [undescribed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: undescribed(member) for name, member in value.items()}
        if key == "properties"
        else undescribed(value)
        for key, value in schema.items()
        if key != "description"
    }


def argument(parameter: Schema, tool: Schema, types: Types) -> Schema:
    schema: Schema = plain(parameter["schema"], types)
    if "enum" in schema:
        schema = {"type": "string", **schema}
    if parameter["name"] in tool.get("brief", []):
        schema = undescribed(schema)
    schema |= tool.get("overrides", {}).get(parameter["name"], {})
    return {**schema, "description": tool["descriptions"][parameter["name"]]}


def input_schema(tool: Schema, method: Schema, types: Types) -> Schema:
    chosen = {parameter["name"]: parameter for parameter in method["params"]}
    parameters = [chosen[name] for name in tool.get("params", [])]
    properties = {parameter["name"]: argument(parameter, tool, types) for parameter in parameters}
    schema: Schema = {"type": "object", "properties": {**properties, **tool.get("own", {})}}
    required = [parameter["name"] for parameter in parameters if parameter["required"]]
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def members(schema: Schema, types: Types) -> Types:
    """The members of a result and of the types that it is all of."""
    found: Types = {}
    for part in schema.get("allOf", []):
        if "$ref" in part:
            found |= members(types[type_of(part["$ref"])], types)
    own: Types = schema.get("properties", {})
    return found | own


def shallow(schema: Schema, types: Types) -> Schema:
    """What a member of a result is, one level deep: any JSON, or a type."""
    if "$ref" in schema:
        return shallow(types[type_of(schema["$ref"])], types)
    return {key: schema[key] for key in ("type", "enum") if key in schema}


def output_schema(tool: Schema, types: Types) -> Schema:
    """It requires nothing, so that it holds for an error too: older clients check it."""
    result = types[tool["result"]]
    properties = {name: shallow(schema, types) for name, schema in members(result, types).items()}
    if "value" in properties:
        properties["part"] = PART
    return {"type": "object", "properties": {**properties, **tool.get("more", {}), "failure": FAILURE}}


def assembled(tool: Schema, method: Schema, types: Types) -> Schema:
    return {
        "name": tool["name"],
        "title": tool["title"],
        "description": tool["description"],
        "inputSchema": input_schema(tool, method, types),
        "outputSchema": output_schema(tool, types),
        "annotations": tool["annotations"],
    }


def text(tools: list[Schema], methods: Types, types: Types) -> str:
    """The text of schema/mcp/tools.json.

    `tools` are in the order in which they are listed; `methods` and `types` are those of schema/, by their names.
    """
    listed = [assembled(tool, methods[tool["method"]], types) for tool in tools]
    return json.dumps({"tools": listed}, indent=2, ensure_ascii=True) + "\n"
