"""Files cite only what a reader of the repository can open, expect nothing of a machine, and excuse no lint."""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Tree, matches

# Written in two pieces, so that this file is not a finding of its own.
# A path that is said to lead nowhere.
ABSENT = re.compile(r"(?<!/proc)(?<!\\)/nonexistent\b|(?<=[\"':])/(?:no|not|nowhere)/\w+")
OUTSIDE = re.compile("PROTOCOL" + r"\.md")
# A test that runs on the loop of the process.
ON_LOOP = re.compile(r"@LoopActor (?:@Test|@Suite|(?:final )?(?:struct|class|actor) \w+Tests\b)|@Test.*@LoopActor")
EXCUSE = re.compile(r"#[ \t]*shellcheck\b[^\n]*\bdisable=\S+|^disable=\S+", re.M)


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


def loops(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if file.path.startswith("Tests/") and file.language == "swift" and "EventLoopThread.start()" not in file.text:
            for line, what in matches(ON_LOOP, file.text):
                yield Finding(file.path, line, "loops", what, "call EventLoopThread.start(): else it waits for ever when it runs alone")


def excuses(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if file.language == "shell" or file.path.endswith(".shellcheckrc"):
            for line, what in matches(EXCUSE, file.text):
                yield Finding(file.path, line, "excuses", what, "write it so that shellcheck has nothing to say")


CHECKS = (citations, absences, loops, excuses)
