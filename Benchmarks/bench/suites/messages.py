"""One message: statusd beside a C program that writes the same bytes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

from bench import counts, frames, load, programs
from bench.context import Context, Figures
from bench.paths import work

BURST, TURNS = 200_000, 20_000

#: Each row of the table: its title, the kind of message, the framing.
ROWS = {
    "getState": ("`getState`", "getState", "lines"),
    "params": ("`getState` with params", "params", "lines"),
    "getState130": ("`getState` in 130 bytes", "getState130", "lines"),
    "params130": ("`getState` with params in 130 bytes", "params130", "lines"),
    "headers": ("`getState`, Content-Length", "getState", "headers"),
    "error": ("error response", "error", "lines"),
    "errorParams": ("error response, with params", "errorParams", "lines"),
}


def measure(context: Context) -> Figures:
    error = keep_error(context.statusd)
    commands = {row: {"statusd": [context.statusd], "C": of_c(row, error)} for row in ROWS}
    for row, pair in commands.items():
        require_same_bytes(row, pair)
    contestants = {
        f"{row} {name}": timed(context, row, command) for row, pair in commands.items() for name, command in pair.items()
    }
    rows = context.interleaved(contestants)
    return {"rounds": rows, "instructions": counted(commands)}


def of_c(row: str, error: str) -> list[str]:
    options = ["--headers"] if ROWS[row][2] == "headers" else []
    return [programs.limit(), *options, *(["--error", error] if row.startswith("error") else [])]


def timed(context: Context, row: str, command: list[str]) -> Callable[[], dict[str, Any]]:
    _, kind, framing = ROWS[row]
    said = load.requests(kind, framing)
    # An error costs many times as much.
    share = 4 if row.startswith("error") else 1

    def run() -> dict[str, Any]:
        burst = load.run("burst", context.count(BURST) // share, said, command)
        turns = load.run("turns", context.count(TURNS) // share, said, command)
        return {
            "burstCPU": burst["cpu"], "rate": burst["rate"], "turnCPU": turns["cpu"],
            "p50": turns["percentiles"][50], "p99": turns["percentiles"][99], "percentiles": turns["percentiles"],
        }  # fmt: skip

    return run


def counted(commands: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for row, pair in commands.items():
        _, kind, framing = ROWS[row]
        found[row] = {name: counts.burst(command, kind, framing) for name, command in pair.items()}
    found["turn"] = {name: counts.turns(command) for name, command in commands["getState"].items()}
    return found


# MARK: The same bytes


def keep_error(statusd: str) -> str:
    """The file of an error response of statusd's, for the C program to write again."""
    path = work("error-response.json")
    path.write_bytes(only_response([statusd], "error", "lines"))
    return str(path)


def require_same_bytes(row: str, pair: dict[str, list[str]]) -> None:
    """A program that writes something else is no measure."""
    _, kind, framing = ROWS[row]
    texts = {name: only_response(command, kind, framing) for name, command in pair.items()}
    if framing == "lines":
        texts = {name: without_time(text) for name, text in texts.items()}
    if texts["C"] != texts["statusd"]:
        raise ValueError(f"{row}: the C program writes {texts['C']!r} where statusd writes {texts['statusd']!r}")


def only_response(command: list[str], kind: str, framing: str) -> bytes:
    sent = frames.framed(frames.requests(kind, 1), framing)
    return subprocess.run(command, input=sent, check=True, stdout=subprocess.PIPE).stdout


def without_time(text: bytes) -> bytes:
    message = json.loads(text)
    message.get("error", {}).get("data", {}).pop("occurredAt", None)
    return json.dumps(message).encode()
