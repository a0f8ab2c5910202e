"""What a client that stays does, over and over: each act queues traffic and waits for what it must."""

from __future__ import annotations

import garbage
import messages
from framing import encode
from ledger import RESULT
from messages import call
from session import SUCCESS, Session
from violation import Violation

CANCELLED = frozenset({"requestCancelled", RESULT}) | messages.FETCH
#: Of the daemon, whatever is sent (docs/operations.md).
MEMORY_BOUND = 64 << 20


def small_talk(session: Session) -> None:
    """A few requests, one after the other, each answered before the next."""
    for _ in range(session.rng.randrange(1, 20)):
        id, text = messages.at_once(session)
        session.send(text)
        session.answered(id)


def burst(session: Session) -> None:
    """Thousands of requests at once, some of which wait, read while they are written."""
    count = session.rng.choice([500, 2_000, 5_000])
    for _ in range(count):
        session.send(mixed(session))


def mixed(session: Session) -> bytes:
    form = session.rng.random()
    if form < 0.85:
        return messages.at_once(session)[1]
    if form < 0.95:
        return messages.waiting(session)[1]
    return (messages.notification if form < 0.98 else messages.response)(session.rng)


def pause(session: Session) -> None:
    """A reader that stops until the daemon reads no more, or all is written; then reads everything."""
    messages_left = session.rng.choice([1_000, 10_000, 20_000])
    while messages_left > 0 and not session.daemon.unsent:
        for _ in range(500):
            session.send(mixed(session))
        messages_left -= 500
        if session.write_unread():
            session.ledger.counts["held up"] += 1
    check_memory(session)


def check_memory(session: Session) -> None:
    resident = session.daemon.resident()
    if resident > MEMORY_BOUND:
        raise Violation(f"resident memory is {resident / (1 << 20):.1f} MiB")


def pieces(session: Session) -> None:
    """Requests in many small writes."""
    texts = [messages.at_once(session)[1] for _ in range(session.rng.randrange(1, 30))]
    data = b"".join(encode(session.framing, text) for text in texts)
    session.sent += len(texts)
    session.send_raw(data, piece=session.rng.randrange(1, 40))


def batch(session: Session) -> None:
    """One array of up to 100 calls, of those that wait too; the answers are one array in the same order."""
    members, ids = [], []
    for _ in range(session.rng.choice([1, 3, 20, 100])):
        form = session.rng.random()
        if form < 0.75:
            id, text = messages.at_once(session, alone=False)
        elif form < 0.9:
            id, text = messages.waiting(session, alone=False)
        elif form < 0.95:
            members.append(messages.notification(session.rng))
            continue
        else:
            members.append(session.rng.choice([b"1", b"[]", b'"x"', b"{}"]))
            session.ledger.expect_anonymous()
            continue
        ids.append(id)
        members.append(text)
    session.ledger.expect_batch(ids)
    session.send(b"[" + b",".join(members) + b"]")


def large_batch(session: Session) -> None:
    """More members than a batch may have: one answer without an id, none to the members."""
    session.ledger.expect_anonymous()
    session.send(b"[" + b",".join([call(b"1", "getState")] * session.rng.choice([101, 10_000])) + b"]")


def nonsense(session: Session) -> None:
    """Garbage between good requests."""
    for _ in range(session.rng.randrange(1, 30)):
        session.rng.choice(garbage.ALL)(session)
        session.send(messages.at_once(session)[1], messages.response(session.rng))


def large_nonsense(session: Session) -> None:
    session.rng.choice(garbage.LARGE)(session)
    session.send(messages.at_once(session)[1])
    session.settle()
    check_memory(session)


def noise(session: Session) -> None:
    garbage.noise(session, session.rng.choice([10, 1_000, 100_000, 1 << 20]))
    session.send(messages.at_once(session)[1])


