"""What scripts/bench measures with, by its own name; an origin, a Varnish and daemons for each test."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

from bench.conversation import Conversation  # noqa: E402 (the path comes first)
from bench.fleet.origin import Origin  # noqa: E402
from bench.fleet.varnish import Varnish  # noqa: E402

STATUSD = os.environ.get("STATUSD_BIN", str(ROOT / ".build/debug/statusd"))


class Site:
    """An origin behind Varnish."""

    def __init__(self, origin: Origin, varnish: Varnish, stack: ExitStack) -> None:
        self.origin, self.varnish, self.stack = origin, varnish, stack

    def daemons(self, count: int) -> list[Conversation]:
        """So many daemons that have the resource `builds`."""
        command = [STATUSD, "--resource", f"builds={self.varnish.address}", "--log-level", "critical"]
        return [self.stack.enter_context(Conversation(command)) for _ in range(count)]


@pytest.fixture
def site() -> Iterator[Callable[[str], Site]]:
    with ExitStack() as stack:

        def begin(cache_control: str) -> Site:
            origin = stack.enter_context(Origin(cache_control))
            # The probe goes at the pace of the test.
            varnish = stack.enter_context(Varnish(origin.port, {".interval = 5s;": ".interval = 0.2s;"}))
            return Site(origin, varnish, stack)

        yield begin
