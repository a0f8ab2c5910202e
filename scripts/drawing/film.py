"""A picture that moves: SVG with CSS animations, which runs where an image runs, without a script.

Everything that moves repeats with one period. Where nothing moves, because the reader has said so or the program
cannot, the picture shows the moment `STILL`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

PERIOD = 13.0  # seconds
STILL = 6.9


@dataclass
class Film:
    """Collects the elements and the rules of their movement."""

    width: int
    height: int
    elements: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    def add(self, element: str) -> None:
        self.elements.append(element)

    def between(self, begin: float, end: float, *elements: str, still: bool | None = None) -> None:
        """Elements that are there from one time to another."""
        is_there = begin <= STILL < end if still is None else still
        frames = [(0.0, "opacity:0"), (begin, "opacity:1"), (end, "opacity:0")]
        self.add(f'<g class="{self.moving(frames, "step-end")}" opacity="{int(is_there)}">')
        self.elements += [*elements, "</g>"]

    def moving(self, frames: list[tuple[float, str]], pace: str) -> str:
        """The class of what goes through these styles; the last one lasts."""
        name = f"m{len(self.rules)}"
        steps = [f"{100 * time / PERIOD:.4g}%{{{style}}}" for time, style in frames if time <= PERIOD]
        last = frames[-1][1] if frames[-1][0] <= PERIOD else frames[-2][1]
        self.rules.append(
            f"@keyframes {name}{{{''.join(steps)}100%{{{last}}}}}"
            f".{name}{{animation:{name} {PERIOD:g}s {pace} infinite}}"
        )
        return name

    def text(self, title: str, description: str, style: str) -> str:
        moves = "\n".join(self.rules)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" aria-labelledby="title description">\n'
            f'<title id="title">{escape(title)}</title>\n<desc id="description">{escape(description)}</desc>\n'
            f"<style>\n{style}@media (prefers-reduced-motion: no-preference) {{\n{moves}\n}}\n</style>\n"
            + "\n".join(self.elements)
            + "\n</svg>\n"
        )


def words(x: float, y: float, text: str, name: str = "", **attributes: str) -> str:
    further = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    kind = f' class="{name}"' if name else ""
    return f'<text x="{x:g}" y="{y:g}"{kind}{further}>{escape(text, quote=False)}</text>'


def box(x: float, y: float, width: float, height: float, name: str, radius: float = 6) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" class="{name}"/>'
