"""JSON on few characters: the members that matter, and "…" for those that are left out."""

from __future__ import annotations

import json
import re
from typing import Any

LEFT_OUT = "…"
#: A string with what says whether it is a name, and everything else that has a colour.
TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(:?)|(…)|(true|false|null|-?\d[\d.]*)')


def shortened(value: Any, kept: frozenset[str]) -> str:
    """The text of a value whose objects show only these members. `jsonrpc`, which all messages have, leaves no trace."""
    if isinstance(value, list):
        return f"[{','.join(shortened(each, kept) for each in value)}]"
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    members: list[str] = []
    for name in value:
        if name in kept:
            members.append(f"{json.dumps(name)}:{shortened(value[name], kept)}")
        elif name != "jsonrpc" and members[-1:] != [LEFT_OUT]:
            members.append(LEFT_OUT)
    return "{" + ",".join(members) + "}"


def wrapped(text: str, width: int) -> list[str]:
    """Lines that end behind a comma."""
    lines: list[str] = []
    while len(text) > width:
        cut = text.rfind(",", 0, width) + 1
        lines.append(text[:cut])
        text = "  " + text[cut:]
    return [*lines, text]


def tokens(line: str) -> list[tuple[str, str]]:
    """The pieces of a line, each with its class of colour, or none."""
    pieces: list[tuple[str, str]] = []
    end = 0
    for match in TOKEN.finditer(line):
        pieces.append((line[end : match.start()], ""))
        name = "name" if match[2] else "text" if match[1] else "gap" if match[3] else "value"
        pieces.append((match[1] or match[0], name))
        end = match.end() - len(match[2] or "")
    return [piece for piece in [*pieces, (line[end:], "")] if piece[0]]
