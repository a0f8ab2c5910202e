"""Where functions begin and end, in every language of the repository.

Python's own parser reads Python. In the other languages a function begins with a header and ends at the line with the
same indentation that closes it: formatters and linters see to the indentation, so no language has to be parsed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from invariants.tree import Source, blank


@dataclass(frozen=True)
class Function:
    name: str  # as it is declared; what has no name is called by its first line
    line: int
    length: int  # lines, with the first and the last


@dataclass(frozen=True)
class Language:
    header: re.Pattern[str]
    close: re.Pattern[str]


def language(header: str, close: str) -> Language:
    return Language(re.compile(header), re.compile(close))


STATEMENT = r"(?!(?:if|for|while|switch|catch|with|else|do|return|await)\b)"
C = language(r"[A-Za-z_][^;={]*?\b(?P<name>\w+)\([^;]*(?:\{|,)?$", r"\}")
JAVASCRIPT = language(
    rf"\s*(?:.*\bfunction\b\s*(?P<function>\w*).*[{{(]$|(?:.*\b(?:const|let)\s+(?P<constant>\w+)\s*=)?.*=>\s*\{{$"
    rf"|{STATEMENT}(?:(?:export|async|static|get|set|\*)\s*)*(?P<method>#?\w+)\(.*\)\s*\{{$)",
    r"\}",
)
SHELL = language(r"\s*(?:function\s+)?(?P<name>[\w:.-]+)\s*\(\)\s*[{(]|@test\s+(?P<test>.*)\{$", r"[})]")
ELISP = re.compile(r"\((?:cl-|ert-)?def(?!custom|var|const|group|face)\w+\s+(?P<name>\S+)")
INDENTED = {
    "c": C,
    "cpp": C,
    "javascript": JAVASCRIPT,
    "lua": language(r".*\bfunction\b\s*(?P<name>[\w.:]*)\([^)]*\)\s*$", r"end\b"),
    "shell": SHELL,
    "swift": language(
        r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[\w()]+\s+)*?"
        r"(?:func\s+(?P<func>`[^`]*`|[^\s(<]+)|(?P<init>init|deinit|subscript)\b|var\s+(?P<var>\w+):[^={]*\{$)",
        r"\}",
    ),
    "typescript": JAVASCRIPT,
    "vim": language(r"\s*(?:export\s+)?(?:def|fu\w*)!?\s+(?P<name>[\w#:.]+)|.*=>\s*\{$", r"\}|end(?:def|f)"),
}
LANGUAGES = {*INDENTED, "elisp", "python"}
#: What goes on with a header, and is no end of it.
CONTINUED = re.compile(r"[)\]{]")
HEREDOC = re.compile(r"<<-?(?P<quote>['\"]?)(?P<word>[A-Z]+)(?P=quote)[^\n]*\n[\s\S]*?\n\s*(?P=word)$", re.M)


def of(file: Source) -> Iterator[Function]:
    """The functions of a file, inner ones too."""
    if file.language == "python":
        return of_python(file.text)
    if file.language == "elisp":
        return of_elisp(file.text.splitlines())
    if file.language in INDENTED:
        text = HEREDOC.sub(lambda match: blank(match[0]), file.text) if file.language == "shell" else file.text
        return of_lines(text.splitlines(), INDENTED[file.language])
    return iter(())


def of_python(text: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1)


def of_elisp(lines: list[str]) -> Iterator[Function]:
    """Every form begins at the left margin; comments before the next one belong to that."""
    starts = [index for index, line in enumerate(lines) if line.startswith("(")]
    for start, after in zip(starts, [*starts[1:], len(lines)]):
        if match := ELISP.match(lines[start]):
            own = [index for index in range(start, after) if lines[index].strip() and lines[index][0] != ";"]
            yield Function(match["name"], start + 1, own[-1] - start + 1)


def of_lines(lines: list[str], rules: Language) -> Iterator[Function]:
    for start, line in enumerate(lines):
        if match := rules.header.match(line):
            name = next((group for group in match.groupdict().values() if group), line.strip())
            yield Function(name.strip(), start + 1, length(lines, start, rules.close))


def length(lines: list[str], start: int, close: re.Pattern[str]) -> int:
    """The lines of the function whose header is at `start`; 1 for one that ends on its line, or has no body."""
    margin = indentation(lines[start])
    for index in range(start + 1, len(lines)):
        line = lines[index]
        # Instructions to a preprocessor are at the left margin, wherever they are.
        if line.strip() and not line.startswith("#") and indentation(line) <= margin:
            if close.match(line.strip()) and indentation(line) == margin:
                return index - start + 1
            if not CONTINUED.match(line.strip()):
                break
    return 1


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
