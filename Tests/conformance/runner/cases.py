"""The cases as schema/conformance/*.jsonl has them, and the bytes that their steps send."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping
from typing import Any

from .files import SCHEMA, Line, read
from .wire import framed

CASES = SCHEMA / "conformance"

Step = Mapping[str, Any]


class Case(Line):
    """A conversation with a server, and what is expected of it."""

    @property
    def is_slow(self) -> bool:
        return "slow" in self.content

    @property
    def stdin(self) -> str:
        kind: str = self.content.get("stdin", "pipe")
        return kind

    @property
    def steps(self) -> list[Step]:
        return list(self.content["input"])

    def framings(self) -> tuple[str, ...]:
        framing = self.content.get("framing", "both")
        return ("lines", "headers") if framing == "both" else (framing,)


def load(directory: pathlib.Path = CASES) -> list[Case]:
    return read(directory, Case)


# What a step sends.

SENDING = {"send", "sendParts", "raw", "rawHex"}


def bytes_of(step: Step, framing: str, names: Mapping[str, str]) -> bytes:
    """What the step writes. `names` are the values of `${…}`."""
    if "rawHex" in step:
        return bytes.fromhex(step["rawHex"]) * int(step.get("repeat", 1))
    is_framed = "raw" not in step
    parts = _written(step)
    if "repeat" not in step:
        return _bytes(parts, framing if is_framed else None, names)
    if "${n}" not in str(parts):
        return _bytes(parts, framing if is_framed else None, names) * int(step["repeat"])
    numbers = range(1, step["repeat"] + 1)
    numbered = ({**names, "n": str(n)} for n in numbers)
    return b"".join(_bytes(parts, framing if is_framed else None, each) for each in numbered)


def _written(step: Step) -> list[Any]:
    """The parts of what the step writes."""
    if "sendParts" in step:
        return list(step["sendParts"])
    if "raw" in step:
        return list(step["raw"]) if isinstance(step["raw"], list) else [step["raw"]]
    message = step["send"]
    if not isinstance(message, str):
        message = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return [message]


def _bytes(parts: list[Any], framing: str | None, names: Mapping[str, str]) -> bytes:
    joined = _parts(parts, names)
    return framed(joined, framing) if framing else joined


def _parts(parts: list[Any], names: Mapping[str, str]) -> bytes:
    """The parts one after the other; one that pads makes the whole as long as it says."""
    pieces = [_part(part, names) for part in parts]
    for index, part in enumerate(parts):
        if isinstance(part, dict) and "pad" in part:
            pieces[index] = part["pad"].encode() * (part["to"] - sum(map(len, pieces)))
    return b"".join(pieces)


def _part(part: Any, names: Mapping[str, str]) -> bytes:
    if isinstance(part, str):
        return substituted(part, names).encode("utf-8")
    if "times" in part:
        return _part(part["of"], names) * int(part["times"])
    return b""


def substituted(text: str, names: Mapping[str, str]) -> str:
    """The text with every `${name}` replaced that has a value."""
    for name, value in names.items():
        text = text.replace("${" + name + "}", value)
    return text
