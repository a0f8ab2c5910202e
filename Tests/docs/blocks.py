"""The code blocks of the documentation, as things that can be tried."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Command:
    """A line that begins with "$ ", and the lines below it up to the next."""

    text: str
    output: list[str] = field(default_factory=list)


def blocks(document: str, language: str) -> list[str]:
    """The texts of a document's code blocks in one language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(block: str) -> list[Command]:
    found: list[Command] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line.removeprefix("$ ")))
        else:
            found[-1].output.append(line)
    return found


def pattern(line: str) -> re.Pattern[str]:
    """What a line of output must be: itself, where "…" stands for anything."""
    return re.compile(".*".join(re.escape(part) for part in line.split("…")))


def whole(lines: list[str]) -> re.Pattern[str]:
    """What a whole output must be: these lines, where one that is "…" alone stands for any number of them.

    JSON that begins with a brace on a line of its own is laid out for its reader. The program prints it on one line.
    """
    shown = [on_one_line(lines)] if lines[:1] == ["{"] else lines
    return re.compile("".join(r"(?:.*\n)*" if line == "…" else pattern(line).pattern + r"\n" for line in shown))


def on_one_line(lines: list[str]) -> str:
    """JSON without the spaces between its parts; those within strings stay."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda match: match[1] or "", "\n".join(lines))
