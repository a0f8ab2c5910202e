"""The types of schema/types as Swift's structures, for clients/swift.

A member that may be absent is optional. Words of which a daemon may know more one day are structures with constants,
so that a new one is no error; the few lists that are closed are enumerations.
"""

from __future__ import annotations

import re

from .language import FAILURES, LONGEST_LIST, OTHERS, Language, Schema, names, referred

#: The words of the catalogue, and what is no object but has a type in the client all the same.
WORDS = ("FailureKind", "RecoveryOptionID")
#: `Failure` would be taken for that of a Result.
NAMES = {**names({"Failure": "FailureData"}), **{name: name for name in (*WORDS, "Timestamp")}}
#: Closed lists of words, and where they stand.
ENUMERATIONS = {
    ("Failure", "presentation"): "Presentation",
    ("RecoveryOption", "role"): "Role",
    ("RecoveryOption", "performedBy"): "Performer",
    ("SnapshotMembers", "status"): "ResourceStatus",
    ("LocationSnapshot", "status"): "LocationStatus",
}
#: Where the schema says "by the option".
MEMBERS = {("RetryResult", "result"): "RecoveredState"}
#: The type that others take their members from: a protocol.
MIXED_IN = "SnapshotMembers"
#: The files, and with which type of `OTHERS` each begins.
FILES = {
    "Coordinate": "Values",
    "AutoPolling": "Resources",
    "SnapshotMembers": "Snapshots",
    "FetchSample": "History",
    "StateChanged": "Changes",
    "Position": "Locations",
    "RetryResult": "Results",
}
WIDTH = 100
# The rule is off because a name such as `title` needs no sentence.
HEAD = """\
// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
"""


def modules(schemas: dict[str, Schema]) -> dict[str, str]:
    """The texts of the files by their names. `schemas`: every type of schema/types by its name."""
    files = {"Words": [words(name, schemas[name]) for name in WORDS], "Failures": texts(FAILURES, schemas)}
    current = ""
    for name in OTHERS:
        current = FILES.get(name, current)
        files.setdefault(current, []).extend(texts((name,), schemas))
    return {f"{file}.swift": "\n".join([HEAD, *parts]) for file, parts in files.items()}


def texts(owners: tuple[str, ...], schemas: dict[str, Schema]) -> list[str]:
    """Each type, behind the enumerations of its members."""
    result = []
    for name in owners:
        result += [
            enumeration(title, member, schemas[name]["properties"][member]["enum"])
            for (owner, member), title in ENUMERATIONS.items()
            if owner == name
        ]
        result.append(protocol(name, schemas) if name == MIXED_IN else structure(name, schemas))
    return result


# The forms of declarations.


def words(name: str, schema: Schema) -> str:
    known = schema.get("enum") or next(each["enum"] for each in schema["anyOf"] if "enum" in each)
    constants = "".join(f'  public static let {word}: Self = "{word}"\n' for word in known)
    return f"""{comment(schema["description"])}
public struct {name}: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {{
  public let rawValue: String

  public init(rawValue: String) {{
    self.rawValue = rawValue
  }}

  public init(stringLiteral value: String) {{
    rawValue = value
  }}

{constants}}}
"""


def enumeration(title: str, member: str, listed: list[str]) -> str:
    cases = "".join(f"  case {case(word)}\n" for word in listed)
    return f"/// What `{member}` can be.\npublic enum {title}: String, Codable, Sendable, CaseIterable {{\n{cases}}}\n"


def case(word: str) -> str:
    return f"`{word}`" if word == "default" else word


def protocol(name: str, schemas: dict[str, Schema]) -> str:
    lines = [
        line for each in members(name, schemas) for line in (*each.comment, f"var {each.name}: {each.type} {{ get }}")
    ]
    body = "".join(f"  {line}\n" for line in lines)
    return f"{comment(schemas[name]['description'])}\npublic protocol {NAMES[name]}: Codable, Hashable, Sendable {{\n{body}}}\n"


