"""What the validator holds snapshots and responses to over a whole session."""

from __future__ import annotations

from typing import Any

import pytest

from contract import SCHEMA, load
from test_session import CONTRACT, FAILED, Lines, options, problems

CALL = {"jsonrpc": "2.0", "id": 1, "method": "fetchMenu"}
NO_VALUE = {"isStale": False}
VALUE = {"value": {"sections": []}, "updatedAt": "2026-11-21T09:00:00.000Z"}
STALE = {**VALUE, "isStale": True}
FRESH = {**VALUE, "isStale": False}
FETCHING = {"isFetching": True, "attempt": 1, "maxAttempts": 3}
POLLED = {"autoPolling": {"enabled": True, "interval": 10, "consecutiveFailures": 1}}
PLACE = {"coordinate": {"latitude": 1, "longitude": 2}, "timestamp": "2026-11-21T09:00:00.000Z"}


def failure(ident: str = "f1", *ids: str, **members: Any) -> dict[str, Any]:
    data = {**FAILED["response"]["error"]["data"], "failureId": ident, **members}
    return {**data, "recoveryOptions": options("cancel", *(ids or ("tryAgain",)))}


def shown(revision: int, status: str, *parts: dict[str, Any], **members: Any) -> dict[str, Any]:
    off = {"enabled": False, "interval": 10, "consecutiveFailures": 0}
    snapshot = {"resource": "menu", "revision": revision, "status": status, "isFetching": False, "autoPolling": off}
    for part in parts:
        snapshot |= part
    return snapshot | members


def told(revision: int, status: str, *parts: dict[str, Any], **members: Any) -> tuple[str, Any]:
    params = {**shown(revision, status, *parts, **members), "coalesced": 0}
    return "out", {"jsonrpc": "2.0", "method": "stateChanged", "params": params}


def placed(revision: int, status: str, **members: Any) -> tuple[str, Any]:
    location = {"revision": revision, "status": status, **members}
    params = {"subscriptionId": "l1", "location": location, "coalesced": 0}
    return "out", {"jsonrpc": "2.0", "method": "locationChanged", "params": params}


def refused(ident: int, data: dict[str, Any]) -> tuple[str, Any]:
    entry = CONTRACT.kinds[data["kind"]]
    error = {"code": entry["code"], "message": f"{data['title']}. {data['failureReason']}", "data": data}
    return "out", {"jsonrpc": "2.0", "id": ident, "error": error}


