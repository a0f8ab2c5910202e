"""The files of a work tree, and Swift source with its comments or its strings taken out."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# A multi-line string, a raw one, a plain one, a block comment, a line comment. Whichever begins first wins, so
# that // inside a string is no comment. A quote inside an interpolation may cut a string in two; no string
# runs past the end of its line, so the next line is read correctly again.
TOKEN = re.compile(
    r'(?P<string>#*"""[\s\S]*?"""#*|(?P<hashes>#+)".*?"(?P=hashes)|"(?:\\.|[^"\\\n])*")'
    r"|(?P<comment>/\*[\s\S]*?\*/|//[^\n]*)"
)

#: The languages of files by the ends of their names, and of scripts by the program in their first line.
LANGUAGES = {
    "bash": "shell", "bats": "shell", "c": "c", "cpp": "cpp", "css": "css", "el": "elisp", "h": "c", "html": "html",
    "js": "javascript", "lua": "lua", "py": "python", "sh": "shell", "swift": "swift", "ts": "typescript", "vim": "vim",
}  # fmt: skip
PROGRAM = re.compile(r"#!.*\b(?:(?P<python>python)3?|(?P<javascript>node)|(?P<shell>(?:ba)?sh))\b")


@dataclass(frozen=True)
class Finding:
    """One violation, with what a reader needs to mend it."""

    path: str
    line: int
    check: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: [{self.check}] {self.what}: {self.why}"


@dataclass(frozen=True)
class Source:
    """One file of the tree. Line numbers are the same in all of its views."""

    path: str  # relative to the root, with /
    text: str

    @functools.cached_property
    def without_comments(self) -> str:
        """Swift source whose comments are blank."""
        return TOKEN.sub(lambda match: blank(match[0]) if match["comment"] else match[0], self.text)

    @functools.cached_property
    def code(self) -> str:
        """Swift source whose comments and strings are blank."""
        return TOKEN.sub(lambda match: blank(match[0]), self.text)

    @property
    def language(self) -> str | None:
        """The language of the code in this file; nil for text and data."""
        program = PROGRAM.match(self.text)
        return program.lastgroup if program else LANGUAGES.get(self.path.rpartition(".")[2])

    def is_in(self, *places: str) -> bool:
        """Whether the file is one of `places`: folders end with /, other places are beginnings of paths."""
        return self.path.startswith(places)


class Tree:
    """The files that git knows or would add; what .gitignore names is not part of the project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        listed = subprocess.run(
            ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        paths = (root / name for name in sorted(set(listed.split("\0")) - {""}))
        self.files = [path for path in paths if path.is_file()]

    def name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    @functools.cached_property
    def texts(self) -> list[Source]:
        """Every file that is text."""
        sources = []
        for path in self.files:
            content = path.read_bytes()
            if b"\0" not in content:
                sources.append(Source(self.name(path), content.decode("utf-8", errors="replace")))
        return sources

    def swift(self, folder: str) -> Iterator[Source]:
        """The Swift files below `folder`."""
        return (file for file in self.texts if file.path.endswith(".swift") and file.is_in(folder))


def blank(text: str) -> str:
    """As many lines as `text` has, without anything in them."""
    return "\n" * text.count("\n")


def matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Each place of `pattern`: its line and what matched, as one line."""
    for match in pattern.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split())