def structure(name: str, schemas: dict[str, Schema]) -> str:
    bases = [base for part in schemas[name].get("allOf", []) if (base := referred(part)) == MIXED_IN]
    own = [each for owner in (*bases, name) for each in members(owner, schemas)]
    conformances = ", ".join(bases or ["Codable", "Hashable", "Sendable"])
    return declared(schemas[name]["description"], NAMES[name], conformances, own, "")


def declared(description: str, title: str, conformances: str, own: list[Member], indent: str) -> str:
    """One structure, with those of its members that have members themselves."""
    nested = "".join(
        "\n" + declared(each.description, each.nested, "Codable, Hashable, Sendable", each.own, indent + "  ")
        for each in own
        if each.nested
    )
    lines = [line for each in own for line in (*each.comment, f"public var {each.name}: {each.type}")]
    body = "".join(f"{indent}  {line}\n" for line in lines)
    head = f"{comment(description, indent)}\n{indent}public struct {title}: {conformances} {{\n"
    return f"{head}{body}\n{initializer(own, indent + '  ')}{nested}{indent}}}\n"


def initializer(own: list[Member], indent: str) -> str:
    """Public, as the one that the compiler makes is not."""
    parameters = [f"{each.name}: {each.type}{' = nil' if each.type.endswith('?') else ''}" for each in own]
    line = f"{indent}public init({', '.join(parameters)}) {{"
    if len(line) > WIDTH:
        line = f"{indent}public init(\n" + ",\n".join(f"{indent}  {each}" for each in parameters) + f"\n{indent}) {{"
    body = "".join(f"{indent}  self.{each.name} = {each.name}\n" for each in own)
    return f"{line}\n{body}{indent}}}\n"


def comment(description: str, indent: str = "") -> str:
    return f"{indent}/// {sentence(description)}"


def sentence(description: str) -> str:
    """What stands alone of it: the first sentence, and of a long one what precedes its colon."""
    first = re.sub(r"\.”$", "”.", re.split(r"(?<=\.) ", description)[0])
    return first if len(first) <= WIDTH else f"{first.split(': ')[0].rstrip('.')}."


# Members.


class Member:
    """One member of an object."""

    def __init__(self, owner: str, name: str, part: Schema, is_required: bool, schemas: dict[str, Schema]) -> None:
        self.name, self.description = name, part.get("description", "")
        self.comment = [comment(self.description)] if self.description else []
        inner = part.get("properties", {})
        #: What its type is called, if that is an object without a name of its own in the schema.
        self.nested = f"{name[0].upper()}{name[1:]}" if inner else ""
        required = set(part.get("required", []))
        self.own = [Member("", each, inner[each], each in required, schemas) for each in inner]
        self.type = (self.nested or kind(owner, name, part, schemas)) + ("" if is_required else "?")


def members(owner: str, schemas: dict[str, Schema]) -> list[Member]:
    schema = schemas[owner]
    required = set(schema.get("required", []))
    return [
        Member(owner, name, part, name in required, schemas) for name, part in schema.get("properties", {}).items()
    ]


def kind(owner: str, member: str, part: Schema, schemas: dict[str, Schema]) -> str:
    """The Swift type of a member."""
    if named := ENUMERATIONS.get((owner, member)) or MEMBERS.get((owner, member)):
        return named
    if len(part.get("enum", [])) in range(1, LONGEST_LIST + 1):
        raise ValueError(f"{owner}.{member} is a list of words without a name in scripts/generation/swift.py")
    return SWIFT.translated(part, schemas)


def mapping(part: Schema, schemas: dict[str, Schema]) -> str:
    """An object with names that the schema does not know."""
    others = part.get("additionalProperties")
    return f"[String: {SWIFT.translated(others, schemas) if isinstance(others, dict) else 'JSONValue'}]"


def union(types: list[str]) -> str:
    distinct = set(types)
    if len(distinct) == 1:
        return distinct.pop()
    return "String" if distinct <= {"String", *WORDS} else "JSONValue"


SWIFT = Language(
    names=NAMES,
    scalars={"string": "String", "integer": "Int", "number": "Double", "boolean": "Bool", "null": "JSONValue"},
    anything="JSONValue",
    union=union,
    literal=lambda values: "String",
    array=lambda member: f"[{member}]",
    mapping=mapping,
)
