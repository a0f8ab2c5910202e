"""Places as characters on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Half of the height that a lone place is shown in, in degrees.
SMALLEST = 0.001


@dataclass(frozen=True)
class Mark:
    """A place and the character that stands for it."""

    latitude: float
    longitude: float
    glyph: str


def plot(marks: Sequence[Mark], width: int, height: int) -> list[str]:
    """Lines of a map with north at the top. Where places share a cell, the last one is seen."""
    cells = [[" "] * width for _ in range(height)]
    if marks and width > 0 and height > 0:
        south, north = bounds([mark.latitude for mark in marks])
        west, east = bounds([mark.longitude for mark in marks])
        for mark in marks:
            column = round((mark.longitude - west) / (east - west) * (width - 1))
            row = round((north - mark.latitude) / (north - south) * (height - 1))
            cells[row][column] = mark.glyph
    return ["".join(row).rstrip() for row in cells]


def bounds(values: Sequence[float]) -> tuple[float, float]:
    """The least and the greatest value, never the same."""
    least, greatest = min(values), max(values)
    return (least, greatest) if least < greatest else (least - SMALLEST, greatest + SMALLEST)
