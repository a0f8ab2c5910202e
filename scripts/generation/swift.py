"""The types of schema/types as Swift's structures, for clients/swift.

A member that may be absent or null is optional; where absence means "as before", it is optional twice. Words are
structures with constants, so that one of a later daemon is no error: apps outlive daemons.
"""

from __future__ import annotations

import re

from .language import FAILURES, LONGEST_LIST, OTHERS, SCREENS, Language, Schema, names, referred

#: The words of the catalogue, and what is no object but has a type in the client all the same.
WORDS = ("FailureKind", "RecoveryOptionID")
#: Written by hand, or needed here alone.
OWN = (*WORDS, "Timestamp", "ScreenContent", "ClientOption")
#: `Failure` would be taken for that of a Result; `Screen` is the class that holds one.
NAMES = {**names({"Failure": "FailureData", "Screen": "ScreenData"}), **{name: name for name in OWN}}
#: Lists of words, and where they stand first. A later daemon may add to them.
OPEN = {
    ("Failure", "presentation"): "Presentation",
    ("RecoveryOption", "role"): "Role",
    ("RecoveryOption", "performedBy"): "Performer",
    ("SnapshotMembers", "status"): "ResourceStatus",
    ("LocationSnapshot", "status"): "LocationStatus",
    ("MapItem", "kind"): "MapItemKind",
    ("ScreenButton", "role"): "ScreenButtonRole",
    ("ScreenPart", "phase"): "ScreenPhase",
    ("ScreenPart", "shape"): "ScreenShape",
    ("WaitResult", "reason"): "WaitReason",
}
#: Objects that have no name in the schema, and occur more than once.
OBJECTS = {("ScreenPart", "attempt"): "ScreenAttempt", ("ScreenPart", "refresh"): "ScreenControl"}
#: Types that a member has in common with another, and where the schema says "by the option".
MEMBERS = {
    **OPEN,
    **OBJECTS,
    ("RetryResult", "result"): "RecoveredState",
    ("ScreenPart", "stop"): "ScreenControl",
    ("ScreenPlace", "phase"): "ScreenPhase",
    ("ScreenPartChanges", "shape"): "ScreenShape",
    ("ScreenPartChanges", "phase"): "ScreenPhase",
    ("ScreenPartChanges", "attempt"): "ScreenAttempt",
    ("ScreenPartChanges", "refresh"): "ScreenControl",
    ("ScreenPartChanges", "stop"): "ScreenControl",
}
#: Types whose absent members are as before: null is another thing there.
DIFFERENCES = ("ScreenPartChanges", "ScreenChanges")
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
    "Condition": "Waits",
}
WIDTH = 100
NULL = {"type": "null"}
PLAIN = "Codable, Hashable, Sendable"
# The rule is off because a name such as `title` needs no sentence.
HEAD = """\
// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
"""


def modules(schemas: dict[str, Schema]) -> dict[str, str]:
    """The texts of the files by their names. `schemas`: every type of schema/types by its name."""
    files = {
        "Words": [words(name, schemas[name]["description"], listed(schemas[name])) for name in WORDS],
        "Failures": texts(FAILURES, schemas),
    }
    current = ""
    for name in OTHERS:
        current = FILES.get(name, current)
        files.setdefault(current, []).extend(texts((name,), schemas))
    files["Screens"] = texts((*SCREENS[:-1], "ClientOption", SCREENS[-1]), schemas)
    return {f"{file}.swift": "\n".join([HEAD, *parts]) for file, parts in files.items()}


def texts(owners: tuple[str, ...], schemas: dict[str, Schema]) -> list[str]:
    """Each type, behind those that its members have first."""
    result = []
    for name in owners:
        own = schemas[name].get("properties", {})
        result += [words(title, f"What `{each}` can be.", own[each]["enum"]) for each, title in first(OPEN, name)]
        for each, title in first(OBJECTS, name):
            member = Member(name, each, own[each], True, schemas)
            result.append(declared(member.description, title, PLAIN, member.own, ""))
        result.append(protocol(name, schemas) if name == MIXED_IN else structure(name, schemas))
    return result


def first(table: dict[tuple[str, str], str], name: str) -> list[tuple[str, str]]:
    """The members of a type in a table, and what theirs are called."""
    return [(member, title) for (owner, member), title in table.items() if owner == name]


