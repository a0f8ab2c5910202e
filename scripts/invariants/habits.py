"""Files fit in the eye, cite only what a reader of the repository can open, and expect nothing of a machine."""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Tree, matches

LONGEST = 300  # lines
# In the first line of what a program has written, whose length is that of its source.
GENERATED = "Written by scripts/schema"
CODE = (".swift", ".py", ".h", ".c", ".cpp", ".sh")
# Written in two pieces, so that this file is not a finding of its own.
# A path that is said to lead nowhere.
ABSENT = re.compile(r"(?<!/proc)(?<!\\)/nonexistent\b|(?<=[\"':])/(?:no|not|nowhere)/\w+")
OUTSIDE = re.compile("PROTOCOL" + r"\.md")


def lengths(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if GENERATED in file.text.partition("\n")[0]:
            continue
        if file.path.endswith(CODE) or file.text.startswith("#!"):
            count = len(file.text.splitlines())
            if count > LONGEST:
                yield Finding(file.path, count, "length", f"{count} lines", f"a file has {LONGEST} at most")


def citations(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if file.path != "CHANGELOG.md":
            for line, what in matches(OUTSIDE, file.text):
                yield Finding(file.path, line, "citations", what, "cite docs/protocol.md, schema/ or an RFC")


def absences(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if "/test" in f"/{file.path}".lower():
            for line, what in matches(ABSENT, file.text):
                yield Finding(file.path, line, "absences", what, "a machine may have it; nobody can make /proc/nonexistent")


CHECKS = (lengths, citations, absences)
