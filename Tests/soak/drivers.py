"""The threads of a run: each drives one daemon that stays, or one visit after the other."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import acts
import visits
from daemon import Daemon
from gauge import Gauge
from session import Session
from sources import Server
from violation import Violation


@dataclass
class Run:
    """What the drivers share."""

    binary: str
    seed: int
    end: float
    stop: threading.Event = field(default_factory=threading.Event)
    violations: list[str] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end and not self.stop.is_set()

    def rng(self, name: str) -> random.Random:
        return random.Random(f"{self.seed}/{name}")


class Driver(threading.Thread):
    """Runs until the time is over or something is wrong; counts what passed and what did not."""

    def __init__(self, run: Run, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.run_, self.rng = run, run.rng(name)
        self.passed: Counter[str] = Counter()
        self.failed = 0
        self.totals: Counter[str] = Counter()
        self.session: Session | None = None

    def run(self) -> None:
        try:
            self.drive()
        except Exception as error:  # noqa: BLE001 (whatever it is, the run reports it)
            self.fail(error)
        finally:
            if self.session:
                self.session.daemon.release()

    def drive(self) -> None:
        raise NotImplementedError

    def fail(self, error: Exception) -> None:
        self.failed += 1
        text = str(error) if isinstance(error, Violation) else repr(error)
        trail = [repr(piece[:160]) for piece in self.session.trail] if self.session else []
        done = f"after {sum(self.passed.values())} acts, in {self.doing}"
        self.run_.violations.append("\n    ".join([f"{self.name}, {done}: {text}", "sent last:", *trail]))
        self.run_.stop.set()

    doing = "starting"


class Resident(Driver):
    """A client that stays with its daemon for the whole run."""

    def __init__(
        self, run: Run, name: str, framing: str, server: Server | None = None, errors_are_read: bool = True
    ) -> None:
        super().__init__(run, name)
        self.framing, self.server, self.errors_are_read = framing, server, errors_are_read
        self.gauge = Gauge()

    @property
    def arguments(self) -> list[str]:
        level = "critical" if self.errors_are_read else "trace"
        return ["--log-level", level, *(self.server.arguments if self.server else [])]

    def drive(self) -> None:
        daemon = Daemon(self.run_.binary, self.arguments, self.errors_are_read)
        session = self.session = Session(daemon, self.framing, self.rng)
        self.begin(session)
        while self.run_.goes_on:
            act = self.rng.choices(list(acts.ALL), list(acts.ALL.values()))[0]
            self.do(act, session)
            # Now and then the next act begins on top of this one.
            if self.rng.random() < 0.7:
                session.settle()
                self.gauge.sample(daemon)
        self.doing = "the end"
        session.settle()
        self.gauge.sample(daemon, every=0)
        self.totals["cpu ms"] = int(daemon.cpu_seconds() * 1000)
        self.do(acts.compare_counts, session)
        session.finish()
        self.passed["end"] += 1
        self.judge()

    def begin(self, session: Session) -> None:
        """Every act once, so that what is allocated at its first use is there before anything is measured."""
        for act in acts.ALL:
            self.do(act, session)
            session.settle()
        while self.server and not self.server.has_tried_everything:
            self.do(acts.cancel_before, session)
            session.settle()
        self.gauge.sample(session.daemon)

    def do(self, act: Callable[[Session], None], session: Session) -> None:
        self.doing = act.__name__
        act(session)
        self.passed[act.__name__] += 1

    def judge(self) -> None:
        for check, finding in self.gauge.findings().items():
            if finding:
                self.doing = check
                self.fail(Violation(finding))
            else:
                self.passed[check] += 1


class Visitors(Driver):
    """Clients that come, talk and go, one after the other."""

    def __init__(self, run: Run, name: str, server: Server) -> None:
        super().__init__(run, name)
        self.server = server

    def drive(self) -> None:
        while self.run_.goes_on:
            visit = self.rng.choice(visits.ALL)
            self.doing = visit.__name__
            sources = self.rng.choice([[], self.server.arguments])
            # Only where the deadline is what is waited for.
            drain = "0.2" if visit is visits.never_reads else "600"
            daemon = Daemon(self.run_.binary, [*sources, "--log-level", "critical", "--drain-timeout", drain])
            self.session = Session(daemon, self.rng.choice(["lines", "headers"]), self.rng)
            visit(self.session)
            daemon.release()
            self.passed[visit.__name__] += 1
            self.totals.update(self.session.ledger.counts)
            self.totals["sent"] += self.session.sent
