"""Unkind bodies of 8 MiB: the longest time for which one turn of the loop goes on with them."""

from __future__ import annotations

import mmap
import statistics
import struct
from pathlib import Path
from types import TracebackType

from bench import programs
from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.paths import work
from bench.suites.large import replace
from bench.unkind.forms import FORMS, Form

#: `limits.bodyBytes`, and room for a byte more.
SIZE = 8 * 1024 * 1024 - 1
METHODS = {"fleet": "state", "menu": "menu"}
FIGURES = struct.Struct("=QQ")
#: Rows of what is said; the others hold the loop for less.
SAID = 20


class Holds:
    """The longest turn of a program that was started with `command` in front of its own words."""

    def __init__(self) -> None:
        self.path = work("holds")
        self.path.write_bytes(bytes(FIGURES.size))
        self.command = ["env", f"LD_PRELOAD={programs.holds()}", f"HOLDS={self.path}"]

    def __enter__(self) -> Holds:
        with self.path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), FIGURES.size)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.memory.close()

    def forget(self) -> None:
        self.memory[:] = bytes(FIGURES.size)

    def longest(self) -> float:
        """In ms of CPU, since it was forgotten."""
        longest, _ = FIGURES.unpack(self.memory[:])
        return float(longest) / 1e6


def measure(context: Context) -> Figures:
    """The longest hold of each form, in every round."""
    rows: dict[str, list[float]] = {}
    for form in FORMS:
        body = form.make(context.count(SIZE))
        rows[str(form)] = [held(context.statusd, form, body) for _ in range(context.rounds)]
    worst = sorted(rows, key=lambda name: -statistics.median(rows[name]))
    for name in worst[:SAID]:
        context.say(f"   {statistics.median(rows[name]):7.1f} ms  {name}")
    return {"rounds": {name: rows[name] for name in worst}}


def held(statusd: str, form: Form, body: bytes) -> float:
    """While the body is fetched, fetched again with another end, and given to a client that wants to know of changes."""
    path = work(f"unkind/{form.shape}")
    name = METHODS.get(form.shape, "other")
    with Holds() as holds, Conversation([*holds.command, statusd, "--config", str(configuration(form, name, path))]) as session:
        session.result("initialize", {})
        holds.forget()
        for content in (body, changed(body)):
            replace(path, content)
            session.ask("refresh", {"resource": name})
        # What was sent last has to be taken over before the turn ends.
        session.ask("getLocation")
        return holds.longest()


def changed(body: bytes) -> bytes:
    """Another body that is equal up to one of the last bytes; with white space more, it has the same value."""
    place = max(body.rfind(byte, len(body) - 400) for byte in b"01xa\xa8\xa9")
    return body + b" " if place < 0 else body[:place] + bytes([body[place] + 1]) + body[place + 1 :]


def configuration(form: Form, name: str, path: Path) -> Path:
    """A resource of the form's shape, with time for every body and one attempt."""
    rows = [f"[resources.{name}]", f'source = "file:{path}"', "timeout = 600", "totalTimeout = 600", "retry = { attempts = 1 }"]
    if name == "other":
        rows += [f'shape = "{form.shape}"']
    if form.pointer:
        rows += [f'pointer = "{form.pointer}"']
    file = work("unkind/configuration.toml")
    file.write_text("\n".join([*rows, ""]), encoding="utf-8")
    return file
