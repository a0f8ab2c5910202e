"""What a client may send: requests of every kind, and what is none."""

from __future__ import annotations

import json
import pathlib
import random

from ledger import RESULT
from session import SUCCESS, Session

CATALOGUE = pathlib.Path(__file__).parents[2] / "schema" / "failures.json"
#: How a fetch may fail.
FETCH_FAILURES = frozenset(
    kind["kind"] for kind in json.loads(CATALOGUE.read_text())["kinds"] if 1100 <= kind["code"] < 1700
)
FETCH = FETCH_FAILURES | {RESULT, "overloaded"}
# Another call may choose `cancel` of the same failure, which ends this one.
RETRY = FETCH | {
    "nothingToRetry",
    "failureNotFound",
    "alreadyRecovered",
    "optionNotFound",
    "requestCancelled",
}
OVERLOADED = frozenset({"overloaded"})
INVALID_PARAMS = frozenset({"invalidParams"})
INVALID = frozenset({"invalidRequest"})


def call(id: bytes | None, method: str, params: str = "") -> bytes:
    members = b'"jsonrpc":"2.0",' + (b'"id":%b,' % id if id else b"") + b'"method":"%b"' % method.encode()
    return b"{%b%b}" % (members, b',"params":%b' % params.encode() if params else b"")


def at_once(session: Session, alone: bool = True) -> tuple[bytes, bytes]:
    """A request that is answered without waiting: its id and text, entered in the ledger."""
    id = session.new_id() if alone else session.new_number()
    method, params, outcomes = session.rng.choice(AT_ONCE)
    session.ledger.expect(id, outcomes, at_once=alone)
    return id, call(id, method, params)


AT_ONCE = [
    ("getState", "", SUCCESS),
    ("getState", '{"resource":"menu"}', SUCCESS),
    ("getState", '["state"]', SUCCESS),
    ("getState", "null", SUCCESS),
    ("listResources", "[]", SUCCESS),
    ("listResources", "", SUCCESS),
    ("stats", "", SUCCESS),
    ("setAutoPolling", '{"enabled":true,"interval":0.2}', SUCCESS),
    ("setAutoPolling", '[true,1,"menu"]', SUCCESS),
    ("setAutoPolling", "[false]", SUCCESS),
    ("setAutoPolling", '{"enabled":false,"resource":"menu"}', SUCCESS),
    ("setAutoPolling", '{"enabled":true,"interval":0}', INVALID_PARAMS),
    ("getState", '{"resource":"menus"}', INVALID_PARAMS),
    ("getState", '{"resource":7}', INVALID_PARAMS),
    ("refresh", '{"timeout":0}', INVALID_PARAMS | OVERLOADED),
    ("refresh", '{"timeout":1e400}', INVALID_PARAMS | OVERLOADED),
    ("refresh", '{"timeOut":1}', INVALID_PARAMS | OVERLOADED),
    ("getState", "[1,2,3]", INVALID_PARAMS),
    ("getState", '"state"', INVALID),
    ("getStates", "", frozenset({"methodNotFound"})),
    ("$/nothing", "", frozenset({"methodNotFound"})),
    ("rpc.nothing", "", frozenset({"methodNotFound"})),
    ("retry", '{"failureId":"f0"}', frozenset({"failureNotFound"}) | OVERLOADED),
    ("$/cancelRequest", '{"id":"none"}', SUCCESS),
]


def waiting(session: Session, alone: bool = True) -> tuple[bytes, bytes]:
    """A request that waits for a fetch: its id and text, entered in the ledger."""
    id = session.new_id() if alone else session.new_number()
    method, params, outcomes = session.rng.choice(WAITING)
    session.ledger.expect(id, outcomes)
    return id, call(id, method, params)


WAITING = [
    ("refresh", "", FETCH),
    ("refresh", '{"resource":"state","timeout":0.3}', FETCH),
    ("refresh", '["menu",2]', FETCH),
    ("fetchMenu", "", FETCH),
    ("fetchMenu", "{}", FETCH),
    ("retry", "", RETRY),
    ("retry", '{"optionId":"cancel"}', RETRY),
]


def notification(rng: random.Random) -> bytes:
    """Never answered, whatever becomes of it."""
    return rng.choice(
        [
            call(None, "refresh"),
            call(None, "getState"),
            call(None, "getStates", "[1]"),
            call(None, "$/whatever", '{"a":[1,2]}'),
            call(None, "$/cancelRequest", '{"id":"nobody"}'),
            call(None, "fetchMenu", '{"wrong":true}'),
        ]
    )


def response(rng: random.Random) -> bytes:
    """Shaped like a response: never answered."""
    return rng.choice(
        [
            b'{"jsonrpc":"2.0","id":1,"result":{}}',
            b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
            b'{"id":"x","result":null,"extra":[1,[2,[3]]]}',
            b'{"error":7}',
        ]
    )