def of_kind(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    entry = CONTRACT.kinds[kind]
    words = {name: entry[name] for name in ("title", "failureReason", "recoverySuggestion", "helpAnchor")}
    message = f"{words['failureReason']} {words['recoverySuggestion']}"
    made = {**data, **words, "kind": kind, "message": message, "retry": {"safe": entry["retrySafe"]}}
    return {**made, "detail": {"reason": "connect"} if kind == "timeout" else {"key": "resources.menu.source"}}


def retry(ident: int, failure_id: str, option: str) -> tuple[str, Any]:
    params = {"failureId": failure_id, "optionId": option}
    return "in", {"jsonrpc": "2.0", "id": ident, "method": "retry", "params": params}


def recovered(ident: int, failure_id: str, option: str, result: Any = None) -> tuple[str, Any]:
    body = {"failureId": failure_id, "optionId": option, "recovered": result is not None}
    return "out", {"jsonrpc": "2.0", "id": ident, "result": body | ({} if result is None else {"result": result})}


ASKED: Lines = [("in", CALL), told(1, "loading", NO_VALUE, FETCHING)]
KEEP = failure("f1", "tryAgain", "keepTrying")
FAILS: Lines = [*ASKED, told(2, "failed", NO_VALUE, failure=KEEP), refused(1, KEEP)]
OVER = failure("f1", "tryAgain", "useLastKnown", presentation="alert")
FAILS_OVER: Lines = [
    ("in", CALL),
    told(1, "loaded", FRESH, FETCHING),
    told(2, "failed", STALE, failure=OVER),
    refused(1, OVER),
]
FULL = of_kind("outOfSpace", failure("f1", "freeSpace", "buyMoreSpace", presentation="alert"))
FULL["detail"] = {"limit": 65536}
SIGN_IN = of_kind("unauthorized", {**failure("f1"), "recoveryOptions": options("cancel", "signIn")})
WRONG = of_kind("sourceMisconfigured", {**failure("f2"), "previousFailureId": "f1"})
WRONG["recoveryOptions"] = [*options("cancel"), {**options("openSettings")[0], "key": "resources.menu.source"}]
del WRONG["attempts"]
SIGNS_IN: Lines = [
    *ASKED, told(2, "failed", NO_VALUE, failure=SIGN_IN), refused(1, SIGN_IN), retry(2, "f1", "signIn"),
]  # fmt: skip
TIMED_OUT = of_kind("timeout", failure("f1"))
WITHDRAWN = of_kind("requestCancelled", {**failure("f2"), "operation": "retry", "presentation": "silent"})
WITHDRAWN["recoveryOptions"] = [
    *options("cancel"),
    {**options("showHelp")[0], "url": "docs/failures.md#requestcancelled"},
]
INITIALIZE = {"jsonrpc": "2.0", "id": 9, "method": "initialize", "params": {"notifications": {"stateChanged": False}}}
INITIALIZED = {**load(SCHEMA / "examples/initialize.json")["response"], "id": 9}

SOUND: dict[str, Lines] = {
    "a fetch that fails": FAILS,
    "a value that cannot be stored is fresh": [
        ("in", CALL),
        told(1, "loaded", FRESH, FETCHING),
        told(2, "failed", FRESH, failure=FULL),
        refused(1, FULL),
        retry(2, "f1", "cancel"),
        told(3, "loaded", FRESH),
        recovered(2, "f1", "cancel"),
    ],
    "callers that share a fetch": [("in", {**CALL, "id": 2}), *FAILS, refused(2, KEEP)],
    "another fetch begins before the response": [
        *ASKED,
        ("in", {**CALL, "id": 2}),
        told(2, "loading", NO_VALUE, FETCHING, failure=KEEP),
        refused(1, KEEP),
        told(3, "loaded", FRESH),
        ("out", {"jsonrpc": "2.0", "id": 2, "result": shown(3, "loaded", FRESH)}),
    ],
    "the time of one caller is up": [
        *ASKED,
        ("in", {**CALL, "id": 2}),
        refused(1, TIMED_OUT),
        told(2, "loaded", FRESH),
        ("out", {"jsonrpc": "2.0", "id": 2, "result": shown(2, "loaded", FRESH)}),
    ],
    "cancel without a value": [
        *FAILS, retry(2, "f1", "cancel"), told(3, "idle", NO_VALUE), recovered(2, "f1", "cancel"),
    ],
    "cancel over a value": [
        *FAILS_OVER, retry(2, "f1", "cancel"), told(3, "loaded", STALE), recovered(2, "f1", "cancel"),
    ],
    "the last known value": [
        *FAILS_OVER,
        retry(2, "f1", "useLastKnown"),
        told(3, "loaded", STALE),
        recovered(2, "f1", "useLastKnown", shown(3, "loaded", STALE)),
    ],
    "keepTrying leaves the failure": [
        *FAILS,
        retry(2, "f1", "keepTrying"),
        told(3, "failed", NO_VALUE, POLLED, failure=failure()),
        recovered(2, "f1", "keepTrying", {"resource": "menu", **POLLED}),
        told(4, "failed", NO_VALUE, failure=KEEP),
    ],
    "a recovery that runs": [
        *FAILS,
        retry(2, "f1", "tryAgain"),
        told(3, "loading", NO_VALUE, FETCHING, failure=failure()),
        told(4, "loaded", FRESH),
        recovered(2, "f1", "tryAgain", shown(4, "loaded", FRESH)),
    ],
    "a recovery that cancel ends": [
        *FAILS,
        retry(2, "f1", "tryAgain"),
        told(3, "loading", NO_VALUE, FETCHING, failure=failure()),
        retry(3, "f1", "cancel"),
        told(4, "idle", NO_VALUE),
        refused(2, WITHDRAWN),
        recovered(3, "f1", "cancel"),
    ],
    "a recovery that fails before a fetch": [
        *SIGNS_IN, told(3, "failed", NO_VALUE, failure=WRONG), refused(2, WRONG),
    ],
    "notifications switched off": [
        ("in", INITIALIZE), ("out", INITIALIZED), ("in", CALL), refused(1, failure()),
    ],
    "a poll fails over a value": [
        told(1, "failed", STALE, POLLED, failure=failure(operation="autoPoll", presentation="silent"))
    ],
    "a poll fails without a value": [told(1, "failed", NO_VALUE, POLLED, failure=failure(operation="autoPoll"))],
    "an older snapshot in a batch": [
        ("in", [CALL, {**CALL, "id": 2, "method": "getState", "params": ["menu"]}]),
        *FAILS[1:3],
        ("out", [refused(1, KEEP)[1], {"jsonrpc": "2.0", "id": 2, "result": shown(0, "idle", NO_VALUE)}]),
        ("in", {"jsonrpc": "2.0", "id": 3, "method": "getState", "params": ["menu"]}),
        ("out", {"jsonrpc": "2.0", "id": 3, "result": shown(2, "failed", NO_VALUE, failure=KEEP)}),
    ],
    "the location fails over a place": [
        placed(1, "failed", **PLACE, failure=failure(resource="location", presentation="silent"))
    ],
}  # fmt: skip
FAULTS: dict[str, tuple[Lines, str]] = {
    "a response before its snapshot": ([*ASKED, refused(1, KEEP)], "before menu showed it"),
    "a response without any snapshot": ([("in", CALL), refused(1, KEEP)], "before menu showed it"),
    "a timeout of a fetch for nobody else": (
        [*ASKED, told(2, "idle", NO_VALUE), refused(1, TIMED_OUT)],
        "before menu showed it",
    ),
    "a response while the fetch goes on": (
        [*ASKED, told(2, "loading", NO_VALUE, FETCHING, failure=KEEP), refused(1, KEEP)],
        "still being fetched",
    ),
    "a silent response": (
        [*FAILS[:-2], told(2, "failed", STALE, failure=OVER), refused(1, {**OVER, "presentation": "silent"})],
        "failed silently",
    ),
    "options out of order in a snapshot": (
        [told(1, "failed", NO_VALUE, failure=failure("f1", "keepTrying", "tryAgain"))],
        "not the order of the list",
    ),
    "a settled failure after cancel": (
        [
            *FAILS,
            retry(2, "f1", "cancel"),
            told(3, "idle", NO_VALUE),
            recovered(2, "f1", "cancel"),
            told(4, "failed", NO_VALUE, failure=KEEP),
        ],
        "shows the failure f1 again",
    ),
    "a settled failure after a success": (
        [*FAILS_OVER, told(3, "loaded", FRESH), told(4, "failed", STALE, failure=OVER)],
        "shows the failure f1 again",
    ),
    "a settled failure of the location": (
        [
            placed(1, "failed", failure=failure(resource="location")),
            retry(2, "f1", "cancel"),
            placed(2, "loading"),
            recovered(2, "f1", "cancel"),
            placed(3, "failed", failure=failure(resource="location")),
        ],
        "location shows the failure f1 again",
    ),
    "cancel leaves the failure": (
        [*FAILS, retry(2, "f1", "cancel"), recovered(2, "f1", "cancel")], "still shows it",
    ),
    "useLastKnown leaves the failure": (
        [
            *FAILS_OVER,
            retry(2, "f1", "useLastKnown"),
            recovered(2, "f1", "useLastKnown", shown(2, "failed", STALE, failure=OVER)),
        ],
        "shows the failure f1 again",
    ),
    "the last known value is fresh": (
        [
            *FAILS_OVER,
            retry(2, "f1", "useLastKnown"),
            told(3, "loaded", FRESH),
            recovered(2, "f1", "useLastKnown", shown(3, "loaded", FRESH)),
        ],
        "is not stale",
    ),
    "the value after cancel is fresh": (
        [*FAILS_OVER, retry(2, "f1", "cancel"), told(3, "loaded", FRESH), recovered(2, "f1", "cancel")],
        "is not stale",
    ),
    "keepTrying while polled": (
        [told(1, "failed", NO_VALUE, POLLED, failure=KEEP)], "keepTrying although polling is on",
    ),
    "useLastKnown without a value": (
        [told(1, "failed", NO_VALUE, failure=failure("f1", "useLastKnown"))], "although there is no value",
    ),
    "useLastKnown without a place": (
        [placed(1, "failed", failure=failure("f1", "useLastKnown", resource="location"))],
        "although there is no value",
    ),
    "all options while one runs": (
        [*FAILS, retry(2, "f1", "tryAgain"), told(3, "loading", NO_VALUE, FETCHING, failure=KEEP)],
        "while tryAgain is running",
    ),
    "another option while one runs": (
        [*FAILS, retry(2, "f1", "tryLater"), told(3, "loading", NO_VALUE, FETCHING, failure=failure())],
        "while tryLater is running",
    ),
    "a recovery that failed leaves the old failure": ([*SIGNS_IN, refused(2, WRONG)], "still shows f1"),
    "an alert without a value": (
        [told(1, "failed", NO_VALUE, failure=failure(presentation="alert"))], "f1 alert, not inline",
    ),
    "a silent poll without a value": (
        [told(1, "failed", NO_VALUE, failure=failure(operation="autoPoll", presentation="silent"))],
        "f1 silent, not inline",
    ),
    "inline over a value": ([told(1, "failed", STALE, failure=failure())], "f1 inline, not alert"),
    "a person's failure is silent": (
        [told(1, "failed", STALE, failure=failure(presentation="silent"))], "f1 silent, not alert",
    ),
    "an alert of a poll": (
        [told(1, "failed", STALE, failure=failure(operation="autoPoll", presentation="alert"))],
        "f1 alert, not silent",
    ),
    "inline over a place": (
        [placed(1, "failed", **PLACE, failure=failure(resource="location"))], "not alert or silent",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lines", SOUND.values(), ids=SOUND.keys())
def test_it_lets_pass(lines: Lines) -> None:
    assert problems(lines) == []


@pytest.mark.parametrize(("lines", "word"), FAULTS.values(), ids=FAULTS.keys())
def test_it_sees(lines: Lines, word: str) -> None:
    assert any(word in problem for problem in problems(lines)), problems(lines)
