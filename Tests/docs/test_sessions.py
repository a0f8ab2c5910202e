"""docs/sessions.md shows the sessions of Tests/TranscriptTests, which hold the daemon to every byte of them.

With RECORD=1 in the environment it is written anew, and the test fails so that nobody forgets to read the
difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import run, with_binary

TRANSCRIPTS = ROOT / "Tests/TranscriptTests/Transcripts"
PAGE = ROOT / "docs/sessions.md"
WIDTH = 320  # characters of a line that are shown: what follows is in the transcript
HEAD = """# Sessions

Each session shows one idea: the messages that you send (`>`) and those that come back (`<`). The first line is the command line, which gives you the same bytes:

```sh
sed -n 's/^> //p' Tests/TranscriptTests/Transcripts/batch.transcript | statusd --clock manual --seed 1
```

Or type the lines after `>` yourself. Long lines are cut here.
The files in [Tests/TranscriptTests/Transcripts](../Tests/TranscriptTests/Transcripts) are complete. They leave out `--clock manual --seed 1`, which all of them share, and a test plays each one.
This page is generated from them (`RECORD=1 python -m pytest Tests/docs/test_sessions.py`).
"""
IN_COMMON = "--clock manual --seed 1"


def shown(line: str) -> str:
    if line.startswith("$ statusd"):
        return line.replace("statusd", f"statusd {IN_COMMON}", 1)
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


@pytest.mark.parametrize("name", [path.stem for path in sorted(TRANSCRIPTS.glob("*.transcript"))])
def test_the_command_line_gives_the_bytes(name: str, tmp_path: Path) -> None:
    (example,) = blocks("docs/sessions.md", "sh")
    part = PAGE.read_text(encoding="utf-8").split(f"\n## {name}\n")[1]
    (command,) = re.findall(r"^\$ (.+)$", part.split("\n## ")[0], re.MULTILINE)
    typed = example.strip().replace("batch.transcript", f"{name}.transcript").replace(f"statusd {IN_COMMON}", command)
    lines = (TRANSCRIPTS / f"{name}.transcript").read_text(encoding="utf-8").splitlines()
    expected = [line[2:] for line in lines if line.startswith("< ")]
    # The log goes elsewhere: standard output alone is the session.
    assert run(["bash", "-c", f"({typed}) 2>log"], with_binary(tmp_path), with_link(tmp_path)).splitlines() == expected


def with_link(folder: Path) -> Path:
    """A folder to run in, from which the page's paths lead to the repository."""
    (folder / "Tests").symlink_to(ROOT / "Tests")
    return folder
