"""Values of any shape as lines of text: a table where they are one, else a tree."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

#: Of a large value a person sees the beginning.
MOST_LINES = 1_000
WIDEST_CELL = 32


def text(value: Any, width: int) -> str:
    if isinstance(value, str):
        return value
    lines = list(itertools.islice(value_lines(value, ""), MOST_LINES + 1))
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = ["… and more"]
    return "\n".join(line if len(line) <= width or width < 2 else f"{line[: width - 1]}…" for line in lines)


def value_lines(value: Any, indent: str) -> Iterator[str]:
    if is_table(value):
        yield from (indent + line for line in table(value))
    elif isinstance(value, dict) and value:
        for name, member in value.items():
            yield from entry(f"{indent}{name}:", member, indent)
    elif isinstance(value, list) and value:
        for element in value:
            yield from entry(f"{indent}-", element, indent)
    else:
        yield indent + scalar(value)


def entry(head: str, value: Any, indent: str) -> Iterator[str]:
    """A member or an element: in one line, or with what it holds below it."""
    if isinstance(value, (dict, list)) and value:
        yield head
        yield from value_lines(value, indent + "  ")
    else:
        yield f"{head} {scalar(value)}"


def scalar(value: Any) -> str:
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(written.split())


def is_table(value: Any) -> bool:
    """Whether every element is an object without anything nested."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and is_flat(each) for each in value)


def is_flat(row: dict[str, Any]) -> bool:
    return bool(row) and not any(isinstance(each, (dict, list)) for each in row.values())


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The names of the columns, and a line for each row."""
    shown = rows[:MOST_LINES]
    names = list(dict.fromkeys(name for row in shown for name in row))
    cells = [names, *([cell(row[name]) if name in row else "" for name in names] for row in shown)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    for line in cells:
        yield "  ".join(each.ljust(width) for each, width in zip(line, widths)).rstrip()
    if len(rows) > len(shown):
        yield "…"


def cell(value: Any) -> str:
    written = scalar(value)
    return written if len(written) <= WIDEST_CELL else f"{written[: WIDEST_CELL - 1]}…"
