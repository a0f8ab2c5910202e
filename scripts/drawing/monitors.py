"""The picture of docs/sharing.md: a bar on each monitor, one daemon, and what its server is asked."""

from __future__ import annotations

from drawing.film import box, words
from drawing.session import GLYPH, STYLE

WIDTH, HEIGHT = 900, 330
MONITOR, TOP, GAP = 156, 24, 20
BAR = 26
DAEMON_TOP, SERVER_TOP, BLOCK = 178, 262, 44
#: What a person reads who does not see it.
TITLE = "A bar on every monitor, one daemon, one request"
LINES = ".line { stroke: #545d68; stroke-width: 1.5; fill: none } .asked { stroke: #3fb950; stroke-width: 2; fill: none }\n"


def draw(shown: list[str], requests: int) -> str:
    """The picture of bars that show these texts, when their server was asked so often."""
    parts = [box(0.5, 0.5, WIDTH - 1, HEIGHT - 1, "window", 12)]
    left = (WIDTH - len(shown) * (MONITOR + GAP) + GAP) / 2
    for index, text in enumerate(shown):
        parts += monitor(left + index * (MONITOR + GAP), text)
    parts += block(DAEMON_TOP, "statusd: one engine", f"{len(shown)} sessions")
    parts += block(SERVER_TOP, "the server", f"{requests} request{'' if requests == 1 else 's'}")
    middle = WIDTH / 2
    parts.append(f'<path d="M{middle:g} {DAEMON_TOP + BLOCK}V{SERVER_TOP}" class="asked"/>')
    about = f"{len(shown)} bars show {shown[0]}. All are clients of one daemon, whose server had {requests} request."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="title about">\n<title id="title">{TITLE}</title>\n<desc id="about">{about}</desc>\n'
        f"<style>\n{STYLE}{LINES}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def monitor(left: float, text: str) -> list[str]:
    """A screen with its bar, and the way from there to the daemon."""
    middle = left + MONITOR / 2
    return [
        box(left, TOP, MONITOR, 96, "panel", 6),
        box(left + 6, TOP + 6, MONITOR - 12, BAR, "bar", 3),
        f'<circle cx="{left + MONITOR - 24 - GLYPH * len(text):g}" cy="{TOP + 19}" r="4" class="ok"/>',
        words(left + MONITOR - 14, TOP + 23.5, text, text_anchor="end"),
        f'<path d="M{middle:g} {TOP + 96}v14h-20v-4h40v4h-20" class="line"/>',
        f'<path d="M{middle:g} {TOP + 110}C{middle:g} {DAEMON_TOP - 10} {WIDTH / 2:g} {DAEMON_TOP - 30} '
        f'{WIDTH / 2:g} {DAEMON_TOP}" class="line"/>',
    ]


def block(top: float, name: str, count: str) -> list[str]:
    width = 340
    return [
        box((WIDTH - width) / 2, top, width, BLOCK, "button", 6),
        words((WIDTH - width) / 2 + 16, top + 27, name, "prose strong"),
        words((WIDTH + width) / 2 - 16, top + 27, count, "value", text_anchor="end"),
    ]
