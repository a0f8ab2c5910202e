"""What a Markdown page shows in backquotes, and the paths of the tree."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from invariants.tree import Tree, blank

FENCE = re.compile(r"^ *(```+).*?^ *\1`*[ \t]*$", re.S | re.M)
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
#: Words that stand for any name: `Sources/NAME/TYPE+JSON.swift`.
PLACEHOLDER = re.compile(r"\b(?:NAME|METHOD|TYPE|KIND|GROUP|TARGET|STEP|OWNER)\b|\*")


def quoted(text: str) -> Iterator[tuple[int, str]]:
    """The texts in backquotes outside blocks of code, each with its line."""
    prose = FENCE.sub(lambda match: blank(match[0]), text)
    for match in QUOTED.finditer(prose):
        yield prose.count("\n", 0, match.start()) + 1, match[1]


class Paths:
    """The files of a tree and their folders."""

    def __init__(self, tree: Tree) -> None:
        files = {tree.name(path) for path in tree.files}
        self.all = files | {"/".join(name.split("/")[:count]) for name in files for count in range(1, name.count("/") + 1)}

    @functools.cached_property
    def tails(self) -> set[str]:
        """Every path, from each of its parts on."""
        return {name.split("/", count)[-1] for name in self.all for count in range(name.count("/") + 1)}

    def exists(self, path: str) -> bool:
        """Whether the path, from the root on, is one of the tree."""
        return matches(path, self.all)

    def ends(self, path: str) -> bool:
        """Whether a path of the tree ends with this one."""
        return matches(path, self.tails)


def matches(path: str, among: set[str]) -> bool:
    path = path.rstrip("/")
    if path in among or not PLACEHOLDER.search(path):
        return path in among
    parts = PLACEHOLDER.split(path)
    pattern = re.compile("[^/]*".join(re.escape(part) for part in parts))
    return any(pattern.fullmatch(name) for name in among)
