"""The types of schema/types as Python's TypedDicts, for clients/python.

Python 3.10 has no `NotRequired`, so members that may be absent stand in a class of their own.
"""

from __future__ import annotations

import keyword
import re

from .language import FAILURES, OTHERS, SCREENS, Language, Schema, names, referred

#: What only `call` gives.
RESULTS = ("EndedSubscription", "ClosedScreen", "ResourceList", "ClockTime", "PlayedScenario", "OpenRPC")
#: `RecoveryOption` and `Failure` are what the client makes of them.
NAMES = names({"RecoveryOption": "RecoveryOptionData", "Failure": "FailureData"}) | {name: name for name in RESULTS}
#: Values that have a name of their own, and where they stand.
ALIASES = {
    "Status": ("SnapshotMembers", "status"),
    "Presentation": ("Failure", "presentation"),
    "Role": ("RecoveryOption", "role"),
    "Performer": ("RecoveryOption", "performedBy"),
}
#: Where the schema says "by the option".
MEMBERS = {("RetryResult", "result"): "Union[Snapshot, ResourcePolling, LocationSnapshot]"}
#: Of a value, whatever JSON the source of a resource gives.
ANYTHING = """\
#: Whatever JSON says. `cast` makes the type of it that a resource's source gives, such as a MenuValue.
JSON = Union[None, bool, int, float, str, list["JSON"], dict[str, "JSON"]]
"""
HEAD = '''"""{title}. Written by scripts/schema from schema/types, which explains every member.

Members that may be absent stand in a class of their own, because Python 3.10 knows no `NotRequired`.
"""

from __future__ import annotations

from typing import {imports}
'''


def modules(schemas: dict[str, Schema]) -> dict[str, str]:
    """The texts of the modules by their names. `schemas`: every type of schema/types by its name."""
    known = [*(NAMES[name] for name in FAILURES), *(name for name, (owner, _) in ALIASES.items() if owner in FAILURES)]
    again = "".join(f"from .failure_types import {name} as {name}\n" for name in sorted(known))
    return {
        "failure_types.py": written("Failures as they come", FAILURES, schemas),
        "types.py": written("The objects of the wire", (*OTHERS, *SCREENS), schemas, f"\n{again}"),
    }


def written(title: str, owners: tuple[str, ...], schemas: dict[str, Schema], imported: str = "") -> str:
    """One module. `imported`: what it takes from the other one."""
    aliases = [
        f"{name} = {literal(schemas[owner]['properties'][member]['enum'])}"
        for name, (owner, member) in ALIASES.items()
        if owner in owners
    ]
    start = ([ANYTHING] if owners != FAILURES else []) + aliases
    body = "\n\n\n".join(["\n".join(start), *(typed_dict(name, schemas) for name in owners)])
    used = [name for name in ("Literal", "TypedDict", "Union") if re.search(rf"\b{name}\b", body)]
    return HEAD.format(title=title, imports=", ".join(used)) + f"{imported}\n{body}\n"


def typed_dict(name: str, schemas: dict[str, Schema]) -> str:
    schema = schemas[name]
    properties = {
        member: kind(name, member, part, schemas) for member, part in schema.get("properties", {}).items()
    }
    required = set(schema.get("required", []))
    always = {member: value for member, value in properties.items() if member in required}
    sometimes = {member: value for member, value in properties.items() if member not in required}
    mixed_in = any(referred(part) == "SnapshotMembers" for part in schema.get("allOf", []))
    bases = ["SnapshotMembers"] if mixed_in else []
    title, described = NAMES[name], docstring(schema["description"])
    if any(keyword.iskeyword(member) for member in properties):
        return called(title, described, properties, total=len(always) == len(properties))
    if always and sometimes:
        return "\n\n\n".join([
            declared(f"_{title}", bases or ["TypedDict"], "", always),
            declared(title, [f"_{title}", "total=False"], described, sometimes),
        ])  # fmt: skip
    parents = (bases or ["TypedDict"]) + (["total=False"] if sometimes else [])
    return declared(title, parents, described, always or sometimes)


def called(title: str, described: str, members: dict[str, str], total: bool) -> str:
    """A type with a member that no class can have, because its name is a word of Python's."""
    body = "".join(f'        "{member}": {value},\n' for member, value in members.items())
    end = "" if total else "    total=False,\n"
    return f'{title} = TypedDict(\n    "{title}",\n    {{\n{body}    }},\n{end})\n{described.strip()}'


def declared(title: str, parents: list[str], described: str, members: dict[str, str]) -> str:
    """One class. A blank line stands between its description and its members."""
    head = f"class {title}({', '.join(parents)}):"
    body = "\n".join(f"    {member}: {value}" for member, value in members.items())
    return "\n".join([head, *([described] if described else []), *([""] if described and body else []), body]).rstrip()


def docstring(description: str) -> str:
    """What stands alone of it: the first sentence up to a colon."""
    return f'    """{re.split("[.:] ", description)[0].rstrip(".")}."""'


def kind(owner: str, member: str, part: Schema, schemas: dict[str, Schema]) -> str:
    """The Python type of a member."""
    if (owner, member) in MEMBERS:
        return MEMBERS[owner, member]
    for alias, place in ALIASES.items():
        if place == (owner, member):
            return alias
    return translated(part, schemas)


def mapping(part: Schema, schemas: dict[str, Schema]) -> str:
    return f"dict[str, {union(member_types(part, schemas) or ['JSON'])}]"


def member_types(part: Schema, schemas: dict[str, Schema]) -> list[str]:
    """The types of an object's members, whatever their names: the counters of `stats`, the values of arguments."""
    others = part.get("additionalProperties")
    members = [*part.get("properties", {}).values(), *([others] if isinstance(others, dict) else [])]
    return [translated(each, schemas) for each in members]


def union(types: list[str]) -> str:
    distinct = list(dict.fromkeys(types))
    if "float" in distinct and "int" in distinct:
        distinct.remove("int")  # Type checkers take an int for a float.
    return distinct[0] if len(distinct) == 1 else f"Union[{', '.join(distinct)}]"


def literal(values: list[str]) -> str:
    return f"Literal[{', '.join(f'{chr(34)}{value}{chr(34)}' for value in values)}]"


PYTHON = Language(
    names=NAMES,
    scalars={"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"},
    anything="JSON",
    union=union,
    literal=literal,
    array=lambda member: f"list[{member}]",
    mapping=mapping,
)
translated = PYTHON.translated
