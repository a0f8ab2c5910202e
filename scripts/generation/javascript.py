"""The types of schema/types as TypeScript's interfaces, for clients/js, whose JSDoc names them."""

from __future__ import annotations

import re

from .language import Language, Schema, braced, names, referred

#: `Failure` is what the client makes of one.
NAMES = names({"Failure": "FailureData"})
WIDTH = 116
OTHERS = "(string & {})"
HEAD = "/** The objects of the wire. Written by scripts/schema from schema/types, which explains every member. */\n"


def modules(schemas: dict[str, Schema]) -> dict[str, str]:
    """The texts of the modules by their names. `schemas`: every type of schema/types by its name."""
    return {"types.d.ts": "\n".join([HEAD, *(interface(name, schemas) for name in NAMES)])}


def interface(name: str, schemas: dict[str, Schema]) -> str:
    schema = schemas[name]
    bases = [NAMES[base] for part in schema.get("allOf", []) if (base := referred(part)) in NAMES]
    extends = f" extends {', '.join(bases)}" if bases else ""
    required = set(schema.get("required", []))
    lines = [
        line
        for member, part in schema.get("properties", {}).items()
        for line in declared(member, part, member in required, schemas)
    ]
    body = "".join(f"  {line}\n" for line in lines)
    return f"/** {sentence(schema['description'])} */\nexport interface {NAMES[name]}{extends} {{\n{body}}}\n"


def declared(member: str, part: Schema, is_required: bool, schemas: dict[str, Schema]) -> list[str]:
    described = part.get("description")
    comment = [f"/** {sentence(described)} */"] if described else []
    return [*comment, f"{member}{'' if is_required else '?'}: {translated(part, schemas)};"]


def sentence(description: str) -> str:
    """What stands alone of it: the first sentence, and of a long one what precedes its colon."""
    first = re.split(r"(?<=\.) ", description)[0]
    return first if len(first) <= WIDTH else f"{first.split(': ')[0].rstrip('.')}."


def mapping(part: Schema, schemas: dict[str, Schema]) -> str:
    return braced(part, schemas, TYPESCRIPT, "Record", "; ")


def union(types: list[str]) -> str:
    is_open = any(each.endswith(OTHERS) for each in types)
    return " | ".join(each for each in dict.fromkeys(types) if not (is_open and each == "string"))


def literal(values: list[str]) -> str:
    """The words that there are today; a later daemon may have others. Editors offer those that are named."""
    return " | ".join([*(f'"{value}"' for value in values), OTHERS])


TYPESCRIPT = Language(
    names=NAMES,
    scalars={"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"},
    anything="any",
    union=union,
    literal=literal,
    array=lambda member: f"Array<{member}>",
    mapping=mapping,
)
translated = TYPESCRIPT.translated
