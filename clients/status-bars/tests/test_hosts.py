"""The configurations of i3blocks, i3bar and tmux, in i3blocks and tmux themselves."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

from bars import BARS, Program, environment, running
from terminal import terminal

OUT_OF_SPACE = ("--scenario", "out-of-space", "--interval", "3600")


def click(shown: Program, button: int) -> None:
    """As i3bar writes it; the array never ends."""
    shown.write(json.dumps({"name": "statusd", "instance": "menu", "button": button, "x": 1, "y": 1}) + "\n,")


def test_i3blocks_shows_the_menu_and_takes_clicks(tmp_path: Path) -> None:
    variables = environment(tmp_path, *OUT_OF_SPACE)
    with running(["i3blocks", "-c", str(BARS / "i3blocks.conf")], variables, tmp_path) as shown:
        shown.write("[")
        line = shown.until("The store is full")
        (block,) = (block for block in json.loads(line.lstrip(",")) if block.get("name") == "statusd")
        assert block["color"] == "#DC322F"
        # Again where i3blocks 1.4, whose input the block has too, was the first to read the click.
        shown.until(" sections, ", lambda: click(shown, 1))


def test_i3bar_gets_an_array_that_never_ends(tmp_path: Path) -> None:
    variables = environment(tmp_path, *OUT_OF_SPACE)
    (command,) = (
        line.split("status_command ")[1] for line in (BARS / "i3bar.conf").read_text().splitlines() if "command" in line
    )
    with running(shlex.split(command), variables, tmp_path) as shown:
        header = json.loads(shown.until("version"))
        assert header == {"version": 1, "click_events": True}
        failed = shown.until("The store is full")
        click(shown, 1)
        recovered = shown.until(" sections, ")
        for line in (failed, recovered):
            ((block,),) = json.loads(f"[{line.strip().rstrip(',')}]")
            assert block["name"] == "statusd"


def test_tmux_shows_the_menu_and_takes_clicks(tmp_path: Path) -> None:
    variables = environment(tmp_path, *OUT_OF_SPACE)
    server = ["tmux", "-u", "-S", str(tmp_path / "socket")]
    try:
        command = [*server, "-f", str(BARS / "tmux.conf"), "new-session", "cat"]
        with terminal(command, variables, tmp_path) as shown:
            shown.until("The store is full")
            # The button is pressed in the last row, near its end (xterm's SGR form of the mouse).
            shown.type("\x1b[<0;95;24M\x1b[<0;95;24m")
            shown.until(" sections, ")
    finally:
        subprocess.run([*server, "kill-server"], check=True)
