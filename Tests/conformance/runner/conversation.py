"""One case against one server: its steps, and what came of them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import patterns, socket
from .cases import SENDING, Case, Step, bytes_of, substituted
from .judgement import Judgement
from .server import Server, TimedOut
from .stdin import opened
from .wire import BadOutput

INITIALIZE = {
    "jsonrpc": "2.0", "id": "conformance", "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}  # fmt: skip
#: Steps that begin when what was sent before them has been written.
AFTER_WRITING = {"signal", "kill", "held", "release", "closeOutput", "memory", "wait"}
INITIALIZED = {"jsonrpc": "2.0", "method": "initialized", "params": {}}


@dataclass(frozen=True)
class Setting:
    """How the cases are played."""

    command: Sequence[str]
    claims: frozenset[str]
    split: bool = False
    lsp: bool = False
    seconds: float = 10.0
    #: Whether the command stands for a server that is no process of the case's.
    is_session: bool = False

    def can_play(self, case: Case) -> bool:
        """Whether the server claims what the case needs, and can be told `initialize` where it must be."""
        if self.is_session and not socket.can_play(case):
            return False
        return case.requires <= self.claims and not (self.lsp and case.stdin in ("file", "null"))


class Failed(Exception):
    """What the case asks for did not happen."""


@dataclass
class Outcome:
    """What came of a case. `why` is None when it passed."""

    why: str | None
    sent: bytes = b""
    came: list[bytes] = field(default_factory=list)
    errors: bytes = b""


def play(case: Case, framing: str, setting: Setting) -> Outcome:
    conversation = Conversation(case, framing, setting)
    try:
        conversation.hold()
        why = None
    except (Failed, BadOutput) as error:
        why = str(error)
    except TimedOut as error:
        why = f"waited in vain for {error}"
    finally:
        conversation.close()
    return Outcome(why, conversation.sent, conversation.messages, conversation.server.errors)


class Conversation:
    def __init__(self, case: Case, framing: str, setting: Setting) -> None:
        self._case = case
        self._content = patterns.resolved(dict(case.content), setting.claims)
        self._judgement = Judgement(self._content, setting.claims)
        self._framing = framing
        self._setting = setting
        self._names: dict[str, str] = {}
        self._bystander: subprocess.Popen[bytes] | None = None
        self._start_bystander(case)
        self._awaited: set[int] = set()
        self._is_open = True
        self._closes = {"close": True} in case.steps
        self.sent = b""
        options = [substituted(option, self._names) for option in case.content.get("options", ())]
        stdin = opened(case.stdin, self._whole_input())
        self.server = Server(
            [*setting.command, *options], stdin, framing, split=setting.split,
            strict="statusd" in setting.claims,
            has_parent=case.content.get("parent", False), seconds=setting.seconds,
        )  # fmt: skip
        self._skipped = 0

    @property
    def messages(self) -> list[bytes]:
        return self.server.messages[self._skipped :]

    def hold(self) -> None:
        if self._setting.lsp:
            self._initialize()
        for step in self._content["input"]:
            self._perform(step)
        if self._is_open:
            self._let_answer()
            self.server.close_input()
        self._end(self._content.get("end", {}))
        if not self.server.is_read:
            return
        difference = self._judgement.of(self.messages) or self._judgement.of_errors(self.server.errors)
        if difference:
            raise Failed(difference.why)

    def close(self) -> None:
        self.server.kill()
        if self._bystander:
            self._bystander.kill()
            self._bystander.wait()

    def _start_bystander(self, case: Case) -> None:
        if "${bystander}" in str(case.content):
            self._bystander = subprocess.Popen(["sleep", "3600"])
            self._names["bystander"] = str(self._bystander.pid)

    def _whole_input(self) -> bytes:
        """What is in the file, for a case whose stdin is one."""
        steps = self._content["input"] if self._case.stdin == "file" else []
        return b"".join(bytes_of(step, self._framing, self._names) for step in steps)

    def _initialize(self) -> None:
        """What a server of LSP has to be told before it serves anything."""
        self._send({"send": INITIALIZE})
        self._await({"id": "conformance"})
        self._send({"send": INITIALIZED})
        self._skipped = len(self.server.messages)
        self.sent = b""

    # Steps.

    def _perform(self, step: Step) -> None:
        if SENDING & step.keys():
            self._send(step)
            return
        name, argument = next(iter(step.items()))
        if name in AFTER_WRITING:
            self.server.flush()
        getattr(self, f"_{_snake(name)}")(argument)

    def _send(self, step: Step) -> None:
        data = bytes_of(step, self._framing, self._names)
        self.sent += data
        self.server.send(data)

    def _let_answer(self) -> None:
        """Keeps the input of a server open for a while that may forget its answers at the end of input.

        There are cases about that end; the others are about something else.
        """
        if "statusd" in self._setting.claims or self._closes or self._case.stdin != "pipe":
            return
        end = time.monotonic() + self._setting.seconds / 2
        self.server.flush()
        judged = -1

        def is_decided() -> bool:
            nonlocal judged
            if time.monotonic() > end or self.server.has_closed_output:
                return True
            is_news, judged = judged != len(self.messages), len(self.messages)
            difference = self._judgement.of(self.messages) if is_news else None
            return is_news and not (difference and difference.is_lack)

        self.server.wait("answers", is_decided)

    def _close(self, _: bool) -> None:
        self.server.close_input()

    def _keep_open(self, _: bool) -> None:
        self._is_open = False

    def _close_output(self, _: bool) -> None:
        self.server.close_output()

    def _await(self, pattern: patterns.Pattern) -> None:
        """Waits for the first message that is like this and that nothing was waiting for before."""
        messages = self.server.messages
        index = 0

        def has_come() -> bool:
            nonlocal index
            while index < len(messages) and (
                index in self._awaited or not _is_like(pattern, messages[index])
            ):
                index += 1
            return index < len(messages)

        self.server.wait(f"a message like {pattern}", lambda: has_come() or self.server.has_closed_output)
        if not has_come():
            raise Failed(f"the server ended before it wrote a message like {pattern}")
        self._awaited.add(index)

    def _pause_reading(self, stream: str) -> None:
        self.server.pause_reading(stream)

    def _resume(self, _: bool) -> None:
        self.server.resume_reading()

    def _settle(self, _: bool) -> None:
        self.server.settle()

    def _wait(self, seconds: float) -> None:
        self.server.pass_time(seconds)

    def _signal(self, name: str) -> None:
        self.server.signal(name)

    def _kill(self, whom: str) -> None:
        if whom == "parent":
            self.server.process.kill()
        elif self._bystander:
            self._bystander.kill()
            self._bystander.wait()

    def _held(self, count: int) -> None:
        self.server.wait(f"{count} fetches", lambda: self.server.held.fetches >= count)

    def _release(self, body: str) -> None:
        self.server.wait("a fetch to release", lambda: self.server.held.has_waiting)
        self.server.held.release(body.encode())

    def _memory(self, limit: int) -> None:
        peak = self.server.peak_memory()
        if peak is not None and peak > limit:
            raise Failed(f"the server has taken {peak} bytes of memory, and {limit} are allowed")

    # The end.

    def _end(self, end: Mapping[str, Any]) -> None:
        within = end.get("within")
        if within is not None:
            self.server.hurry(within)
        self.server.wait("the server to end", self.server.has_ended)
        if self.server.is_read:
            self.server.end_of_output()
        self._check_status(end)

    def _check_status(self, end: Mapping[str, Any]) -> None:
        status = self.server.status
        is_known = not self.server.has_parent and status is not None
        wanted = end.get("status", 0 if "statusd" in self._setting.claims else None)
        if not is_known or wanted == "any":
            return
        assert status is not None
        if wanted is None and status < 0:
            raise Failed(f"the server was ended by signal {-status}")
        if wanted is not None and status != wanted:
            raise Failed(f"the exit status is {status}, not {wanted}")


def _is_like(pattern: patterns.Pattern, message: bytes) -> bool:
    try:
        return patterns.mismatch(pattern, message.decode("utf-8")) is None
    except ValueError:
        return False  # No JSON: that is told when the whole is judged.


def _snake(name: str) -> str:
    return "".join("_" + each.lower() if each.isupper() else each for each in name)
