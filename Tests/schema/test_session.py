"""The validator itself: what it lets pass, and that it sees each kind of fault."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from contract import SCHEMA, Contract, load
from session import Session

CONTRACT = Contract()
REFRESH = load(SCHEMA / "examples/refresh.json")
FAILED = load(SCHEMA / "examples/errors/fetchMenu.cannotConnect.json")
INVALID = load(SCHEMA / "examples/errors/parseError.json")["response"]
CHANGED = load(SCHEMA / "examples/stateChanged.json")["notification"]
FAILED_SNAPSHOT = {
    "resource": "menu",
    "revision": 2,
    "status": "failed",
    "isFetching": False,
    "isStale": False,
    "failure": FAILED["response"]["error"]["data"],
    "autoPolling": {"enabled": False, "interval": 10, "consecutiveFailures": 0},
    "coalesced": 0,
}
Lines = list[tuple[str, Any]]


def problems(lines: Lines, killed: bool = False) -> list[str]:
    session = Session(CONTRACT)
    for direction, message in lines:
        text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        session.received(text) if direction == "in" else session.sent(text)
    session.ended(killed)
    return session.problems


def changed(value: Any, path: str, to: Any) -> Any:
    """A copy of `value` with one member set, or removed where `to` is `...`."""
    value = copy.deepcopy(value)
    *parents, last = path.split("/")
    node = value
    for name in parents:
        node = node[int(name)] if isinstance(node, list) else node[name]
    if to is ...:
        del node[last]
    else:
        node[last] = to
    return value


def request(raw_id: str, method: str = "shutdown", params: str = "{}") -> str:
    return f'{{"jsonrpc":"2.0","id":{raw_id},"method":"{method}","params":{params}}}'


def answer(raw_id: str, result: str = "null") -> str:
    return f'{{"jsonrpc":"2.0","id":{raw_id},"result":{result}}}'


def refused(raw_id: Any = None, **detail: Any) -> Any:
    entry = CONTRACT.kinds["invalidRequest"]
    failure = INVALID["error"]["data"] | {
        key: entry[key] for key in ("title", "failureReason", "recoverySuggestion", "helpAnchor")
    }
    failure |= {"failureId": f"f{detail}", "kind": "invalidRequest", "detail": detail or {"reason": "header"}}
    help_ = {**CONTRACT.options["showHelp"], "url": f"docs/failures.md#{failure['helpAnchor']}"}
    failure["recoveryOptions"] = [CONTRACT.options["cancel"], help_]
    failure["message"] = f"{failure['failureReason']} {failure['recoverySuggestion']}"
    return {
        "jsonrpc": "2.0",
        "id": raw_id,
        "error": {"code": -32600, "message": failure["failureReason"], "data": failure},
    }


EXIT = '{"jsonrpc":"2.0","method":"exit"}'
SOUND: dict[str, Lines] = {
    "a request and its result": [("in", REFRESH["request"]), ("out", REFRESH["response"])],
    "a request and its error": [
        ("in", FAILED["request"]),
        ("out", changed(CHANGED, "params", FAILED_SNAPSHOT)),
        ("out", FAILED["response"]),
    ],
    "params by position": [("in", request("2", "refresh", '["state",1e1]')), ("out", REFRESH["response"])],
    "null for an optional param": [
        ("in", request("2", "refresh", '{"timeout":null}')),
        ("out", REFRESH["response"]),
    ],
    "ids as they were written": [
        ("in", request("1.0")),
        ("in", request("1")),
        ("out", answer("1")),
        ("out", answer("1.0")),
    ],
    "an escaped id": [("in", request('"\\u0061"')), ("out", answer('"\\u0061"'))],
    "an id used again after its answer": [("in", request("1")), ("out", answer("1"))] * 2,
    "an id in use": [
        ("in", request("1", "refresh")),
        ("in", request("1")),
        ("out", refused(None, reason="idInUse", id=1)),
        ("out", changed(REFRESH["response"], "id", 1)),
    ],
    "null ids": [
        ("in", request("null")),
        ("in", request("null", "refresh")),
        ("out", changed(REFRESH["response"], "id", None)),
        ("out", answer("null")),
    ],
    "a message cut short": [("in", '{"jsonrpc":"2.0","id":1,"me'), ("out", INVALID)],
    "a blank line": [("in", "")],
    "a byte order mark": [("in", "\ufeff" + request("1")), ("out", answer("1"))],
    "a wrong version": [("in", '{"jsonrpc":"1.0","id":4,"method":"refresh"}'), ("out", refused(4))],
    "a duplicate key": [("in", '{"jsonrpc":"2.0","id":4,"id":5,"method":"refresh"}'), ("out", refused())],
    "a response that nobody asked for": [("in", '{"jsonrpc":"2.0","id":4,"result":{}}')],
    "a batch in request order": [
        ("in", f"[{request('1')},{EXIT},1,{request('2')}]"),
        ("out", f"[{answer('1')},{json.dumps(refused())},{answer('2')}]"),
    ],
    "a batch of notifications": [("in", f"[{EXIT}]")],
    "too many in a batch": [
        ("in", f"[{','.join([request('1')] * 101)}]"),
        ("out", refused(None, reason="batchTooLarge")),
    ],
    "too deep": [("in", request("1", params="[" * 200 + "]" * 200)), ("out", refused(1, reason="tooDeep"))],
    "an id that is too long": [("in", request('"' + "a" * 4096 + '"')), ("out", refused())],
    "exit with an id": [("in", request("1", "exit")), ("out", answer("1"))],
    "a request after exit": [("in", EXIT), ("in", request("1"))],
    "a notification, then a later one": [("out", CHANGED), ("out", changed(CHANGED, "params/revision", 9))],
    "initialize with members of LSP": [
        ("in", request("7", "initialize", '{"rootUri":null,"processId":null}')),
        ("out", load(SCHEMA / "examples/initialize.json")["response"]),
    ],
}
FAULTS: dict[str, tuple[Lines, str]] = {
    "no JSON": ([("out", "log: hello")], "no JSON"),
    "a raw U+2028": ([("in", request('"\u2028"')), ("out", answer('"\u2028"'))], "raw U+2028"),
    "no answer": ([("in", request("1"))], "never answered"),
    "no answer to a null id": ([("in", request("null"))], "never answered"),
    "two answers": ([("in", request("1")), ("out", answer("1")), ("out", answer("1"))], "answers no request"),
    "an id written anew": ([("in", request("1.0")), ("out", answer("1"))], "answers no request"),
    "an answer to a notification": ([("in", EXIT), ("out", answer("null"))], "answers no request"),
    "a result of another shape": (
        [("in", request("1", "refresh")), ("out", answer("1"))],
        "the result of refresh",
    ),
    "a result for an unknown method": ([("in", request("1", "nope")), ("out", answer("1"))], "does not list"),
    "a result for bad params": (
        [("in", request("2", "refresh", '{"timeout":0}')), ("out", REFRESH["response"])],
        "params are not valid",
    ),
    "too many params by position": (
        [("in", request("1", "shutdown", "[1]")), ("out", answer("1"))],
        "params are not valid",
    ),
    "members out of order": (
        [("in", request("1")), ("out", '{"id":1,"jsonrpc":"2.0","result":null}')],
        "has the members",
    ),
    "a member too many": (
        [("in", request("1")), ("out", '{"jsonrpc":"2.0","id":1,"result":null,"x":1}')],
        "'x'",
    ),
    "an unknown notification": ([("out", changed(CHANGED, "method", "changed"))], "stateChanged"),
    "a revision that falls": ([("out", CHANGED), ("out", CHANGED)], "revision"),
    "a notification after the answer that told it": (
        [("in", REFRESH["request"]), ("out", REFRESH["response"]), ("out", CHANGED)],
        "revision",
    ),
    "an unclosed snapshot": (
        [("in", REFRESH["request"]), ("out", changed(REFRESH["response"], "result/extra", 1))],
        "extra",
    ),
    "a null in a snapshot": (
        [("in", REFRESH["request"]), ("out", changed(REFRESH["response"], "result/failure", None))],
        "does not allow None",
    ),
    "loaded without a value": (
        [("in", REFRESH["request"]), ("out", changed(REFRESH["response"], "result/value", ...))],
        "value",
    ),
    "a batch out of order": (
        [("in", f"[{request('1')},{request('2')}]"), ("out", f"[{answer('2')},{answer('1')}]")],
        "no batch",
    ),
    "a batch never answered": ([("in", f"[{request('1')}]")], "never answered"),
    "a batch answered one by one": (
        [("in", f"[{request('1')}]"), ("out", answer("1"))],
        "answers no request",
    ),
    "a protocol error out of nothing": ([("in", EXIT), ("out", refused(4))], "nothing that came in"),
    "an answer to nobody, of a wrong form": ([("out", {"jsonrpc": "2.0", "id": 1, "result": 7})], "7 is not"),
}


def options(*ids: str) -> list[dict[str, str]]:
    return [CONTRACT.options[each] for each in ids]


ERROR_FAULTS: dict[str, tuple[str, Any, str]] = {
    "a foreign code": ("code", 1103, "does not belong"),
    "a foreign message": ("message", "Oops", "the message is"),
    "a foreign title": ("data/title", "Oops", "title"),
    "a badly joined message": ("data/message", "Oops", "message"),
    "an unknown kind": ("data/kind", "oops", "oops"),
    "an error without data": ("data", ..., "data"),
    "no options": ("data/recoveryOptions", [], "recoveryOptions"),
    "a foreign option title": ("data/recoveryOptions/1/title", "Nochmal", "is not the catalogue's"),
    "no cancel first": ("data/recoveryOptions/0/id", "showHelp", "cancel"),
    "options out of order": (
        "data/recoveryOptions",
        options("cancel", "keepTrying", "tryAgain"),
        "in this order",
    ),
    "an option of another kind": ("data/recoveryOptions", options("cancel", "signIn"), "in this order"),
    "an option twice": ("data/recoveryOptions", options("cancel", "tryAgain", "tryAgain"), "twice"),
    "a time that is not named": ("data/recoveryOptions", options("cancel", "tryLater"), "names no time"),
    "settings without a key or a file": ("data/recoveryOptions", options("cancel", "openSettings"), "anyOf"),
    "help elsewhere": (
        "data/recoveryOptions",
        [*options("cancel"), {**CONTRACT.options["showHelp"], "url": "docs/failures.md#offline"}],
        "help for",
    ),
    "a key for another option": ("data/recoveryOptions/1/key", "resources.menu.source", "does not allow"),
    "a wrong advice": ("data/retry/safe", False, "retry.safe"),
    "a fetch without attempts": ("data/attempts", ..., "without its attempts"),
    "an unknown failure before": ("data/previousFailureId", "f99", "never reported"),
    "a failure of a poll": ("data/operation", "autoPoll", "of a poll"),
    "a number of another library's": ("data/detail/code", 35, "at /error/data/detail"),
    "an excerpt of nothing": ("data/detail/excerpt", "<html>", "at /error/data/detail"),
    "a line break in a sentence": ("data/failureReason", "No\nconnection.", "holds U+000A"),
    "a bidirectional override": ("message", "The server \u202eevil.", "holds U+202E"),
    "a wrong time": ("data/occurredAt", "2026-11-21 09:30", "occurredAt"),
}


@pytest.mark.parametrize("lines", SOUND.values(), ids=SOUND.keys())
def test_it_lets_pass(lines: Lines) -> None:
    assert problems(lines) == []


@pytest.mark.parametrize(("lines", "word"), FAULTS.values(), ids=FAULTS.keys())
def test_it_sees(lines: Lines, word: str) -> None:
    assert any(word in problem for problem in problems(lines)), problems(lines)


@pytest.mark.parametrize(("path", "value", "word"), ERROR_FAULTS.values(), ids=ERROR_FAULTS.keys())
def test_it_sees_in_an_error(path: str, value: Any, word: str) -> None:
    found = problems(
        [("in", FAILED["request"]), ("out", changed(FAILED["response"], f"error/{path}", value))]
    )
    assert any(word in problem for problem in found), found


def test_an_error_of_another_method_is_seen() -> None:
    lines = [("in", request("1", "getState")), ("out", FAILED["response"])]
    assert "getState failed with cannotConnect" in problems(lines)[0]


@pytest.mark.parametrize(("kind", "presentation"), [("requestCancelled", "alert"), ("invalidParams", "inline")])
def test_the_presentation_of_a_kind_is_seen(kind: str, presentation: str) -> None:
    failure = {**FAILED["response"]["error"]["data"], "kind": kind, "presentation": presentation}
    assert "/presentation" in (CONTRACT.type_problem("Failure", failure) or "")


def test_a_killed_session_may_leave_answers_out() -> None:
    assert problems([("in", request("1"))], killed=True) == []
