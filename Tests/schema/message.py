"""What a client's message is, as the daemon has to take it (JSON-RPC 2.0 and the daemon's limits)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import rawjson

MESSAGE_BYTES = 1 << 20
BATCH_MEMBERS = 100
ID_BYTES = 4096
DEPTH = 128
TOKENS = 100_000

Kind = Literal["request", "notification", "response", "malformed"]


@dataclass(eq=False)
class Call:
    """One call, alone or of a batch. A malformed one may be answered with an error, and may have no id."""

    kind: Kind
    id: str | None = None
    method: str = ""
    params: Any = None


@dataclass(eq=False)
class Batch:
    calls: list[Call] = field(default_factory=list)

    @property
    def wants_answer(self) -> bool:
        return any(call.kind == "request" for call in self.calls)


MALFORMED = Call("malformed")


def read(text: str) -> Call | Batch | None:
    """The message that `text` is; None for a blank line."""
    text = text.removeprefix("\ufeff").strip(rawjson.WHITE_SPACE)
    if not text:
        return None
    if len(text.encode("utf-8", "surrogatepass")) > MESSAGE_BYTES or exceeds_budget(text):
        return Call("malformed", _id_at_any_price(text))
    if not text.startswith("["):
        return _call(text)
    try:
        rawjson.loads(text)
    except rawjson.DuplicateKey:
        pass  # The member that has it is malformed, the others are not.
    except rawjson.Unreadable:
        return MALFORMED
    parts = rawjson.elements(text)
    if not 0 < len(parts) <= BATCH_MEMBERS:
        return MALFORMED
    return Batch([_call(part) for part in parts])


def exceeds_budget(text: str) -> bool:
    """Whether the text is nested deeper, or has more structural tokens, than the daemon takes."""
    depth = deepest = tokens = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth, tokens = depth + 1, tokens + 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
        elif character in ",:":
            tokens += 1
    return deepest > DEPTH or tokens > TOKENS


def _call(text: str) -> Call:
    try:
        value = rawjson.loads(text)
    except ValueError:
        return Call("malformed", _id_at_any_price(text))
    if not isinstance(value, dict):
        return MALFORMED
    raw_id = dict(rawjson.members(text)).get("id")
    if "id" in value and not _is_id(value["id"], raw_id or ""):
        return MALFORMED
    if "method" not in value and ("result" in value or "error" in value):
        return Call("response", raw_id)
    if not _is_call(value):
        return Call("malformed", raw_id)
    kind: Kind = "request" if "id" in value else "notification"
    return Call(kind, raw_id, value["method"], value.get("params"))


def _is_call(value: dict[str, Any]) -> bool:
    return (
        value.get("jsonrpc") == "2.0"
        and isinstance(value.get("method"), str)
        and isinstance(value.get("params"), (dict, list, type(None)))
        and not value.keys() & {"result", "error"}
    )


def _is_id(value: Any, raw: str) -> bool:
    if isinstance(value, bool) or not isinstance(value, (str, int, float, type(None))):
        return False
    return len(raw.encode("utf-8", "surrogatepass")) <= ID_BYTES


def _id_at_any_price(text: str) -> str | None:
    try:
        return dict(rawjson.members(text)).get("id")
    except (ValueError, IndexError, RecursionError):
        return None
