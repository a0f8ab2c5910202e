"""README's picture: a status line turns red, a button is pressed, the value is back, and what is said meanwhile."""

from __future__ import annotations

import textwrap
from html import escape
from pathlib import Path
from typing import Any

from drawing.film import PERIOD, Film, box, words
from drawing.shortening import shortened, tokens, wrapped
from drawing.transcript import Message, read

#: When each message is shown, in seconds of the picture, and with which members; its own time is printed beside it.
SHOTS = (
    (0.4, "id method params resource enabled interval"),
    (0.8, "method params resource status"),
    (0.9, "id result resource"),
    (1.6, "method params status value version state"),
    (3.8, "method params status failure title recoveryOptions id"),
    (6.9, "id method params failureId optionId"),
    (7.1, "method params status isFetching attempt"),
    (8.9, "method params status value version state"),
    (9.1, "id result recovered"),
)
#: When the pointer is on the status line, when it presses the button, and when the panel has gone.
POINTED, PRESSED, CLOSED = 5.2, 6.7, 7.0
PRESSED_OPTION = "tryAgain"
WIDTH = 900
GLYPH = 7.8  # the width of a character of 13 pixels in a font of fixed width
RIGHT = WIDTH - 84  # where the resource's part of the status line ends
PANEL, PANEL_TOP = 420, 54
WIRE, LINE, COLUMNS = 216, 21, 101  # where the messages begin, the height of a line and its characters
STYLE = """\
text { font: 13px ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", Consolas, monospace; fill: #c9d1d9; white-space: pre }
.window { fill: #0d1117; stroke: #30363d } .bar { fill: #161b22 } .place { fill: #30363d }
.ok { fill: #3fb950 } .alarm { fill: #da3633 } .on-alarm { fill: #ffffff } .quiet { fill: #8b949e }
.panel { fill: #1c2128; stroke: #444c56 } .button { fill: #2d333b; stroke: #545d68 } .down { fill: #1f6feb; stroke: #79c0ff }
.prose { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif } .strong { font-weight: 600 }
.name { fill: #79c0ff } .text { fill: #a5d6ff } .value { fill: #d2a8ff } .gap { fill: #8b949e } .sent { fill: #ffa657 }
.turning { fill: none; stroke: #ffffff; stroke-width: 2; stroke-dasharray: 16 12; transform-box: fill-box; transform-origin: center }
.pointer { fill: #ffffff; stroke: #0d1117; stroke-width: 1.5 }
"""


def draw(transcript: Path) -> str:
    messages = read(transcript)
    if len(messages) != len(SHOTS):
        raise SystemExit(f"{transcript.name} has {len(messages)} messages to show, not {len(SHOTS)}")
    said = [wrapped(shortened(message.content, frozenset(kept.split())), COLUMNS) for message, (_, kept) in zip(messages, SHOTS)]
    snapshots = [message.snapshot for message in messages if message.snapshot]
    failure = next(snapshot["failure"] for snapshot in snapshots if "failure" in snapshot)
    film = Film(WIDTH, WIRE + 20 + LINE * sum(map(len, said)))
    film.add(box(0.5, 0.5, WIDTH - 1, film.height - 1, "window", 12))
    draw_wire(film, messages, said)
    draw_bar(film, messages)
    draw_panel(film, failure)
    draw_pointer(film, failure)
    return film.text(
        "A status line turns red, a button is pressed, and the value is back",
        f"The status line turns red: {failure['title']}. A panel has a button for each recovery option. "
        "One of them is pressed, and the status line is green again. Below are the messages of the session.",
        STYLE,
    )


# MARK: The status line


def draw_bar(film: Film, messages: list[Message]) -> None:
    film.add(box(8, 8, WIDTH - 16, 36, "bar"))
    for place in range(3):
        film.add(box(16 + 30 * place, 15, 22, 22, "place", 4))
        film.add(words(27 + 30 * place, 30.5, str(place + 1), "quiet", text_anchor="middle"))
    changes = [(beat, message) for (beat, _), message in zip(SHOTS, messages) if message.snapshot]
    begins = [0.0, *(beat for beat, _ in changes[1:])]
    for begin, end, (_, message) in zip(begins, [*begins[1:], PERIOD + 1], changes):
        film.between(begin, end, *status(film, message.snapshot or {}), clock(message.time))


def clock(time: str) -> str:
    return words(WIDTH - 24, 30.5, time, "quiet", text_anchor="end")


