"""What holds for one answer to one call, and for every line that goes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rawjson
from contract import MANUAL_METHODS, PROTOCOL_CODES, SCENARIO_METHODS, Contract
from failure_rules import error_problems
from message import Call
from wording import line_problems

# They would break a line for readers that split at Unicode's line ends.
LINE_BREAKS = {"\n": "LF", "\r": "CR", "\x85": "U+0085", "\u2028": "U+2028", "\u2029": "U+2029"}
MEMBER_ORDERS = (
    ["jsonrpc", "id", "result"],
    ["jsonrpc", "id", "error"],
    ["jsonrpc", "method", "params"],
)


def judge_answer(contract: Contract, call: Call, answer: dict[str, Any]) -> Iterator[str]:
    """Everything that is wrong with the answer to `call`; a result also judges the call itself."""
    if "error" in answer:
        yield from _judge_error(contract, call, answer["error"])
    elif call.method not in contract.methods:
        yield f"a result for {call.method!r}, which the document does not list"
    else:
        method = contract.methods[call.method]
        if problem := method.params_problem(call.params):
            yield f"{call.method} gave a result though its params are not valid {problem}"
        if problem := method.result_problem(answer["result"]):
            yield f"the result of {call.method} {problem}"


def _judge_error(contract: Contract, call: Call, error: dict[str, Any]) -> Iterator[str]:
    yield from error_problems(contract, error)
    yield from line_problems("error.message", error["message"])
    kind = error["data"]["kind"]
    method = contract.methods.get(call.method)
    if call.kind == "malformed":
        allowed = kind in ("parseError", "invalidRequest")
    elif method is None or kind == "methodNotFound" and call.method in MANUAL_METHODS | SCENARIO_METHODS:
        allowed = kind in ("methodNotFound", "invalidRequest", "shuttingDown", "requestCancelled")
    else:
        allowed = kind in method.kinds or (error["code"] in PROTOCOL_CODES and kind != "methodNotFound")
    if not allowed:
        yield f"{call.method or 'what is no request'} failed with {kind}, which the document does not list"


def output_problems(text: str) -> Iterator[str]:
    """What is wrong with the bytes of a line that goes out, whatever it says."""
    for character, name in LINE_BREAKS.items():
        if character in text:
            yield f"holds a raw {name}"
    for part in rawjson.elements(text) if text.startswith("[") else [text]:
        if not part.startswith("{"):
            yield "is no object"
            continue
        names = [name for name, _ in rawjson.members(part)]
        if names not in MEMBER_ORDERS:
            yield f"has the members {names}"
        error = rawjson.member(part, "error")
        if error and [name for name, _ in rawjson.members(error)] != ["code", "message", "data"]:
            yield "has an error whose members are not code, message, data, in this order"
