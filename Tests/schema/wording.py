"""What holds for the sentences of failures: each is one line, and text from elsewhere cannot disguise itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

SENTENCES = ("title", "failureReason", "recoverySuggestion", "message")
#: Embeddings, overrides and isolates: Unicode Standard Annex 9, section 2.
BIDIRECTIONAL = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
LINE_ENDS = {"\u2028", "\u2029"}


def wording_problems(failure: dict[str, Any]) -> Iterator[str]:
    for name in SENTENCES:
        yield from line_problems(name, failure.get(name, ""))


def line_problems(name: str, text: str) -> Iterator[str]:
    """What stands in `text` that should have been escaped visibly."""
    for character in sorted(set(text)):
        if unicodedata.category(character) == "Cc" or character in BIDIRECTIONAL | LINE_ENDS:
            yield f"{name} holds U+{ord(character):04X} unescaped: {text[:200]!r}"
