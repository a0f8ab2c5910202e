"""One client of one daemon: what it sends is entered in the ledger, what comes is checked against it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import framing as wire
from daemon import Daemon, deadline
from ledger import RESULT, Ledger
from violation import Violation

SUCCESS = frozenset({RESULT})
#: Seconds without a byte taken, after which a daemon that sleeps has stopped reading.
STILL = 0.05


class Session:
    def __init__(self, daemon: Daemon, framing: str, rng: random.Random) -> None:
        self.daemon, self.framing, self.rng = daemon, framing, rng
        self.ledger = Ledger()
        self.decoder = wire.Decoder(framing)
        self.sent = 0
        self.sent_bytes = self.received_bytes = 0
        self.last_id = 0
        #: The last pieces sent, for the report of a violation.
        self.trail: list[bytes] = []

    # Sending

    def new_id(self) -> bytes:
        """An id that was not used before, in one of the forms that ids have."""
        self.last_id += 1
        form = self.rng.random()
        if form < 0.8:
            return b"%d" % self.last_id
        if form < 0.95:
            return b'"r%d"' % self.last_id
        return self.rng.choice([b"%d.0", b"-%d", b"%de2", b'"\\u0041%d"', b'"\\u2028%d"']) % self.last_id

    def new_number(self) -> bytes:
        """An id that JSON readers write again as it was."""
        self.last_id += 1
        return b"%d" % self.last_id

    def send(self, *messages: bytes) -> None:
        """Queues messages; they leave with the next exchange."""
        self.sent += len(messages)
        self.send_raw(b"".join(wire.encode(self.framing, message) for message in messages))

    def send_raw(self, data: bytes, piece: int | None = None) -> None:
        """Queues bytes as they are, in writes of at most `piece` bytes."""
        self.trail = (self.trail + [data[:400]])[-8:]
        self.sent_bytes += len(data)
        view, size = memoryview(data), piece or max(1, len(data))
        self.daemon.unsent.extend(view[start : start + size] for start in range(0, len(data), size))

    # Exchanging

    def until(self, isDone: Callable[[], bool], what: str) -> None:
        """Writes and reads until that holds."""
        end = deadline()
        while not isDone():
            if time.monotonic() > end:
                raise Violation(f"{what} took too long; {self.ledger.outstanding} answers outstanding")
            self._take(self.daemon.exchange(reading=True, timeout=1))

    def settle(self) -> None:
        """Until everything was sent and answered."""
        self.until(lambda: not self.daemon.unsent and self.ledger.is_settled, "the answers")
        self.ledger.verify_settled()

    def write_all(self) -> None:
        self.until(lambda: not self.daemon.unsent, "writing")

    def answered(self, id: bytes) -> None:
        self.until(lambda: id not in self.ledger.owed, f"the answer to {id!r}")

    def write_unread(self) -> bool:
        """Writes without reading, until all is written or the daemon stops reading; whether it did."""
        end = deadline()
        while self.daemon.unsent:
            if time.monotonic() > end:
                raise Violation("writing without reading took too long, yet went on")
            if self.daemon.exchange(reading=False, timeout=STILL) is None and self.daemon.is_asleep():
                # Once more: it may have gone to sleep because it had read everything.
                if self.daemon.exchange(reading=False, timeout=0) is None:
                    return True
        return False

    def read_to_end(self) -> None:
        """Writes what is left and reads until the daemon closes its output."""
        self.until(lambda: self.daemon.has_ended, "the end of the output")
        self.decoder.end()

    def _take(self, data: bytes | None) -> None:
        if self.daemon.has_ended and not self.is_ending:
            raise Violation(f"the output has ended: {self.daemon.last_words()}")
        self.received_bytes += len(data or b"")
        for message in self.decoder.feed(data or b""):
            self.ledger.receive(message)

    is_ending = False

    # Ending

    def finish(self) -> None:
        """Ends the input: everything is answered and the process ends with status 0."""
        self.is_ending = True
        self.write_all()
        self.daemon.close_input()
        self.read_to_end()
        self.ledger.verify_settled()
        self.daemon.wait(0)
