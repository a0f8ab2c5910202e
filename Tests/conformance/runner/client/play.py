"""Plays one case: the steps in order, between a client and the daemon that it has started."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..machine import business
from ..patterns import mismatch
from ..wire import framed
from .cases import Case, Failed, Step, compact, filled
from .daemon import Daemon, Listener, listening
from .driver import Driver, driving

START = "start"
#: Seconds after which what has not happened counts as not happening: a client that is slow to be wrong passes.
MOMENT = 0.3


@dataclass(frozen=True)
class Outcome:
    """`why` is None for a case that passes."""

    why: str | None
    errors: str = ""


def play(case: Case, framing: str, command: Sequence[str], seconds: float) -> Outcome:
    """`seconds`: for each step, of an idle machine."""
    patience = seconds * business()
    with listening() as listener, driving(command, listener.program, patience) as driver:
        conversation = Conversation(case, framing, driver, listener, patience)
        try:
            conversation.run()
            return Outcome(None)
        except Failed as problem:
            return Outcome(f"{conversation.place}{problem}", driver.errors)
        finally:
            conversation.close()
            listener.close()  # A process that waits for it ends, and lets go of the driver's streams.


class Conversation:
    def __init__(self, case: Case, framing: str, driver: Driver, listener: Listener, seconds: float) -> None:
        self._case, self._framing, self._seconds = case, framing, seconds
        self._driver, self._listener = driver, listener
        self._processes: list[Daemon] = []
        #: The ids of requests, by the names that the case has for them.
        self._ids: dict[str, Any] = {}
        self._step: Step | None = None

    @property
    def place(self) -> str:
        return f"at {compact(self._step)[:200]}: " if self._step else ""

    def run(self) -> None:
        if self._case.start is not None:
            self._start(self._case.start)
        for step in self._case.steps():
            self._step = step
            self._perform(step)
        self._step = None
        self._finish()

    def close(self) -> None:
        for each in self._processes:
            each.close()

    def _start(self, options: Any) -> None:
        self._driver.do({"do": "start", "id": START, **options, "framing": self._framing})
        self._begin_process({})
        self._expect(START, {"started": True})

    def _begin_process(self, step: Step) -> None:
        """The next process of the client; the steps that follow are about it."""
        self._processes.append(self._listener.accept(self._framing, self._seconds))
        is_by_hand = self._case.start is None or not step.get("handshake", True)
        if not is_by_hand and "handshake" in self._driver.hello["claims"]:
            self._daemon.shake_hands()

    @property
    def _daemon(self) -> Daemon:
        if not self._processes:
            raise Failed("the client has started no process yet")
        return self._processes[-1]

    # Steps.

    def _perform(self, step: Step) -> None:
        name = next(each for each in STEPS if each in step)
        STEPS[name](self, step)

    def _do(self, step: Step) -> None:
        framing = {"framing": self._framing} if step["do"] == "start" else {}
        command = {name: value for name, value in step.items() if name not in ("repeat", "reverse")}
        self._driver.do({**command, **framing})

    def _outcome(self, step: Step) -> None:
        self._expect(step["outcome"], step["is"], step.get("within"))

    def _expect(self, id: str, pattern: Any, within: float | None = None) -> None:
        began = time.monotonic()
        outcome = self._driver.outcome(id, self._seconds)
        took = time.monotonic() - began
        why = mismatch(pattern, compact(outcome))
        if why:
            raise Failed(f"{why}, in {compact(outcome)[:300]}")
        if within is not None and took > within * business():
            raise Failed(f"{id} took {took:.1f} s")

    def _pending(self, step: Step) -> None:
        if self._driver.has_outcome(step["pending"], MOMENT):
            raise Failed("it has an outcome already")

    def _receive(self, step: Step) -> None:
        id = self._daemon.receive(filled(step["receive"], self._ids))
        if "as" in step:
            if id is None:
                raise Failed("a request has an id")
            self._ids[step["as"]] = id

    def _send(self, step: Step) -> None:
        messages = filled(step["send"], self._ids)
        if isinstance(messages, dict):
            self._daemon.send({"jsonrpc": "2.0", **messages}, split=step.get("split", False))
        else:
            self._daemon.send([{"jsonrpc": "2.0", **each} for each in messages])

    def _together(self, step: Step) -> None:
        messages = [compact({"jsonrpc": "2.0", **each}) for each in filled(step["together"], self._ids)]
        self._daemon.write(b"".join(framed(each.encode(), self._framing) for each in messages))

    def _write(self, step: Step) -> None:
        self._daemon.write(step["write"].encode(), split=step.get("split", False))

    def _order(self, step: Step) -> None:
        self._daemon.order(**{name: step[name] for name in step if name not in ("repeat", "reverse")})

    def _kill(self, step: Step) -> None:
        self._daemon.kill()
        self._gone(step)

    def _gone(self, step: Step) -> None:
        if not self._daemon.is_gone(self._seconds):
            raise Failed("the daemon still runs")

    # The end.

    def _finish(self) -> None:
        """The driver's input ends; it ends its client, which ends its daemon."""
        self._driver.end_input()
        for each in self._processes:
            each.finish()
        self._driver.finish()
        for each in self._processes:
            if not each.is_gone(self._seconds):
                raise Failed("the client has left a daemon behind")


STEPS: dict[str, Callable[[Conversation, Step], None]] = {
    "do": Conversation._do,
    "outcome": Conversation._outcome,
    "pending": Conversation._pending,
    "receive": Conversation._receive,
    "send": Conversation._send,
    "together": Conversation._together,
    "write": Conversation._write,
    "stderr": lambda self, step: self._daemon.order(err=step["stderr"]),
    "closeOutput": Conversation._order,
    "ignoreTerm": Conversation._order,
    "exit": Conversation._order,
    "kill": Conversation._kill,
    "gone": Conversation._gone,
    "endOfInput": lambda self, step: self._daemon.ends_input(),
    "process": Conversation._begin_process,
}


def claims_of(command: Sequence[str], seconds: float) -> dict[str, Any]:
    """What the driver says of its client: `client`, `claims`, `framings`."""
    with listening() as listener, driving(command, listener.program, seconds * business()) as driver:
        with contextlib.suppress(Failed):
            driver.end_input()
        return driver.hello
