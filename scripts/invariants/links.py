"""Every link to a symbol in a doc comment names something that is declared in Sources.

A link is what stands in two backquotes: ``Type``, ``Type/member``, ``member(label:)``. A member by itself belongs
to a type around the comment, to the type that the comment is about, or to one that these inherit from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.declarations import Declarations, Scope, declarations
from invariants.tree import Finding, Source, Tree

COMMENT = re.compile(r"^[ \t]*///(.*)$", re.M)
LINK = re.compile(r"``([^`\s]+)``")
# What may stand between a doc comment and the declaration that it is about.
BETWEEN = re.compile(r"^[ \t]*(?:///.*|@.*)?$")
# Names of modules that may stand before a link's first type.
FOREIGN_MODULES = {"Swift"}
WHY = "no such declaration in Sources; name what there is now, with its argument labels"


def check(tree: Tree) -> Iterator[Finding]:
    files = [(file, declarations(file)) for file in tree.swift("Sources/")]
    symbols = Symbols([found for _, found in files], modules={file.path.split("/")[1] for file, _ in files})
    for file, found in files:
        for line, link in links(file):
            if not symbols.resolve(link, around(line, file, found.scopes)):
                yield Finding(file.path, line, "links", f"``{link}``", WHY)


def links(file: Source) -> Iterator[tuple[int, str]]:
    for comment in COMMENT.finditer(file.text):
        for match in LINK.finditer(comment[1]):
            yield file.text.count("\n", 0, comment.start()) + 1, match[1]


def around(line: int, file: Source, scopes: list[Scope]) -> list[Scope]:
    """The types whose braces the line stands in, and the one that its comment is about."""
    text = file.text.splitlines()
    after = line
    while after < len(text) and BETWEEN.match(text[after]):
        after += 1
    return [scope for scope in scopes if scope.first <= line <= scope.last or scope.first == after + 1]


class Symbols:
    """Everything that is declared, by the paths of the types."""

    def __init__(self, found: list[Declarations], modules: set[str]) -> None:
        self.modules = modules | FOREIGN_MODULES
        self.top = {name for file in found for name in file.top}
        self.scopes = [scope for file in found for scope in file.scopes]

    def resolve(self, link: str, around: list[Scope]) -> bool:
        names = link.split("/")
        # A module may have the name of one of its types.
        within_module = len(names) > 1 and names[0] in self.modules and self.resolves(names[1:], around)
        return within_module or self.resolves(names, around)

    def resolves(self, names: list[str], around: list[Scope]) -> bool:
        *types, last = names
        if self.named(names):
            return True
        if types:
            return any(last in self.members(scope) for scope in self.named(types))
        return last in self.top or any(last in self.members(scope) for scope in around)

    def named(self, names: list[str]) -> list[Scope]:
        """The types and extensions whose path ends with these names."""
        path = tuple(names)
        return [scope for scope in self.scopes if scope.path[-len(path) :] == path]

    def members(self, scope: Scope) -> set[str]:
        """The members of a type, of its other extensions, and of the types around it and above it."""
        found: set[str] = set()
        paths = {scope.path[:depth] for depth in range(1, len(scope.path) + 1)}
        same = [other for other in self.scopes if other.path in paths]
        inherited = {name for other in same for name in other.supertypes}
        for other in same + [other for other in self.scopes if other.path[-1] in inherited]:
            found |= other.members
        return found
