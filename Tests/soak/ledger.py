"""The account of one connection: what is owed for what was sent, and what came.

An id is kept as it was written, since it has to come back byte for byte. Answers without an id are counted;
but for a refused second use of an id that is in flight: it names the id and is owed to it.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from violation import Violation

PREFIX = b'{"jsonrpc":"2.0","id":'
RESULT = "result"
ID_IN_USE = re.compile(rb'"reason":"idInUse","id":("[^"]*"|[^",}]*)')


@dataclass
class Owed:
    """Answers that are due under one id."""

    count: int
    #: `result` and the kinds of failure that may come; None: anything.
    outcomes: frozenset[str] | None


@dataclass
class Ledger:
    owed: dict[bytes, Owed] = field(default_factory=dict)
    #: Ids of requests that are answered at once, in the order in which they were sent.
    at_once: deque[bytes] = field(default_factory=deque)
    #: Ids of each batch that has not been answered, in order.
    batches: list[list[bytes]] = field(default_factory=list)
    #: Answers without an id that are due.
    anonymous: int = 0
    #: By resource: the last revision that was notified, and the last seen at all.
    notified: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    tells_changes: bool = True
    #: Ids whose result is kept, with it.
    wanted: dict[bytes, Any] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    # What was sent

    def expect(self, id: bytes, outcomes: frozenset[str] | None = None, at_once: bool = False) -> None:
        owed = self.owed.get(id)
        if owed:
            owed.count += 1
            owed.outcomes = None
        else:
            self.owed[id] = Owed(1, outcomes)
        if at_once:
            self.at_once.append(id)

    def expect_anonymous(self, count: int = 1) -> None:
        self.anonymous += count

    def expect_batch(self, ids: list[bytes]) -> None:
        if ids:
            self.batches.append(ids)

    def allow(self, id: bytes, outcomes: frozenset[str] | None = None) -> None:
        """Other outcomes are possible now; without any, all are."""
        if owed := self.owed.get(id):
            both = None if owed.outcomes is None or outcomes is None else owed.outcomes | outcomes
            owed.outcomes = both

    @property
    def outstanding(self) -> int:
        return sum(owed.count for owed in self.owed.values()) + max(0, self.anonymous)

    @property
    def is_settled(self) -> bool:
        return not self.owed and self.anonymous <= 0

    def verify_settled(self) -> None:
        if not self.is_settled:
            missing = [f"{id.decode()} x{owed.count}" for id, owed in list(self.owed.items())[:5]]
            raise Violation(f"{self.outstanding} answers are missing: {missing}, {self.anonymous} without id")
        if self.batches:
            raise Violation(f"a batch was not answered by one array: {self.batches[0][:5]}")

    # What came

    def receive(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError as error:
            raise Violation(f"not JSON ({error}): {line[:200]!r}") from None
        self.counts["received"] += 1
        if isinstance(message, list):
            self._batch(message)
        elif "method" in message:
            self._notification(message)
        else:
            self._answer(_raw_id(line), message, line, alone=True)

    def _batch(self, answers: list[dict[str, Any]]) -> None:
        self.counts["batches"] += 1
        ids = [json.dumps(answer["id"]).encode() for answer in answers]
        # What a batch answers without an id stands between the members that have one.
        named = [id for id in ids if id != b"null"]
        if named:
            if named not in self.batches:
                raise Violation(f"an array that answers no batch, or in another order: {ids[:8]}")
            self.batches.remove(named)
        for id, answer in zip(ids, answers):
            self._answer(id, answer, b"", alone=False)

    def _answer(self, id: bytes, message: dict[str, Any], line: bytes, alone: bool) -> None:
        if set(message) not in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}):
            raise Violation(f"not the members of a response: {sorted(message)}")
        outcome = message["error"]["data"]["kind"] if "error" in message else RESULT
        self.counts[outcome] += 1
        if id == b"null":
            self._anonymous_answer(message, line)
            return
        owed = self.owed.get(id)
        if owed is None:
            raise Violation(f"an answer that nothing is owed for, id {id!r}: {json.dumps(message)[:300]}")
        if owed.outcomes is not None and outcome not in owed.outcomes:
            text = json.dumps(message)[:900]
            raise Violation(f"{id!r} ended in {outcome}, not {set(owed.outcomes)}: {text}")
        self._pay(id, owed)
        if alone and self.at_once and id in self.at_once:
            if self.at_once.popleft() != id:
                raise Violation(f"{id!r} was answered before what was sent earlier")
        if id in self.wanted:
            self.wanted[id] = message.get("result")
        if outcome == RESULT:
            self._check_snapshot(message["result"], alone)

    def _pay(self, id: bytes, owed: Owed) -> None:
        owed.count -= 1
        if owed.count == 0:
            del self.owed[id]

    def _anonymous_answer(self, message: dict[str, Any], line: bytes) -> None:
        if used := ID_IN_USE.search(line):
            id = used.group(1)
            owed = self.owed.get(id)
            if owed is None:
                raise Violation(f"an id in use that is not: {id!r}")
            self._pay(id, owed)
            return
        self.anonymous -= 1
        if self.anonymous < 0:
            raise Violation(f"an answer without an id that nothing is owed for: {json.dumps(message)[:900]}")

    # Revisions

    def _notification(self, message: dict[str, Any]) -> None:
        if set(message) != {"jsonrpc", "method", "params"}:
            raise Violation(f"not the members of a notification: {sorted(message)}")
        if message["method"] != "stateChanged":
            return
        if not self.tells_changes:
            raise Violation("a notification that the client opted out of")
        params = message["params"]
        name, revision = params["resource"], params["revision"]
        if revision <= self.seen[name]:
            raise Violation(f"{name} is notified at revision {revision} after {self.seen[name]}")
        if revision != self.notified[name] + 1 + params["coalesced"]:
            self.counts["gaps"] += 1
        self.notified[name] = self.seen[name] = revision
        self.counts["stateChanged"] += 1
        self.counts["coalesced"] += params["coalesced"]

    def _check_snapshot(self, result: Any, alone: bool) -> None:
        if not isinstance(result, dict):
            return
        if "recovered" in result:
            result = result.get("result", {})
        if "revision" not in result:
            return
        name, revision = result["resource"], result["revision"]
        if self.tells_changes and revision > self.notified[name]:
            notified = self.notified[name]
            raise Violation(f"{name} is answered at revision {revision}, notified up to {notified}")
        # The members of a batch were answered earlier than the array was written.
        if alone and revision < self.seen[name]:
            raise Violation(f"{name} is answered at revision {revision} after {self.seen[name]}")
        self.seen[name] = max(self.seen[name], revision)


def _raw_id(line: bytes) -> bytes:
    """The id of a response as it was written."""
    if not line.startswith(PREFIX):
        raise Violation(f"not the beginning of a response: {line[:80]!r}")
    ends = [line.find(name, len(PREFIX)) for name in (b',"result":', b',"error":')]
    return line[len(PREFIX) : min(end for end in ends if end >= 0)]
