"""The built statusd against the document that it carries."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
from typing import Any

import pytest

from contract import MANUAL_METHODS, OPEN_PARAMS, ROOT, SCENARIO_METHODS, SCHEMA, Contract, load
from session import Session

DOCUMENT = load(SCHEMA / "openrpc.json")
CONTRACT = Contract()
METHODS = [method["name"] for method in DOCUMENT["methods"]]
# Params without which a method could not be told from one that is not there.
PARAMS = {"$/cancelRequest": {"id": "nobody"}}


def binary() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("STATUSD_BIN") or ROOT / ".build/debug/statusd")
    if not path.exists():
        pytest.fail(f"{path} is not there: run `swift build`, or name the binary in STATUSD_BIN")
    return path


def answers_to(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    """Plays the requests, holds the whole session against the contract, and gives the answers."""
    is_manual = any(request["method"] in MANUAL_METHODS for request in requests)
    options = ["--clock", "manual"] if is_manual else []
    if any(request["method"] in SCENARIO_METHODS for request in requests):
        options += ["--scenario", "demo"]
    texts = [json.dumps({"jsonrpc": "2.0", **request}) for request in requests]
    done = subprocess.run(
        [binary(), *options],
        input="".join(text + "\n" for text in texts),
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    session = Session(CONTRACT)
    for text in texts:
        session.received(text)
    lines = done.stdout.removesuffix("\n").split("\n")
    for line in lines:
        session.sent(line)
    session.ended(killed=False)
    assert session.problems == []
    return [message for message in map(json.loads, lines) if "id" in message]


def test_discover_answers_the_committed_document() -> None:
    [answer] = answers_to({"id": 1, "method": "rpc.discover"})
    assert json.dumps(answer["result"]) == json.dumps(DOCUMENT)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_of_the_document_is_there(method: str) -> None:
    [answer] = answers_to({"id": 1, "method": method, "params": PARAMS.get(method, {})})
    assert answer.get("error", {}).get("data", {}).get("kind") != "methodNotFound"


CLOSED = [method for method in METHODS if method not in OPEN_PARAMS]
EVERY_PARAM = [(method["name"], param) for method in DOCUMENT["methods"] for param in method["params"]]
BEYOND = [
    (name, param["name"], beyond)
    for name, param in EVERY_PARAM
    for bound, step in (("minimum", -0.001), ("maximum", 0.001))
    if bound in param["schema"]
    for beyond in (param["schema"][bound] + step,)
]


def refusal(method: str, params: Any) -> dict[str, Any]:
    """The detail of the failure that the params are refused with."""
    [answer] = answers_to({"id": 1, "method": method, "params": params})
    assert answer["error"]["data"]["kind"] == "invalidParams"
    detail: dict[str, Any] = answer["error"]["data"]["detail"]
    return detail


@pytest.mark.parametrize("method", CLOSED)
def test_unknown_params_are_refused(method: str) -> None:
    assert refusal(method, {**PARAMS.get(method, {}), "nonsense": 1}) == {
        "path": "/nonsense",
        "reason": "unknown",
    }


@pytest.mark.parametrize("method", METHODS)
def test_too_many_params_are_refused(method: str) -> None:
    count = sum(name == method for name, _ in EVERY_PARAM)
    assert refusal(method, ["state"] * (count + 1))["reason"] == "arity"


@pytest.mark.parametrize(("method", "param"), EVERY_PARAM)
def test_params_of_another_type_are_refused(method: str, param: dict[str, Any]) -> None:
    takes_arrays = any(part.get("type") == "array" for part in param["schema"].get("anyOf", []))
    wrong = 1 if takes_arrays else []
    assert refusal(method, {param["name"]: wrong}) == {"path": f"/{param['name']}", "reason": "type"}


@pytest.mark.parametrize(("method", "param", "value"), BEYOND)
def test_params_out_of_range_are_refused(method: str, param: str, value: float) -> None:
    assert refusal(method, {param: value}) == {"path": f"/{param}", "reason": "range"}


def test_the_source_has_no_method_beyond_the_document() -> None:
    """What the binary cannot be asked: its methods' signatures, as they stand in the source."""
    sources = (ROOT / "Sources/StatusServer/Profiles/Native/Methods").glob("*.swift")
    texts = [path.read_text(encoding="utf-8") for path in sources]
    names = {name for text in texts for name in re.findall(r'MethodSignature\(\s*"([^"]+)"', text)}
    assert names == set(METHODS)


def test_another_method_is_not_there() -> None:
    [answer] = answers_to({"id": 1, "method": "getStat"})
    assert answer["error"]["data"]["kind"] == "methodNotFound"


def test_the_version_is_the_documents() -> None:
    done = subprocess.run([binary(), "--version"], check=True, capture_output=True, text=True, timeout=300)
    assert DOCUMENT["info"]["version"] in done.stdout
