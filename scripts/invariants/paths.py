"""Every path that a Markdown page shows in backquotes exists.

A path is a word that ends with a slash or as a source file does, or that begins with a folder of the tree. It may be
cut at the front: `Wire/` will do for a folder of that name anywhere. Words such as NAME stand for any name, and so does `*`. What git ignores is what
somebody builds, and need not be there. A path that begins with /, ~ or $ is one of another machine, or is none.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
from collections.abc import Iterator

from invariants.pages import Paths, quoted
from invariants.tree import LANGUAGES, Finding, Tree

WORD = re.compile(r"[\w.][\w.*+@-]*(?:/[\w.*+@-]+)*/?")
ENDING = re.compile(rf".*[\w*]\.(?:{'|'.join(LANGUAGES)}|json|jsonl|md|toml)")
#: What has the form of a path of this repository and is none.
FOREIGN = {
    "Type.swift": "any type",
    "Type+Topic.swift": "any topic of it",
    "conformance/none": "a method that no server has",
    "config.toml": "a user's own file",
    "sysexits.h": "a header of the system",
}


def check(tree: Tree) -> Iterator[Finding]:
    paths = Paths(tree)
    for page in tree.texts:
        if page.path.endswith(".md"):
            for line, text in quoted(page.text):
                if is_path(text, paths) and not exists(text, page.path, paths) and not is_ignored(text, page.path, tree):
                    yield Finding(page.path, line, "paths", f"`{text}`", "there is no such file or folder; name what there is")


def is_path(text: str, paths: Paths) -> bool:
    if not WORD.fullmatch(text) or text in FOREIGN:
        return False
    first, _, others = text.partition("/")
    return text.endswith("/") or ENDING.fullmatch(text) is not None or others != "" and paths.ends(first)


def exists(text: str, page: str, paths: Paths) -> bool:
    return paths.ends(posixpath.normpath(text)) or any(paths.exists(place) for place in places(text, page))


def places(text: str, page: str) -> tuple[str, str]:
    """Where a path may lead: from the root, and from the folder of its page."""
    return posixpath.normpath(text), posixpath.normpath(posixpath.join(posixpath.dirname(page), text))


def is_ignored(text: str, page: str, tree: Tree) -> bool:
    return any(ignores(tree, place) for place in places(text, page) if not place.startswith(".."))


def ignores(tree: Tree, path: str) -> bool:
    """Whether git ignores the path or a folder that it is in. A folder that is there may be a link to another."""
    parts = path.split("/")
    folders = ["/".join(parts[:count]) + "/" for count in range(1, len(parts) + 1)]
    words = ["git", "-C", str(tree.root), "check-ignore", "--quiet", "--no-index"]
    return any(subprocess.run([*words, name], check=False, stderr=subprocess.DEVNULL).returncode == 0 for name in folders)
