"""Text between markers: `<!-- figures: NAME -->` on a line of its own, up to the next `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping

BLOCK = re.compile(r"^<!-- figures: (?P<name>[\w-]+) -->\n(?P<body>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


class UnknownMarker(Exception):
    """A text for which the page has no place."""


def replace(page: str, texts: Mapping[str, str]) -> str:
    """The page with the given blocks written anew. Blocks that have no text here stay as they are."""
    places = {match["name"] for match in BLOCK.finditer(page)}
    if lost := sorted(set(texts) - places):
        raise UnknownMarker(f"the page has no marker {', '.join(lost)}")

    def written(match: re.Match[str]) -> str:
        text = texts.get(match["name"])
        return match[0] if text is None else f"<!-- figures: {match['name']} -->\n{text.strip()}\n<!-- end -->"

    return BLOCK.sub(written, page)
