"""The built statusd against the document that it carries."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest
from contract import OPEN_PARAMS, ROOT, SCHEMA, Contract, load
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
    texts = [json.dumps({"jsonrpc": "2.0", **request}) for request in requests]
    done = subprocess.run(
        [binary()], input="".join(text + "\n" for text in texts), capture_output=True, text=True, timeout=30
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


@pytest.mark.parametrize("method", [method for method in METHODS if method not in OPEN_PARAMS])
def test_every_method_refuses_unknown_params(method: str) -> None:
    [answer] = answers_to({"id": 1, "method": method, "params": {**PARAMS.get(method, {}), "nonsense": 1}})
    assert answer["error"]["data"]["detail"] == {"path": "/nonsense", "reason": "unknown"}


def test_another_method_is_not_there() -> None:
    [answer] = answers_to({"id": 1, "method": "getStat"})
    assert answer["error"]["data"]["kind"] == "methodNotFound"


def test_the_version_is_the_documents() -> None:
    done = subprocess.run([binary(), "--version"], capture_output=True, text=True, timeout=30)
    assert DOCUMENT["info"]["version"] in done.stdout
