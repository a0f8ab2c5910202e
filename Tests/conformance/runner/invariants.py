"""What holds for every message of every server, and for every message of statusd (README.md, "Always")."""

from __future__ import annotations

from typing import Any

from . import texts

#: Line ends to somebody; inside a message statusd escapes them.
LINE_ENDS = {"\r": "CR", "\n": "LF", "\x85": "U+0085", "\u2028": "U+2028", "\u2029": "U+2029"}
FAILURE_MEMBERS = """
    failureId kind title message helpAnchor presentation retry recoveryOptions occurredAt
""".split()


def problem(message: bytes, claims: frozenset[str]) -> str | None:
    """What is wrong with a message whatever it answers."""
    try:
        text = message.decode("utf-8")
        value = texts.parsed(text)
    except ValueError as error:
        return f"is no JSON: {error}"
    found = [name for each, name in LINE_ENDS.items() if each in text] if "statusd" in claims else []
    if found:
        return f"holds {', '.join(found)} unescaped"
    if "statusd" in claims and (big := _big_integer(value)):
        return f"holds the integer {big}, which not every reader can hold"
    if not isinstance(value, list):
        return _message_problem(value, claims)
    if not value:
        return "is an empty array"
    problems = (_response_problem(each, claims) for each in value)
    return next((each for each in problems if each), None)


def _message_problem(value: Any, claims: frozenset[str]) -> str | None:
    if not isinstance(value, dict):
        return "is neither an object nor an array"
    if "method" in value:
        return None if value.get("jsonrpc") == "2.0" else 'has no "jsonrpc":"2.0"'
    return _response_problem(value, claims)


def _response_problem(value: Any, claims: frozenset[str]) -> str | None:
    """JSON-RPC 2.0, section 5."""
    if not isinstance(value, dict):
        return "has an answer that is no object"
    if value.get("jsonrpc") != "2.0":
        return 'has no "jsonrpc":"2.0"'
    if "id" not in value:
        return "has no id"
    if ("result" in value) == ("error" in value):
        return "has both result and error, or neither"
    if "error" in value and (why := _error_problem(value["error"])):
        return why
    return _statusd_problem(value) if "statusd" in claims else None


def _error_problem(error: Any) -> str | None:
    """JSON-RPC 2.0, section 5.1."""
    if not isinstance(error, dict):
        return "has an error that is no object"
    if not isinstance(error.get("code"), int) or isinstance(error["code"], bool):
        return "has an error without an integer code"
    return None if isinstance(error.get("message"), str) else "has an error without a message"


def _statusd_problem(value: dict[str, Any]) -> str | None:
    """docs/protocol.md: these members, in this order, and no other."""
    if "result" in value:
        return _order_problem(list(value), ["jsonrpc", "id", "result"])
    why = _order_problem(list(value), ["jsonrpc", "id", "error"])
    why = why or _order_problem(list(value["error"]), ["code", "message", "data"])
    missing = [name for name in FAILURE_MEMBERS if name not in value["error"].get("data", {})]
    return why or (f"has a failure without {', '.join(missing)}" if missing else None)


def _big_integer(value: Any) -> int | None:
    """An integer of 2^53 or more, where it is no id: ids are the client's."""
    if isinstance(value, int):
        return value if abs(value) >= 1 << 53 else None
    children = value if isinstance(value, list) else []
    if isinstance(value, dict):
        children = [each for name, each in value.items() if name != "id"]
    return next(filter(None, map(_big_integer, children)), None)


def _order_problem(names: list[str], wanted: list[str]) -> str | None:
    return None if names == wanted else f"has the members {', '.join(names)}, not {', '.join(wanted)}"
