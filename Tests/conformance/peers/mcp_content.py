"""What the server of mcp_model.py has: tools, resources, prompts, and the faults that they can have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
INVALID_PARAMS, NOT_FOUND = -32602, -32002
NO_ARGUMENTS: Message = {"type": "object", "additionalProperties": False}
NUMBERS: Message = {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}
SUM: Message = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}
TOOLS: list[Message] = [
    {"name": "count", "inputSchema": NO_ARGUMENTS, "outputSchema": SUM, "annotations": {"readOnlyHint": True}},
    {"name": "add", "inputSchema": NUMBERS, "outputSchema": SUM},
    {"name": "fail", "inputSchema": NO_ARGUMENTS},
    {"name": "stay", "inputSchema": NO_ARGUMENTS},
]
RESOURCES = [{"uri": f"model://{name}", "name": name} for name in ("one", "two", "three")]
TEMPLATES = [{"uriTemplate": "model://{name}", "name": "any"}]
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


class Refused(Exception):
    """A request that gets an error."""

    def __init__(self, code: int, data: Message | None = None) -> None:
        self.error = {"code": code, "message": "no", **({"data": data} if data is not None else {})}


def listed(method: str) -> bool:
    return method.endswith("/list")


def _page(name: str, members: list[Message], params: Message, fault: str) -> Message:
    """Two members on a page; the cursor is where the next one begins."""
    cursor = params.get("cursor", "0")
    if cursor not in map(str, range(0, len(members), 2)):
        if fault != "anyCursor":
            raise Refused(INVALID_PARAMS)
        cursor = "0"
    start = 0 if fault == "samePage" else int(cursor)
    more = {"nextCursor": str(start + 2)} if start + 2 < len(members) else {}
    return {name: members[start : start + 2], **more}


def _tools(params: Message, fault: str) -> Message:
    if fault == "noList":
        return {"tools": {"count": TOOLS[0]}}
    missing = {"noSchema": "inputSchema", "noName": "name"}.get(fault)
    first = {name: value for name, value in TOOLS[0].items() if name != missing}
    if fault == "badSchema":
        first["inputSchema"] = {"type": "object", "required": "a"}
    return _page("tools", [first, *TOOLS[1:]], params, fault)


def _call(params: Message, fault: str) -> Message:
    name, arguments = params.get("name"), params.get("arguments", {})
    if name not in [tool["name"] for tool in TOOLS] or not isinstance(arguments, dict):
        if fault == "unknownTool" and isinstance(name, str):
            return _failed()
        raise Refused(INVALID_PARAMS)
    if name == "fail" and fault == "failsAsError":
        raise Refused(-32603)
    if name == "fail" or name == "add" and "a" not in arguments and fault != "addsNothing":
        return _failed()
    found: Message = {"content": [{"type": "text", "text": "1"}], "structuredContent": {"sum": 1}}
    if fault == "otherStructure":
        found["structuredContent"] = {"sum": "1"}
    missing = {"noContent": "content", "noStructure": "structuredContent"}.get(fault)
    return {member: value for member, value in found.items() if member != missing}


def _failed() -> Message:
    return {"content": [{"type": "text", "text": "no"}], "isError": True}


def _read(of_request: bool) -> Callable[[Message, str], Message]:
    def read(params: Message, fault: str) -> Message:
        uri = params.get("uri")
        if not isinstance(uri, str):
            raise Refused(INVALID_PARAMS)
        if uri in [each["uri"] for each in RESOURCES]:
            return {"contents": [{"uri": uri, "text": "text"}]}
        if fault == "readsNothing":
            return {"contents": []}
        raise Refused(INVALID_PARAMS if of_request else NOT_FOUND)

    return read


def _level(params: Message, fault: str) -> Message:
    if params.get("level") not in LEVELS and fault != "anyLevel":
        raise Refused(INVALID_PARAMS)
    return {}


def _refuses(_: Message, __: str) -> Message:
    raise Refused(INVALID_PARAMS)


def _discovered(_: Message, __: str) -> Message:
    capabilities = {"tools": {}, "resources": {"subscribe": True}, "prompts": {}}
    return {"supportedVersions": ["2026-07-28", "2025-11-25"], "capabilities": capabilities}


SHARED: dict[str, Callable[[Message, str], Message]] = {
    "tools/list": _tools,
    "tools/call": _call,
    "resources/list": lambda params, fault: _page("resources", RESOURCES, params, fault),
    "resources/templates/list": lambda params, fault: _page("resourceTemplates", TEMPLATES, params, fault),
    "prompts/list": lambda params, fault: _page("prompts", [{"name": "ask"}], params, fault),
    "prompts/get": _refuses,
}
OF_HANDSHAKE: dict[str, Callable[[Message, str], Message]] = {
    "ping": lambda params, fault: {"pong": True} if fault == "pong" else {},
    "logging/setLevel": _level,
    "resources/subscribe": lambda params, fault: {},
    "resources/unsubscribe": lambda params, fault: {},
    "resources/read": _read(of_request=False),
}
OF_REQUESTS: dict[str, Callable[[Message, str], Message]] = {
    "server/discover": _discovered,
    "resources/read": _read(of_request=True),
}
#: What answers a method, by whether its request names its version.
ANSWERS = {
    **{(method, era): answer for method, answer in SHARED.items() for era in (False, True)},
    **{(method, False): answer for method, answer in OF_HANDSHAKE.items()},
    **{(method, True): answer for method, answer in OF_REQUESTS.items()},
}
