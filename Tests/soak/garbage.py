"""What is no message: each function queues some and enters what it is answered with."""

from __future__ import annotations

import framing as wire
from messages import INVALID, call
from session import Session

LIMIT = 1 << 20
BLANK = b" \t\r\n"
BOM = b"\xef\xbb\xbf"


def noise(session: Session, size: int) -> None:
    """Random bytes: each line one answer, or in headers one until the next Content-Length."""
    data = session.rng.randbytes(size)
    if session.framing == wire.LINES:
        session.ledger.expect_anonymous(sum(bool(_text(line).strip(BLANK)) for line in data.split(b"\n")))
        session.send_raw(data + b"\n")
    else:
        # A header line has a colon; the first line is none.
        session.ledger.expect_anonymous()
        session.send_raw(b"?" + data.replace(b":", b";") + b"\n")


def _text(line: bytes) -> bytes:
    return line.removeprefix(BOM)


def framed_noise(session: Session) -> None:
    """Random bytes in the right frame."""
    data = b"\xff" + session.rng.randbytes(session.rng.randrange(200)).replace(b"\n", b".")
    session.ledger.expect_anonymous()
    session.send(data)


def cut(session: Session) -> None:
    """JSON that is cut short somewhere."""
    text = call(b"%d" % session.last_id, "refresh", '{"resource":"state","timeout":10}')
    session.ledger.expect_anonymous()
    session.send(text[: session.rng.randrange(1, len(text))])


def shapeless(session: Session) -> None:
    """JSON that is no message, answered without an id or with the one that it has."""
    id = session.new_id()
    text, named = session.rng.choice(
        [
            (b"7", False),
            (b"null", False),
            (b'"text"', False),
            (b"[]", False),
            (b"{}", False),
            (b'{"jsonrpc":"2.0","id":{},"method":"getState"}', False),
            (b'{"jsonrpc":"2.0","id":[%b],"method":"getState"}' % id, False),
            (b'{"jsonrpc":"2.0","id":true,"method":"getState"}', False),
            (b'{"jsonrpc":"2.0","id":"%b","method":"getState"}' % (b"x" * 5000), False),
            (b'{"jsonrpc":"2.0","id":%b,"id":%b,"method":"getState"}' % (id, id), False),
            (b'{"jsonrpc":"1.0","id":%b,"method":"getState"}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b,"method":7}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b,"method":"getState","method":"refresh"}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b,"method":"getState","result":1}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b,"method":"getState","params":3}' % id, True),
            (b'{"jsonrpc":"2.0","id":%b,"method":"getState","params":{"a":1,"a":2}}' % id, True),
        ]
    )
    if named:
        session.ledger.expect(id, INVALID)
    else:
        session.ledger.expect_anonymous()
    session.send(text)


def deep(session: Session) -> None:
    """More nesting or more values than a message may have; the id stands before it."""
    id = session.new_id()
    open, close, most = session.rng.choice([(b"[", b"]", 500_000), (b'{"a":', b"}", 180_000)])
    count = session.rng.choice([130, 5_000, most])
    inner = session.rng.choice([open * count + b"1" + close * count, b"[" + b"[1]," * (most // 2) + b"1]"])
    session.ledger.expect(id, INVALID)
    session.send(b'{"jsonrpc":"2.0","id":%b,"method":"getState","params":%b}' % (id, inner[: LIMIT - 200]))


def oversized(session: Session) -> None:
    """A message over the limit: one answer, and the rest is skipped."""
    session.ledger.expect_anonymous()
    size = LIMIT + session.rng.choice([1, 2, 65_536, 3_000_000])
    session.send(call(b"1", "getState", '{"x":"%s"}' % ("y" * size)))


def bad_header(session: Session) -> None:
    """A header that cannot be read, and what follows it; lines take it as so many lines of no JSON."""
    data, lines = session.rng.choice(HEADERS)
    session.ledger.expect_anonymous(lines if session.framing == wire.LINES else 1)
    session.send_raw(data)


HEADERS = [
    (b"Content-Length: -5\r\n\r\n", 1),
    (b"Content-Length: 12345678901234567890123\r\n\r\n", 1),
    (b"Content-Length: ten\r\n\r\n", 1),
    (b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 2),
    (b"Content-Type: application/json\r\n\r\n", 1),
    (b"X: " + b"y" * 9_000 + b"\r\n\r\n", 1),
    (b"no header at all\r\n\r\n", 1),
    (b"Content-Type: application/json; charset=latin1\r\nContent-Length: 3\r\n\r\nabc\n", 3),
]

ALL = [framed_noise, cut, shapeless, bad_header]
LARGE = [deep, oversized]
