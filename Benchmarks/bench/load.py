"""Runs Benchmarks/limit/load.c, the client whose own cost is small."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import frames, programs
from bench.paths import work

MIB = 1 << 20
#: Messages in a file; they are sent again and again.
REPEATED = 1_000


class LoadFailed(RuntimeError):
    """The client or the program it has started did not come to its end."""


@dataclass(frozen=True)
class Exchange:
    """What is said to a program: messages with one response each, and what must come before them."""

    messages: Path
    framing: str = "lines"
    first: Path | None = None


def exchange(name: str, messages: Sequence[bytes], framing: str = "lines", first: Sequence[bytes] = ()) -> Exchange:
    """Writes the messages to files in the work folder."""
    path, opening = work(f"messages/{name}"), work(f"messages/{name}.first")
    path.write_bytes(frames.framed(messages, framing))
    opening.write_bytes(frames.framed(first, framing))
    return Exchange(path, framing, opening if first else None)


def requests(kind: str, framing: str = "lines") -> Exchange:
    return exchange(f"{kind}.{framing}", frames.requests(kind, REPEATED), framing)


def run(mode: str, count: int, said: Exchange, command: Sequence[str]) -> dict[str, Any]:
    """One run, in us, ms and MiB."""
    words = [programs.load(), mode, said.framing, str(count), str(said.messages), str(said.first or "-"), *command]
    read = output(words)
    figures = {
        "start": read["start"] / 1e6,
        "startCPU": read["startCPU"] / 1e6,
        "idle": read["idle"] / MIB,
        "peak": max(read["peak"], *read["resident"]) / MIB,
    }
    if count:
        figures |= {
            "cpu": read["cpu"] / count / 1e3,
            "rate": count / read["elapsed"] * 1e9,
            "resident": [value / MIB for value in read["resident"]],
            "percentiles": [value / 1e3 for value in read["percentiles"]],
        }
    return figures


def until_end(command: Sequence[str]) -> dict[str, Any]:
    """The time until a program ends that is given no input, in ms."""
    return {"start": output([programs.load(), "end", *command])["start"] / 1e6}


def output(words: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise LoadFailed(f"{' '.join(words)}: status {done.returncode}: {done.stderr.strip()[-500:]}")
    read: dict[str, Any] = json.loads(done.stdout)
    return read
