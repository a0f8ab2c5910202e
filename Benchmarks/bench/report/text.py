"""Numbers and tables in Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from bench.figures import Spread


def number(value: float) -> str:
    """Three digits that count, or the whole number if that is longer."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"


def ratio(value: Spread) -> str:
    """The median with the lowest and the highest round."""
    if value.low == value.high:
        return f"{value.median:.2f}"
    return f"{value.median:.2f} ({value.low:.2f}–{value.high:.2f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in lines)
