"""The types of schema/types for clients/neovim: annotations of the Lua language server, and the catalogue's names."""

from __future__ import annotations

import re

from .language import Language, Schema, braced, names, referred

#: A class is global, so its name says whose it is.
NAMES = {name: f"statusd.{title}" for name, title in names({}).items()}
TYPES_HEAD = """\
--- The objects of the wire. Written by scripts/schema from schema/types, which explains every member.
---@meta
"""
CATALOGUE_HEAD = """\
--- The names of the catalogue. Written by scripts/schema from schema/failures.json.
---
--- Each name stands for itself. One that there is not is an error, so that a slip of the pen is found.

--- A table whose other names are errors.
---@param what string
---@param list string[]
---@return table<string, string>
local function closed(what, list)
  local names = {}
  for _, name in ipairs(list) do
    names[name] = name
  end
  return setmetatable(names, {
    __index = function(_, name)
      error(('no %s is called %s'):format(what, tostring(name)), 2)
    end,
  })
end

local M = {}
"""


def modules(schemas: dict[str, Schema]) -> dict[str, str]:
    """The texts of the modules by their names. `schemas`: every type of schema/types by its name."""
    return {
        "types.lua": "\n".join([TYPES_HEAD, *(annotated(name, schemas) for name in NAMES)]),
        "catalogue.lua": catalogue(schemas),
    }


def catalogue(schemas: dict[str, Schema]) -> str:
    kinds = schemas["FailureKind"]["enum"]
    options = schemas["RecoveryOptionID"]["anyOf"][0]["enum"]
    return "\n".join([
        CATALOGUE_HEAD,
        "--- What can fail. A newer daemon may have more.",
        listed("kinds", "kind of failure", kinds),
        "--- What can be done about it, in the order in which options come. `custom:NAME` are the user's own.",
        listed("options", "option", options),
        "return M\n",
    ])  # fmt: skip


def listed(member: str, what: str, entries: list[str]) -> str:
    lines = "".join(f"  '{entry}',\n" for entry in entries)
    return f"M.{member} = closed('{what}', {{\n{lines}}})\n"


def annotated(name: str, schemas: dict[str, Schema]) -> str:
    schema = schemas[name]
    bases = [NAMES[base] for part in schema.get("allOf", []) if (base := referred(part)) in NAMES]
    required = set(schema.get("required", []))
    fields = "".join(
        f"---@field {member}{'' if member in required else '?'} {translated(part, schemas)}\n"
        for member, part in schema.get("properties", {}).items()
    )
    extends = f": {', '.join(bases)}" if bases else ""
    return f"--- {sentence(schema['description'])}\n---@class {NAMES[name]}{extends}\n{fields}"


def sentence(description: str) -> str:
    """What stands alone of it: the first sentence up to a colon."""
    return f"{re.split('[.:] ', description)[0].rstrip('.')}."


def mapping(part: Schema, schemas: dict[str, Schema]) -> str:
    return braced(part, schemas, LUA, "table", ", ")


def union(types: list[str]) -> str:
    return "|".join(dict.fromkeys(types))


def literal(values: list[str]) -> str:
    return "|".join(f'"{value}"' for value in values)


def array(member: str) -> str:
    return f"({member})[]" if "|" in member else f"{member}[]"


LUA = Language(
    names=NAMES,
    scalars={"string": "string", "integer": "integer", "number": "number", "boolean": "boolean", "null": "vim.NIL"},
    anything="any",
    union=union,
    literal=literal,
    array=array,
    mapping=mapping,
)
translated = LUA.translated