# The forms of declarations.


def listed(schema: Schema) -> list[str]:
    """The words of a type."""
    known: list[str] = schema.get("enum") or next(each["enum"] for each in schema["anyOf"] if "enum" in each)
    return known


def words(name: str, description: str, known: list[str]) -> str:
    constants = "".join(f'  public static let {case(word)}: Self = "{word}"\n' for word in known)
    return f"""{comment(description)}
public struct {name}: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {{
  public let rawValue: String

  public init(rawValue: String) {{
    self.rawValue = rawValue
  }}

  public init(stringLiteral value: String) {{
    rawValue = value
  }}

{constants}}}

extension {name}: CustomStringConvertible {{
  public var description: String {{ rawValue }}
}}
"""


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
    conformances = ", ".join(bases) or PLAIN
    return declared(schemas[name]["description"], NAMES[name], conformances, own, "", is_lenient=name in FAILURES)


def declared(
    description: str, title: str, conformances: str, own: list[Member], indent: str, is_lenient: bool = False
) -> str:
    """One structure, with those of its members that have members themselves."""
    nested = "".join(
        "\n" + declared(each.description, each.nested, PLAIN, each.own, indent + "  ")
        for each in own
        if each.nested
    )
    lines = [line for each in own for line in (*each.comment, f"public var {each.name}: {each.type}")]
    body = "".join(f"{indent}  {line}\n" for line in lines)
    head = f"{comment(description, indent)}\n{indent}public struct {title}: {conformances} {{\n"
    reader = lenient_initializer(own) if is_lenient and any(each.may_be_absent for each in own) else ""
    return f"{head}{body}\n{initializer(own, indent + '  ')}{reader}{nested}{indent}}}\n"


def initializer(own: list[Member], indent: str) -> str:
    """Public, as the one that the compiler makes is not."""
    parameters = [f"{each.name}: {each.type}{' = nil' if each.type.endswith('?') else ''}" for each in own]
    line = f"{indent}public init({', '.join(parameters)}) {{"
    if len(line) > WIDTH:
        line = f"{indent}public init(\n" + ",\n".join(f"{indent}  {each}" for each in parameters) + f"\n{indent}) {{"
    body = "".join(f"{indent}  self.{each.name} = {each.name}\n" for each in own)
    return f"{line}\n{body}{indent}}}\n"


def lenient_initializer(own: list[Member]) -> str:
    """Of a failure, which has to reach a person whatever else it says."""
    lines = "".join(
        f"    {each.name} = members.readable(.{each.name})\n"
        if each.may_be_absent
        else f"    {each.name} = try members.decode({each.type}.self, forKey: .{each.name})\n"
        for each in own
    )
    return f"""
  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {{
    let members = try decoder.container(keyedBy: CodingKeys.self)
{lines}  }}
"""


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
        bare = without_null(part)
        inner = bare.get("properties", {})
        #: What its type is called, if that is an object without a name of its own.
        self.nested = f"{name[0].upper()}{name[1:]}" if inner and (owner, name) not in MEMBERS else ""
        required = set(bare.get("required", []))
        self.own = [Member("", each, inner[each], each in required, schemas) for each in inner]
        #: Whether the contract allows that it is not there.
        self.may_be_absent = not is_required
        may_be_absent = "" if is_required else "?"
        may_be_null = "?" if bare is not part and (is_required or owner in DIFFERENCES) else ""
        self.type = (self.nested or kind(owner, name, bare, schemas)) + may_be_null + may_be_absent


def members(owner: str, schemas: dict[str, Schema]) -> list[Member]:
    schema = schemas[owner]
    required = set(schema.get("required", []))
    return [
        Member(owner, name, part, name in required, schemas) for name, part in schema.get("properties", {}).items()
    ]


def without_null(part: Schema) -> Schema:
    """What a member is when it is not null; `part` itself where it never is."""
    types, alternatives = part.get("type"), part.get("anyOf", [])
    if isinstance(types, list) and "null" in types:
        return {**part, "type": next(each for each in types if each != "null")}
    return next(each for each in alternatives if each != NULL) if NULL in alternatives else part


def kind(owner: str, member: str, part: Schema, schemas: dict[str, Schema]) -> str:
    """The Swift type of a member."""
    if named := MEMBERS.get((owner, member)):
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
