"""Files and functions fit in the eye, whatever language they are in."""

from __future__ import annotations

from collections.abc import Iterator

from invariants import functions
from invariants.tree import Finding, Source, Tree

LONGEST_FILE = 300  # lines
LONGEST_FUNCTION = 40
#: In the first line of what a program has written, whose length is that of its source.
GENERATED = "Written by scripts/schema"
#: Code in which no functions are looked for.
PLAIN = ("css", "html")
#: Functions that may be longer, and why.
EXCEPTIONS = {
    "Sources/StatusCore/Failure/Catalogue/FailureCatalogue.swift::subscript": "one line for each kind of failure",
}


def check(tree: Tree) -> Iterator[Finding]:
    for file in tree.texts:
        if file.language in {*functions.LANGUAGES, *PLAIN} and GENERATED not in file.text.partition("\n")[0]:
            yield from of_file(file)
            yield from of_functions(file)


def of_file(file: Source) -> Iterator[Finding]:
    count = len(file.text.splitlines())
    if count > LONGEST_FILE:
        yield Finding(file.path, count, "length", f"{count} lines", f"a file has {LONGEST_FILE} at most")


def of_functions(file: Source) -> Iterator[Finding]:
    excused = {name.partition("::")[2] for name in EXCEPTIONS if name.startswith(f"{file.path}::")}
    found = [function for function in functions.of(file) if function.length > LONGEST_FUNCTION]
    for function in found:
        if function.name not in excused:
            what = f"{function.name} has {function.length} lines"
            yield Finding(file.path, function.line, "length", what, f"a function has {LONGEST_FUNCTION} at most")
    for name in sorted(excused - {function.name for function in found}):
        yield Finding(file.path, 1, "length", name, "it is short now; take its exception out of scripts/invariants")