def status(film: Film, snapshot: dict[str, Any]) -> list[str]:
    """The resource's part of the status line: its value, and the title of its failure."""
    value, failure = snapshot.get("value", {}), snapshot.get("failure")
    text = " ".join([snapshot["resource"], *map(str, value.values())])
    text += f": {failure['title']}" if failure else ""
    length = GLYPH * len(text)
    left = RIGHT - 12 - length
    centre = left - 14
    style = {"text_anchor": "start", "textLength": f"{length:g}"}
    parts = [box(left - 28, 13, length + 40, 26, "alarm" if failure else "place", 5)]
    if snapshot["isFetching"]:
        turning = film.moving([(0, "transform:rotate(0)"), (PERIOD, "transform:rotate(13turn)")], "linear")
        parts.append(f'<circle cx="{centre:g}" cy="26" r="5.5" class="turning {turning}"/>')
    else:
        parts.append(f'<circle cx="{centre:g}" cy="26" r="5" class="{"on-alarm" if failure else "ok"}"/>')
    return [*parts, words(left, 30.5, text, "on-alarm" if failure else "", **style)]


# MARK: The failure


def draw_panel(film: Film, failure: dict[str, Any]) -> None:
    left = RIGHT - PANEL
    shown = [box(left, PANEL_TOP, PANEL, 136, "panel", 8), words(left + 18, PANEL_TOP + 28, failure["title"], "prose strong")]
    for row, line in enumerate(textwrap.wrap(failure["message"], 56)):
        shown.append(words(left + 18, PANEL_TOP + 51 + 20 * row, line, "prose"))
    for option, x, width in buttons(failure):
        shown += button(option["title"], x, width, "button")
    film.between(POINTED, CLOSED, *shown)
    for option, x, width in buttons(failure):
        if option["id"] == PRESSED_OPTION:
            film.between(PRESSED, CLOSED, *button(option["title"], x, width, "down"))


def buttons(failure: dict[str, Any]) -> list[tuple[dict[str, Any], float, float]]:
    """The options, each with its left edge and its width."""
    placed: list[tuple[dict[str, Any], float, float]] = []
    x: float = RIGHT - PANEL + 18
    for option in failure["recoveryOptions"]:
        width = 7.4 * len(option["title"]) + 30
        placed.append((option, x, width))
        x += width + 10
    return placed


def button(title: str, x: float, width: float, name: str) -> list[str]:
    top = PANEL_TOP + 90
    return [box(x, top, width, 30, name), words(x + width / 2, top + 20, title, "prose", text_anchor="middle")]


def draw_pointer(film: Film, failure: dict[str, Any]) -> None:
    """Comes to the status line, goes to the button, and away."""
    (target,) = (x + width / 2 for option, x, width in buttons(failure) if option["id"] == PRESSED_OPTION)
    away, line, press = (WIDTH - 30, WIRE - 30), (RIGHT - 120, 28), (target + 14, PANEL_TOP + 110)
    path = [(0, away), (4.2, away), (POINTED - 0.2, line), (POINTED + 0.5, line), (PRESSED - 0.3, press)]
    path += [(CLOSED + 0.2, press), (CLOSED + 1.2, away)]
    name = film.moving([(time, f"transform:translate({x:g}px,{y:g}px)") for time, (x, y) in path], "ease-in-out")
    arrow = f'<path d="M0 0v17l4-4 3 7 3-1.5-3-6.5h6z" class="pointer {name}" transform="translate({press[0]:g} {press[1]})"/>'
    film.between(4.2, CLOSED + 1.2, arrow)


# MARK: The messages


def draw_wire(film: Film, messages: list[Message], said: list[list[str]]) -> None:
    film.add(words(20, WIRE - 8, "# JSON-RPC over stdin and stdout, shortened", "quiet"))
    y = WIRE + LINE - 4
    for (beat, _), message, lines in zip(SHOTS, messages, said):
        mark = words(72, y, "→", "sent") if message.is_sent else words(72, y, "←", "ok")
        shown = [words(20, y, message.time, "quiet"), mark]
        for line in lines:
            shown.append(coloured(92, y, line))
            y += LINE
        film.between(beat, PERIOD + 1, *shown, still=True)


def coloured(x: float, y: float, line: str) -> str:
    pieces = [
        f'<tspan class="{name}">{escape(text, quote=False)}</tspan>' if name else escape(text, quote=False)
        for text, name in tokens(line)
    ]
    return f'<text x="{x:g}" y="{y:g}">{"".join(pieces)}</text>'
