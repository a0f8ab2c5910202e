"""A JSON-RPC server without methods that passes every generic case, and on request has one fault.

  model.py lines|headers [FAULT]

The kit's own tests play the cases against it: without a fault all must pass, with one some must fail.
"""

from __future__ import annotations

import json
import pathlib
import sys
import time
from typing import Any, BinaryIO

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from runner import texts

METHOD_NOT_FOUND, INVALID_REQUEST, PARSE_ERROR = -32601, -32600, -32700
BLANK = b" \t\r\n"


class Model:
    def __init__(self, framing: str, fault: str) -> None:
        self._framing = framing
        self._fault = fault
        self._input: BinaryIO = sys.stdin.buffer
        self._last = ""

    def run(self) -> int:
        for message in self._frames() if self._framing == "headers" else self._input:
            text = message.removeprefix(b"\xef\xbb\xbf").strip(BLANK)
            if text:
                self._answer(text)
        if self._fault == "stays":
            time.sleep(600)
        return 3 if self._fault == "status" else 0

    # Framing.

    def _frames(self) -> Any:
        while section := self._section():
            length = section.get(b"content-length", b"")
            if length.isdigit() and len(length) < 19:
                yield self._input.read(int(length))

    def _section(self) -> dict[bytes, bytes]:
        found = {b"": b""}
        for line in self._input:
            if not line.strip():
                return found
            name, _, value = line.partition(b":")
            found[name.strip().lower()] = value.strip()
        return {}

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        if self._fault == "unframed":
            data = b"Loading...\n" + data
        if self._framing == "headers":
            length = len(text) if self._fault == "characters" else len(data)
            data = b"Content-Length: %d\r\n\r\n" % length + data
        else:
            data += b"\n"
        if self._fault == "cut":
            data = data[:-2]
        sys.stdout.buffer.write(data * 2 if self._fault == "twice" else data)
        sys.stdout.buffer.flush()

    # Messages.

    def _answer(self, data: bytes) -> None:
        try:
            text = data.decode("utf-8", "replace" if self._fault == "utf8" else "strict")
            value = texts.parsed(text)
            json.dumps(value, ensure_ascii=False).encode()  # Lone surrogates end here.
        except ValueError:
            if self._fault == "dies":
                sys.exit(1)
            if self._fault != "mute":
                self._write(_error("null", PARSE_ERROR))
            return
        if isinstance(value, list) and value and self._fault != "batches":
            answers = [self._one(each, raw) for each, raw in zip(value, texts.elements(text))]
            if any(answers) or self._fault == "emptyBatch":
                self._write(f"[{','.join(filter(None, answers))}]")
        elif answer := self._one(value, text):
            self._write(answer)

    def _one(self, value: Any, text: str) -> str | None:
        if not isinstance(value, dict):
            return _error("null", INVALID_REQUEST)
        if "method" not in value and ("result" in value or "error" in value):
            return _error("null", INVALID_REQUEST) if self._fault == "storm" else None
        raw = (
            "null" if isinstance(value.get("id"), (dict, list, bool)) else dict(texts.members(text)).get("id")
        )
        if self._fault == "floats" and isinstance(value.get("id"), int):
            raw = json.dumps(float(value["id"]))
        if self._fault == "strings" and raw:
            raw = json.dumps(str(value["id"]))
        if not _is_call(value):
            return _error(raw or "null", INVALID_REQUEST)
        if self._fault == "null" and raw == "null":
            return None
        if raw is None:
            return _error("null", METHOD_NOT_FOUND) if self._fault == "notifications" else None
        if self._fault == "both":
            return _error(raw, METHOD_NOT_FOUND)[:-1] + ',"result":null}'
        if self._fault == "swaps":
            self._last, answer = _error(raw, METHOD_NOT_FOUND), self._last
            return answer
        return _error(raw, METHOD_NOT_FOUND)


def _is_call(value: dict[str, Any]) -> bool:
    is_id = not isinstance(value.get("id"), (dict, list, bool))
    is_params = isinstance(value.get("params", []), (dict, list, type(None)))
    return value.get("jsonrpc") == "2.0" and isinstance(value.get("method"), str) and is_id and is_params


def _error(raw_id: str, code: int) -> str:
    return f'{{"jsonrpc":"2.0","id":{raw_id},"error":{{"code":{code},"message":"no"}}}}'


if __name__ == "__main__":
    sys.exit(Model(sys.argv[1], (sys.argv[2:] or [""])[0]).run())
