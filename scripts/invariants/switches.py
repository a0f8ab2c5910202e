"""No `default:` in a switch over a closed set of the contract.

A new kind of failure or recovery option must make every such switch fail to compile. There are no types to go
by here: a switch whose labels are all cases of the set is taken for one over the set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Source, Tree

SETS = ("FailureKind", "RecoveryOptionID")
SWITCH = re.compile(r"\bswitch\b[^{}\n]*\{")
CASES = re.compile(r"\bcase[ \t]+([^:{}]*)")
# A label of the switch itself, at the beginning of a line: `case PATTERNS:` or `default:`.
LABEL = re.compile(r"^[ \t]*(?:case\b(?P<patterns>[^:]*):|(?P<default>(?:@unknown[ \t]+)?default)[ \t]*:)", re.M)
WHY = "the set is closed; name every case, so that a new one makes this fail to compile"


def check(tree: Tree) -> Iterator[Finding]:
    sources = list(tree.swift("Sources/"))
    sets = {name: names for name in SETS if (names := cases_of(name, sources))}
    for file in sources:
        for match in SWITCH.finditer(file.code):
            body = body_of(file.code, match.end())
            labels = list(LABEL.finditer(body))
            default = next((label for label in labels if label["default"]), None)
            if default and (name := set_of(labels, sets)):
                line = file.code.count("\n", 0, match.end() + default.start("default")) + 1
                yield Finding(file.path, line, "closed-sets", f"default in a switch over {name}", WHY)


def cases_of(name: str, sources: list[Source]) -> set[str]:
    """The cases of the enumeration `name`, wherever it is declared."""
    declaration = re.compile(rf"\benum {name}\b[^{{]*\{{")
    for file in sources:
        if match := declaration.search(file.code):
            body = body_of(file.code, match.end())
            listed = ",".join(found[1] for found in CASES.finditer(body))
            return set(re.findall(r"\b[a-z]\w*", listed))
    return set()


def body_of(code: str, start: int) -> str:
    """What stands between the brace before `start` and the one that closes it; inner braces are blanked."""
    body, depth = [], 0
    for character in code[start:]:
        if character == "}":
            if depth == 0:
                break
            depth -= 1
        body.append(character if depth == 0 or character == "\n" else " ")
        if character == "{":
            depth += 1
    return "".join(body)


def set_of(labels: list[re.Match[str]], sets: dict[str, set[str]]) -> str | None:
    """The set whose cases all the labels are; nil of labels that hold anything else, such as a tuple."""
    patterns = [part.strip() for label in labels if label["patterns"] for part in label["patterns"].split(",")]
    # `.custom(let name)` names its case as `.custom` does.
    plain = [re.fullmatch(r"\.(\w+)(?:\([^()]*\))?", pattern) for pattern in patterns]
    if not patterns or not all(plain):
        return None
    named = {match[1] for match in plain if match}
    return next((name for name, cases in sets.items() if named <= cases), None)
