"""docs/sessions.md shows the sessions of Tests/TranscriptTests, which hold the daemon to every byte of them.

With RECORD=1 in the environment it is written anew, and the test fails so that nobody forgets to read the
difference.
"""

from __future__ import annotations

import os
from pathlib import Path

from blocks import ROOT

TRANSCRIPTS = ROOT / "Tests/TranscriptTests/Transcripts"
PAGE = ROOT / "docs/sessions.md"
WIDTH = 320  # characters of a line that are shown: what follows is in the transcript
HEAD = """# Sessions

Each session shows one idea: what you send (`>`) and what comes (`<`). All run under `--clock manual --seed 1`, so you get the same bytes.
Long lines are cut here. The files in [Tests/TranscriptTests/Transcripts](../Tests/TranscriptTests/Transcripts) are whole, and a test plays each of them.
This page is generated from them (`RECORD=1 python -m pytest Tests/docs/test_sessions.py`).
"""


def shown(line: str) -> str:
    return line if len(line) <= WIDTH else line[:WIDTH] + "…"


def section(path: Path) -> str:
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# "), f"{path.name} begins with a sentence that says what it shows"
    return "\n".join([f"## {path.stem}", "", first[2:], "", "```", *map(shown, lines), "```", ""])


def test_the_page_shows_every_transcript() -> None:
    sections = [section(path) for path in sorted(TRANSCRIPTS.glob("*.transcript"))]
    assert len(sections) >= 40
    page = "\n".join([HEAD, *sections])
    if os.environ.get("RECORD") == "1":
        PAGE.write_text(page, encoding="utf-8")
        raise AssertionError("docs/sessions.md was recorded")
    assert PAGE.read_text(encoding="utf-8") == page
