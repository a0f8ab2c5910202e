"""schema/examples: each is a conversation that the contract allows."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from contract import SCHEMA, Contract, load
from session import Session

CONTRACT = Contract()
EXAMPLES = SCHEMA / "examples"
every_file = pytest.mark.parametrize(
    "path",
    sorted(EXAMPLES.rglob("*.json")),
    ids=lambda path: path.relative_to(EXAMPLES).with_suffix("").as_posix(),
)


@every_file
def test_the_example_is_valid(path: pathlib.Path) -> None:
    example = load(path)
    before = example.get("response", {}).get("error", {}).get("data", {}).get("previousFailureId")
    session = Session(CONTRACT, failures={before: "serverError"} if before else None, is_whole=False)
    if "text" in example:
        session.received(example["text"])
    if "request" in example:
        session.received(json.dumps(example["request"]))
    if "notification" in example:
        play_notification(session, example["notification"])
    if "response" in example:
        session.sent(json.dumps(example["response"]))
    session.ended(killed=False)
    assert session.problems == []


def play_notification(session: Session, notification: dict[str, Any]) -> None:
    if notification["method"] in CONTRACT.methods:
        method = CONTRACT.methods[notification["method"]]
        assert method.params_problem(notification.get("params")) is None
        session.received(json.dumps(notification))
    else:
        session.sent(json.dumps(notification))


SENT = load(SCHEMA / "document.json")["x-notifications"]


def test_requests_are_valid_calls() -> None:
    for path in EXAMPLES.rglob("*.json"):
        example = load(path)
        for call in filter(None, (example.get("request"), example.get("notification"))):
            name = "ServerMessage" if call["method"] in SENT else "ClientMessage"
            assert CONTRACT.type_problem(name, call) is None, path.name


def test_every_example_stands_for_a_method_or_a_notification() -> None:
    document = load(SCHEMA / "document.json")
    assert {path.stem for path in EXAMPLES.glob("*.json")} == {
        *document["methods"],
        *document["x-notifications"],
    }


def test_error_examples_are_named_by_their_kind() -> None:
    for path in (EXAMPLES / "errors").glob("*.json"):
        kind = load(path)["response"]["error"]["data"]["kind"]
        assert path.stem.rsplit(".", 1)[-1] == kind
