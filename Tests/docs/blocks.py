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
