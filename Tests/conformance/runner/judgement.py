"""What is to be said about all that a server wrote in one case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .expectations import Difference, first_difference, forbidden
from .invariants import problem
from .patterns import Pattern


@dataclass(frozen=True)
class Judgement:
    """`content` is the case's, with every condition decided."""

    content: Mapping[str, Any]
    claims: frozenset[str]

    def of(self, messages: Sequence[bytes]) -> Difference | None:
        """What is wrong with the messages; None when they are what the case wants."""
        texts = [message.decode("utf-8", "replace") for message in messages]
        for message, text in zip(messages, texts):
            if why := problem(message, self.claims):
                return Difference(f"{text[:240]}\n  {why}")
        if why := forbidden(self.content.get("never", ()), texts):
            return Difference(why)
        return first_difference(self._expected, texts)

    def of_errors(self, errors: bytes) -> Difference | None:
        wanted = self.content.get("stderr")
        if wanted is None or wanted in errors.decode("utf-8", "replace"):
            return None
        return Difference(f"stderr does not say {wanted!r}")

    @property
    def _expected(self) -> list[Pattern]:
        """JSON-RPC lets answers come in any order; statusd has one, and so have screens."""
        expected: list[Pattern] = self.content["expect"]
        has_order = "statusd" in self.claims or "screens" in self.content.get("requires", ())
        if has_order or len(expected) < 2:
            return expected
        return [{"$unordered": expected}]
