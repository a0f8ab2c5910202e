"""Every file and every type that a page about the code names exists.

The pages are ARCHITECTURE.md, CONTRIBUTING.md, docs/design and docs/adding-a-….md. More is asked of a row of the
table "I want to change …": it names files and tests, and everything in backquotes is a path, a type or a member of
one. Its paths begin at the root, in Sources/ or in Tests/, and each of its types is in a file of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.declarations import declarations
from invariants.pages import Paths, quoted
from invariants.tree import Finding, Source, Tree

MAP = "ARCHITECTURE.md"
PAGES = (MAP, "CONTRIBUTING.md", "docs/design/", "docs/adding-a-")
TASKS = re.compile(r"^## I want to change.*?(?=^## |\Z)", re.S | re.M)
ROW = re.compile(r"^\|(?!-)(.*)\|$", re.M)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
ROOTS = ("", "Sources/", "Tests/")
TYPE = re.compile(r"(?P<type>[A-Z]\w*[a-z]\w*)(?:\.(?P<member>(?!swift\b)\w+)(?:\(.*\))?)?")
DECLARATION = re.compile(r"(?<![.\w])(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")
#: What has the form of a type and is not one of ours: types of Swift, a section of CHANGELOG.md.
FOREIGN = {"AsyncStream", "Character", "Task", "Unreleased"}
WHY = "there is no such {} any more; name what there is"


def check(tree: Tree) -> Iterator[Finding]:
    types, paths = Types(tree), Paths(tree)
    for page in tree.texts:
        if page.path.endswith(".md") and page.is_in(*PAGES):
            yield from unknown_types(page, types)
        if page.path == MAP:
            yield from wrong_rows(page, paths)


class Types:
    """The types that Swift files of the tree declare, and the members of those in Sources."""

    def __init__(self, tree: Tree) -> None:
        # A target has the name of its folder.
        folders = (file.path.split("/") for file in tree.texts if file.is_in("Sources/", "Tests/"))
        self.names = FOREIGN | {folder[1] for folder in folders}
        self.members: dict[str, set[str]] = {}
        for file in tree.swift(""):
            self.names |= set(DECLARATION.findall(file.code))
        for file in tree.swift("Sources/"):
            for scope in declarations(file).scopes:
                members = self.members.setdefault(scope.path[-1], set())
                members |= {name.partition("(")[0] for name in scope.members}

    def has(self, name: str, member: str | None) -> bool:
        return name in self.names and (member is None or member in self.members.get(name, {member}))


def unknown_types(page: Source, types: Types) -> Iterator[Finding]:
    for line, text in quoted(page.text):
        match = TYPE.fullmatch(text)
        if match and not types.has(match["type"], match["member"]):
            yield Finding(page.path, line, "names", f"`{text}`", WHY.format("type or member"))


def wrong_rows(page: Source, paths: Paths) -> Iterator[Finding]:
    section = TASKS.search(page.text)
    if not section:
        yield Finding(page.path, 1, "tasks", "I want to change …", "the table of tasks is where every newcomer begins")
        return
    for row in list(ROW.finditer(section[0]))[1:]:
        line = page.text.count("\n", 0, section.start() + row.start()) + 1
        for what, why in faults(row[1].split("|"), paths):
            yield Finding(page.path, line, "tasks", what, why)


def faults(cells: list[str], paths: Paths) -> Iterator[tuple[str, str]]:
    """What is wrong with a row, and why."""
    title = cells[0].strip()
    for cell, noun in zip(cells[1:] + [""] * 2, ("files", "tests")):
        named = [text for _, text in quoted(cell)]
        links = LINK.findall(cell)
        if not named and not links:
            yield title, f"the row names no {noun}"
        for link in links:
            if not paths.exists(link):
                yield link, WHY.format("file")
        for text in named:
            match = TYPE.fullmatch(text)
            if match and not paths.ends(f"{match['type']}.swift") and not paths.ends(match["type"]):
                yield f"`{text}`", f"{match['type']}.swift is no file; name the one that declares it"
            # What has the form of a type was looked for already.
            if not match and not any(paths.exists(root + text) for root in ROOTS):
                yield f"`{text}`", WHY.format("file")
