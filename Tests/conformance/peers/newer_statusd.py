#!/usr/bin/python3
"""A statusd of a later version: the real one, which STATUSD_BIN names, whose every closed-looking word is new.

Each word of an enumeration begins with `new`, details are of another type, objects have members and sessions
notifications that nobody knows. Options keep their ids, because what they do is asked for by them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

ROOT = Path(__file__).resolve().parents[3]
#: The members that have one word of a list: schema/types.
WORDS = {"kind", "performedBy", "phase", "presentation", "reason", "role", "shape", "status"}
DETAIL = {"status": "teapot", "reason": ["new"], "code": {"of": 1}, "path": 7}


def newer(value: Any) -> Any:
    if isinstance(value, list):
        return [newer(each) for each in value]
    if not isinstance(value, dict):
        return value
    members = {name: newer_member(name, each) for name, each in value.items()}
    return {**members, "later": {"n": 1}} if "kind" in value or "resource" in value else members


def newer_member(name: str, value: Any) -> Any:
    if name == "value":  # The source's own.
        return value
    if name == "detail":
        return {**newer(value), **DETAIL}
    if name in WORDS and isinstance(value, str):
        return f"new{value[:1].upper()}{value[1:]}"
    return newer(value)


def rewritten(message: dict[str, Any]) -> dict[str, Any]:
    for member in ("params", "result"):
        if "serverInfo" not in (message.get(member) or {}):
            message = {**message, member: newer(message[member])} if member in message else message
    error = message.get("error")
    return {**message, "error": {**error, "data": newer(error["data"])}} if error else message


def messages(source: BinaryIO) -> Any:
    """Each message, and whether it has a header."""
    while line := source.readline():
        if line.startswith(b"Content-Length:"):
            source.readline()
            yield json.loads(source.read(int(line.split(b":")[1]))), True
        else:
            yield json.loads(line), False


def write(message: dict[str, Any], is_framed: bool) -> None:
    text = json.dumps(message, separators=(",", ":")).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) if is_framed else text + b"\n")
    sys.stdout.buffer.flush()


def feed(target: BinaryIO) -> None:
    while piece := os.read(0, 1 << 16):
        target.write(piece)
        target.flush()
    target.close()


def main() -> None:
    binary = os.environ.get("STATUSD_BIN", str(ROOT / ".build/debug/statusd"))
    daemon = subprocess.Popen([binary, *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1)
    threading.Thread(target=feed, args=[daemon.stdin], daemon=True).start()
    for message, is_framed in messages(daemon.stdout):
        write(rewritten(message), is_framed)
        write({"jsonrpc": "2.0", "method": "$/later", "params": {"resource": {"n": 1}}}, is_framed)
    # Nothing waits for the thread that may still read.
    os._exit(daemon.wait())


if __name__ == "__main__":
    main()
