"""What Swift source declares: types with their members, and where each type's braces stand.

This reads braces and keywords and no types. That is enough to tell whether a name in a comment is the name of
anything; the compiler does not look into comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from invariants.tree import Source

GENERIC = r"(?:\s*<[^()]*?>)?"
TOKEN = re.compile(
    r"(?P<type>(?<![.\w])(?:struct|class|enum|actor|protocol|extension)\s+(?!func\b|var\b|let\b|subscript\b)"
    r"(?P<name>[A-Za-z_][\w.]*)(?P<clause>[^{}]*)\{)"
    rf"|(?<![.\w])func\s+(?P<func>`?\w+`?){GENERIC}\s*\("
    rf"|(?<![.\w])(?P<init>init)[?!]?{GENERIC}\s*\("
    rf"|(?<![.\w])(?P<subscript>subscript){GENERIC}\s*\("
    r"|(?<![.\w])(?:var|let|typealias|associatedtype)\s+(?P<value>`?\w+`?)"
    r"|(?<![.\w])(?P<case>case)\s+"
    r"|(?P<open>\{)|(?P<close>\})"
)
CASE = re.compile(r"\s*`?(\w+)`?")
RAW_VALUE = re.compile(r"\s*=[^,\n]*")


@dataclass
class Scope:
    """The braces of one type or extension; `path` is its name with those around it, outermost first."""

    path: tuple[str, ...]
    supertypes: frozenset[str]
    first: int  # line
    last: int = 0
    members: set[str] = field(default_factory=set)


@dataclass
class Declarations:
    """What one file declares; `top` holds the names outside every type."""

    scopes: list[Scope] = field(default_factory=list)
    top: set[str] = field(default_factory=set)


def declarations(file: Source) -> Declarations:
    code, found = file.code, Declarations()
    stack: list[Scope | None] = []  # None for the braces of anything but a type
    position = 0
    while match := TOKEN.search(code, position):
        position = match.end()
        if match["close"]:
            close(stack, line(code, match.start()))
        elif match["open"]:
            stack.append(None)
        elif match["type"]:
            stack.append(opened(match, stack, found, line(code, match.start())))
        else:
            scope = stack[-1] if stack else None
            if scope is None and stack:
                continue
            names, position = declared(code, match)
            (found.top if scope is None else scope.members).update(names)
    return found


def line(code: str, position: int) -> int:
    return code.count("\n", 0, position) + 1


def close(stack: list[Scope | None], at: int) -> None:
    if stack and (scope := stack.pop()):
        scope.last = at


def opened(match: re.Match[str], stack: list[Scope | None], found: Declarations, at: int) -> Scope:
    outer = next((scope.path for scope in reversed(stack) if scope), ())
    name = match["name"].split(".")
    supertypes = re.findall(r"\w+", match["clause"].split(" where ")[0].partition(":")[2])
    scope = Scope((*outer, *name), frozenset(supertypes), at)
    if stack and stack[-1]:
        stack[-1].members.add(name[-1])
    found.scopes.append(scope)
    return scope


def declared(code: str, match: re.Match[str]) -> tuple[set[str], int]:
    """The names that a keyword declares, and where to read on."""
    if match["value"]:
        return {match["value"].strip("`")}, match.end()
    if match["case"]:
        return cases(code, match.end())
    parameters, end = parenthesized(code, match.end())
    name = (match["func"] or match["init"] or match["subscript"]).strip("`")
    return {signature(name, parameters, hides_single_names=name == "subscript")}, end


def cases(code: str, position: int) -> tuple[set[str], int]:
    names: set[str] = set()
    while match := CASE.match(code, position):
        name, position = match[1], match.end()
        if code.startswith("(", position):
            parameters, position = parenthesized(code, position + 1)
            labels = [p.partition(":")[0].strip() if ":" in p else "_" for p in parameters]
            name = f"{name}({''.join(label + ':' for label in labels)})"
        names.add(name)
        if raw := RAW_VALUE.match(code, position):
            position = raw.end()
        if not code.startswith(",", position):
            break
        position += 1
    return names, position


def signature(name: str, parameters: list[str], *, hides_single_names: bool) -> str:
    labels = []
    for parameter in parameters:
        words = parameter.partition(":")[0].split()
        labels.append("_" if hides_single_names and len(words) == 1 else words[0])
    return f"{name}({''.join(label + ':' for label in labels)})"


def parenthesized(code: str, start: int) -> tuple[list[str], int]:
    """The parts between commas of what stands before the parenthesis that closes, and where that ends."""
    parts, depth, position = [""], 0, start
    while position < len(code) and (depth > 0 or code[position] != ")"):
        character = code[position]
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
        position += 1
    return [part for part in parts if part.strip()], position + 1