def cancel_before(session: Session) -> None:
    """A cancellation that comes before its request does nothing to it."""
    id = session.new_id()
    session.send(cancellation(id))
    session.ledger.expect(id, messages.FETCH)
    session.send(call(id, "refresh"))


def cancel_during(session: Session) -> None:
    """Several wait for one fetch; some of them are cancelled, in the same write or later."""
    ids = []
    for _ in range(session.rng.randrange(1, 20)):
        id, text = messages.waiting(session)
        ids.append(id)
        session.send(text)
    if session.rng.random() < 0.5:
        session.write_all()
    for id in session.rng.sample(ids, session.rng.randrange(len(ids) + 1)):
        session.ledger.allow(id, CANCELLED)
        session.send(*[cancellation(id)] * session.rng.choice([1, 1, 3]))


def cancel_after(session: Session) -> None:
    """A cancellation of what is answered does nothing."""
    id, text = session.rng.choice([messages.waiting, messages.at_once])(session)
    session.send(text)
    session.answered(id)
    session.send(cancellation(id), cancellation(id))


def cancellation(id: bytes) -> bytes:
    return call(None, "$/cancelRequest", f'{{"id":{id.decode()}}}')


def reuse(session: Session) -> None:
    """An id that is in flight, used again: one answer each, the later ones refused without disturbing."""
    id = session.new_id()
    texts = [call(id, "refresh")] + [call(id, session.rng.choice(["getState", "refresh"])) for _ in range(3)]
    for text in texts:
        session.ledger.expect(id)
        session.send(text)


def flood(session: Session) -> None:
    """More requests that wait than may wait: those over the limit are refused at once."""
    for _ in range(300):
        id = session.new_number()
        session.ledger.expect(id, messages.FETCH)
        session.send(call(id, "refresh", session.rng.choice(["", '{"resource":"menu"}'])))


def compare_counts(session: Session) -> None:
    """The daemon's own account, when nothing is under way."""
    stop_polling(session)
    received = session.received_bytes
    id = session.new_number()
    session.ledger.expect(id, SUCCESS)
    session.ledger.wanted[id] = None
    session.send(call(id, "stats"))
    session.settle()
    told, counts = session.ledger.wanted[id], session.ledger.counts
    for name, ours, theirs in [
        ("bytes received", session.sent_bytes, told["input"]["bytes"]),
        ("bytes sent", received, told["output"]["bytes"]),
        ("notifications", counts["stateChanged"], told["notifications"]["sent"]),
        ("coalesced", counts["coalesced"], told["notifications"]["coalesced"]),
        ("in flight", 0, told["requests"]["inFlight"]),
        # This very request is admitted and not answered yet.
        ("answered", told["requests"]["admitted"] - 1, told["requests"]["answered"]),
    ]:
        if ours != theirs:
            raise Violation(f"stats: {name} should be {ours}, not {theirs}")


def stop_polling(session: Session) -> None:
    """Polls end by themselves; whoever refreshes joins the last one and hears of its end."""
    for resource in ["state", "menu"]:
        off, refresh = session.new_number(), session.new_number()
        session.ledger.expect(off, SUCCESS)
        session.ledger.expect(refresh, messages.FETCH)
        session.send(call(off, "setAutoPolling", f'[false,1,"{resource}"]'))
        session.send(call(refresh, "refresh", f'["{resource}"]'))
    session.settle()


def second_initialize(session: Session) -> None:
    id = session.new_id()
    session.ledger.expect(id, messages.INVALID | SUCCESS)
    session.send(call(id, "initialize", '{"clientInfo":{"name":"soak"},"capabilities":{}}'))


#: With how often each is chosen.
ALL = {
    small_talk: 8,
    burst: 6,
    pause: 4,
    pieces: 4,
    batch: 8,
    large_batch: 1,
    nonsense: 6,
    large_nonsense: 2,
    noise: 2,
    cancel_before: 3,
    cancel_during: 6,
    cancel_after: 3,
    reuse: 4,
    flood: 2,
    second_initialize: 1,
}
