"""Plots as SVG, written by hand: a few hundred bytes of text each, the same from the same figures.

Colours are legible on white and on black; the text follows the reader's scheme.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 52, 50
COLOURS = ("#e8590c", "#1c7ed6", "#2f9e44", "#ae3ec9", "#e03131", "#0c8599", "#f08c00", "#868e96")
STYLE = """\
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600; font-size: 15px }
.axis { stroke: #8b949e } .grid { stroke: #8b949e; stroke-opacity: 0.25 }
@media (prefers-color-scheme: dark) { text { fill: #d0d7de } }
</style>"""


@dataclass(frozen=True)
class Axis:
    """Maps values to a length of the picture."""

    label: str
    low: float
    high: float
    is_logarithmic: bool = False

    def place(self, value: float) -> float:
        """From 0 at `low` to 1 at `high`."""
        if self.is_logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        if self.is_logarithmic:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            return [10.0**power for power in range(first, last + 1)]
        return [self.low + (self.high - self.low) * part / 4 for part in range(5)]


def around(label: str, values: Sequence[float]) -> Axis:
    """A logarithmic axis from the power of ten below all values to the one above."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return Axis(label, 10.0**low, 10.0 ** max(high, low + 1), is_logarithmic=True)


@dataclass
class Lines:
    """Curves over two axes."""

    title: str
    x: Axis
    y: Axis
    curves: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def svg(self) -> str:
        parts = [*self.grid()]
        for index, (name, points) in enumerate(self.curves.items()):
            colour = COLOURS[index % len(COLOURS)]
            path = " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            row = TOP + 16 + 22 * index
            side = WIDTH - RIGHT + 14
            parts.append(f'<line x1="{side}" y1="{row - 4}" x2="{side + 20}" y2="{row - 4}" stroke="{colour}" stroke-width="3"/>')
            parts.append(text(side + 26, row, name))
        return picture(self.title, parts, HEIGHT)

    def across(self, value: float) -> float:
        return LEFT + self.x.place(value) * (WIDTH - LEFT - RIGHT)

    def up(self, value: float) -> float:
        return HEIGHT - BOTTOM - self.y.place(value) * (HEIGHT - TOP - BOTTOM)

    def grid(self) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = [f'<path d="M{LEFT},{TOP}V{bottom}H{right}" fill="none" class="axis"/>']
        for tick in self.x.ticks():
            at = self.across(tick)
            parts.append(f'<line x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{bottom}" class="grid"/>')
            parts.append(text(at, bottom + 18, short(tick), "middle"))
        for tick in self.y.ticks():
            at = self.up(tick)
            parts.append(f'<line x1="{LEFT}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}" class="grid"/>')
            parts.append(text(LEFT - 8, at + 4, short(tick), "end"))
        parts.append(text((LEFT + right) / 2, HEIGHT - 10, self.x.label, "middle"))
        parts.append(text(LEFT, TOP - 10, self.y.label))
        return parts


@dataclass
class Bars:
    """One bar for each name, on a logarithmic axis."""

    title: str
    label: str
    values: dict[str, float]

    def svg(self) -> str:
        axis, left, right = around(self.label, list(self.values.values())), 230, 80
        height, bar = TOP + 26 * len(self.values) + BOTTOM, 18
        span = WIDTH - left - right
        parts = []
        for tick in axis.ticks():
            at = left + axis.place(tick) * span
            parts.append(f'<line x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{height - BOTTOM}" class="grid"/>')
            parts.append(text(at, height - BOTTOM + 18, short(tick), "middle"))
        for index, (name, value) in enumerate(self.values.items()):
            top, length = TOP + 26 * index + 4, axis.place(value) * span
            colour = COLOURS[0] if name.startswith("statusd") else COLOURS[1]
            parts.append(text(left - 8, top + 14, name, "end"))
            parts.append(f'<rect x="{left}" y="{top}" width="{length:.1f}" height="{bar}" fill="{colour}"/>')
            parts.append(text(left + length + 6, top + 14, short(value)))
        parts.append(text(left + span / 2, height - 10, f"{self.label} (logarithmic)", "middle"))
        return picture(self.title, parts, height)


def picture(title: str, parts: Sequence[str], height: int) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">'
    )
    return "\n".join([head, STYLE, f'<text x="{LEFT}" y="20" class="title">{escape(title)}</text>', *parts, "</svg>\n"])


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def short(value: float) -> str:
    """1.2k, 3M: what stands at a tick or a bar."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"
