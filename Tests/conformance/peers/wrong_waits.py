"""The real daemon behind a relay that changes what is said about waits: a daemon with one fault.

  wrong_waits.py FAULT STATUSD OPTIONS…
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any

Message = dict[str, Any]
#: Params of `waitFor` that a fault takes away; the others are changed.
FORGOTTEN = {"unless", "patience", "timeout"}


def main(fault: str, command: list[str]) -> int:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    threading.Thread(target=ask, args=(fault, process.stdin), daemon=True).start()
    for line in process.stdout:
        sys.stdout.buffer.write(json.dumps(answered(fault, json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()
    return process.wait()


def ask(fault: str, target: Any) -> None:
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["method"] == "waitFor":
            message["params"] = asked(fault, message["params"])
        if not (fault == "cancelling" and message["method"] == "$/cancelRequest"):
            target.write(json.dumps(message).encode() + b"\n")
            target.flush()
    target.close()


def asked(fault: str, params: Message) -> Message:
    until = params["until"]
    if fault == "onlyFirst" and isinstance(until, list):
        until = until[:1]
    if fault == "onlyExists" and isinstance(until, dict):
        until = {"path": until.get("path", ""), "exists": True}
    changed = {"interval": 60} if fault == "slowly" else {}
    return {name: value for name, value in {**params, "until": until, **changed}.items() if name != fault or fault not in FORGOTTEN}


def answered(fault: str, message: Message) -> Message:
    result, error = message.get("result", {}), message.get("error", {})
    if fault == "late" and "waited" in result:
        result["waited"] += 0.001
    if fault == "otherReason" and result.get("reason") == "unless":
        result["reason"] = "met"
    if fault == "lenient" and error.get("code") == -32602:
        return {"jsonrpc": "2.0", "id": message["id"], "result": {}}
    if fault == "otherOperation" and error.get("data", {}).get("operation") == "waitFor":
        error["data"]["operation"] = "autoPoll"
    if fault == "switches" and "params" in message:
        message["params"]["autoPolling"]["enabled"] = True
    return message


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
