"""Every row of a table of limits in the documentation names what holds it, and that exists.

The table stands between `<!-- held by tests -->` and `<!-- end -->`. Its last column has the sentences of Swift tests
in backquotes, or links to files of the tree. A column `key` has keys of docs/configuration.md, an option of the
command line, or the word `fixed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Source, Tree

BEGIN, END = "<!-- held by tests -->", "<!-- end -->"
SENTENCE = re.compile(r"\bfunc `([^`]+)`")
QUOTED = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\((?:\.\./)?([^)]+)\)")
OPTION = re.compile(r"--[a-z-]+")


def check(tree: Tree) -> Iterator[Finding]:
    tests = {name for file in tree.swift("Tests/") for name in SENTENCE.findall(file.without_comments)}
    keys = {
        key
        for file in tree.texts
        if file.path == "docs/configuration.md"
        for key in re.findall(r"^\| `([^`]+)` \|", file.text, re.M)
    }
    files = {tree.name(path) for path in tree.files}
    for file in tree.texts:
        if file.path.startswith("docs/") or file.path == "README.md":
            for line, row, columns in rows(file):
                for what, why in faults(row, columns, tests, keys, files):
                    yield Finding(file.path, line, "held", what, why)


def rows(file: Source) -> Iterator[tuple[int, list[str], list[str]]]:
    """Each row below a header: its line, its cells, and the header's cells."""
    header: list[str] = []
    within = False
    for number, line in enumerate(file.text.splitlines(), start=1):
        if line == BEGIN:
            within, header = True, []
        elif line == END:
            within = False
        elif within and line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split(" |")]
            if not header:
                header = cells
            elif set(line) - set("|- "):
                yield number, cells, header


def faults(
    row: list[str], columns: list[str], tests: set[str], keys: set[str], files: set[str]
) -> Iterator[tuple[str, str]]:
    """What is wrong with a row, and why."""
    sentences, links = QUOTED.findall(row[-1]), LINK.findall(row[-1])
    if len(row) != len(columns) or not sentences and not links:
        yield row[0], "name the test that holds it in the last column"
        return
    for sentence in sentences:
        if sentence not in tests:
            yield f"`{sentence}`", "there is no such test; name the one that holds this row"
    for link in links:
        if link not in files:
            yield link, "there is no such file"
    key = dict(zip(columns, row)).get("key", "fixed").strip("`")
    if key != "fixed" and key not in keys and not OPTION.fullmatch(key):
        yield key, "no key of docs/configuration.md, no option, and not `fixed`"
