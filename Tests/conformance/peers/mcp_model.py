"""A server of the Model Context Protocol in all versions that passes every case, and on request has one fault.

  mcp_model.py [FAULT]

The kit's own tests play the cases against it: without a fault all must pass, with one some must fail.
"""

from __future__ import annotations

import json
import pathlib
import sys
import time
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from mcp_content import ANSWERS, Refused, listed
from runner.mcp.versions import ALL, BATCHES, HANDSHAKE, META, REQUESTS

Message = dict[str, Any]
INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, PARSE_ERROR = -32600, -32601, -32602, -32700
NEWEST = HANDSHAKE[-1]


class Model:
    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._version = NEWEST
        self._running: dict[Any, str] = {}

    def run(self) -> None:
        if self._fault == "logs":
            print("Server is ready", flush=True)
        for line in sys.stdin.buffer:
            self._take(line)
        if self._fault == "stays":
            time.sleep(600)

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except ValueError:
            if self._fault == "dies":
                sys.exit(1)
            if self._fault == "nullID":
                self._write({"id": None, "error": {"code": PARSE_ERROR, "message": "no JSON"}})
            return
        has_batches = self._version == BATCHES and self._fault != "noBatches" or self._fault == "batches"
        if isinstance(message, list) and has_batches:
            answers = list(filter(None, map(self._answer, message)))
            if answers:
                self._write(answers)
        elif answer := self._answer(message):
            self._write(answer)

    def _write(self, message: Any) -> None:
        messages = message if isinstance(message, list) else [message]
        whole = [{"jsonrpc": "2.0", **each} for each in messages]
        print(json.dumps(whole if isinstance(message, list) else whole[0]), flush=True)

    # Messages.

    def _answer(self, message: Any) -> Message | None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return None
        method, id_ = message.get("method"), message.get("id")
        if not isinstance(method, str):
            return None
        if "id" not in message:
            return self._notified(method, message.get("params", {}))
        if not isinstance(id_, int | str):
            return None
        if self._fault == "blocks" and self._running:
            return None
        shown = str(id_) if self._fault == "strings" else id_
        try:
            result = self._result(id_, method, message.get("params", {}))
        except Refused as refused:
            return {"id": shown, "error": refused.error}
        return None if result is None else {"id": shown, "result": result}

    def _notified(self, method: str, params: Message) -> Message | None:
        if method == "notifications/cancelled":
            cancelled = self._running.pop(params.get("requestId"), None)
            if cancelled and self._fault == "answersCancelled":
                return {"id": params["requestId"], "error": {"code": 0, "message": "cancelled"}}
            if not cancelled and self._fault == "cancelDies":
                sys.exit(1)
        if self._fault == "answersNotifications":
            return {"id": method, "error": {"code": METHOD_NOT_FOUND, "message": "no such method"}}
        return None

    def _result(self, id_: Any, method: str, params: Any) -> Message | None:
        if not isinstance(params, dict):
            raise Refused(INVALID_PARAMS)
        version = self._version_of(params)
        if method == "initialize":
            return self._initialize(params)
        if method == "tools/call" and params.get("name") == "stay":
            self._running[id_] = method
            return None
        if method == "subscriptions/listen" and version == REQUESTS:
            return self._listen(id_, params)
        self._report(params, version)
        result = ANSWERS.get((method, version == REQUESTS), self._none)(params, self._fault)
        return self._shaped(method, result) if version == REQUESTS else self._older(method, result, version)

    def _none(self, _: Message, fault: str) -> Message:
        raise Refused(INVALID_PARAMS if fault == "unknownMethod" else METHOD_NOT_FOUND)

    def _version_of(self, params: Message) -> str:
        meta = params.get("_meta", {})
        if META + "protocolVersion" not in meta:
            return self._version
        version = meta[META + "protocolVersion"]
        wants = META + "clientCapabilities" in meta or self._fault == "noCapabilities"
        if not isinstance(version, str) or not wants:
            raise Refused(INVALID_PARAMS)
        if version != REQUESTS:
            data = {} if self._fault == "noData" else {"supported": list(ALL), "requested": version}
            raise Refused(-32022, data)
        return version

    def _initialize(self, params: Message) -> Message:
        asked = params.get("protocolVersion")
        if not isinstance(asked, str):
            raise Refused(INVALID_PARAMS)
        self._version = asked if asked in HANDSHAKE or self._fault == "anyVersion" else NEWEST
        capabilities = {"tools": {}, "resources": {"subscribe": True}, "prompts": {}, "logging": {}}
        server = {"name": "model", "version": "1"}
        return {"protocolVersion": self._version, "capabilities": capabilities, "serverInfo": server}

    def _listen(self, id_: Any, params: Message) -> None:
        uris = params["notifications"].get("resourceSubscriptions", [])
        subscription = {} if self._fault == "noSubscription" else {META + "subscriptionId": id_}
        agreed = {"_meta": subscription, "notifications": {"resourceSubscriptions": uris}}
        self._write({"method": "notifications/subscriptions/acknowledged", "params": agreed})
        self._running[id_] = "subscriptions/listen"

    def _report(self, params: Message, version: str) -> None:
        token = params.get("_meta", {}).get("progressToken")
        if self._fault == "asks" and version == REQUESTS:
            self._write({"id": 1, "method": "roots/list"})
        if params.get("name") == "count" and token is not None or self._fault == "uninvited":
            token = "another" if self._fault in ("otherToken", "uninvited") else token
            for number in (2, 1) if self._fault == "shrinks" else (1, 2):
                self._write(
                    {"method": "notifications/progress", "params": {"progressToken": token, "progress": number}}
                )

    # Versions.

    def _shaped(self, method: str, result: Message) -> Message:
        """The members that each result has where requests name their version."""
        shared = {} if self._fault == "noResultType" else {"resultType": "complete"}
        is_kept = listed(method) or method in ("server/discover", "resources/read")
        return {**result, **shared, **({"ttlMs": 0, "cacheScope": "private"} if is_kept else {})}

    def _older(self, method: str, result: Message, version: str) -> Message:
        """Without what the version does not have yet."""
        if method == "tools/call" and version < "2025-06-18":
            return {name: value for name, value in result.items() if name != "structuredContent"}
        return result


if __name__ == "__main__":
    Model((sys.argv[1:] or [""])[0]).run()
