"""schema/presenter: every line is what line.schema.json says, and every message is one of the contract."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from contract import SCHEMA, Contract, load, nodes, problem

FILES = sorted((SCHEMA / "presenter").glob("*.jsonl"))
LINE = load(SCHEMA / "presenter/line.schema.json")
DEFINITIONS = {name: {"$defs": LINE["$defs"], "$ref": f"#/$defs/{name}"} for name in LINE["$defs"]}
CONTRACT = Contract()
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def lines(path: pathlib.Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def steps(path: pathlib.Path) -> list[dict[str, Any]]:
    return lines(path)[1:]


def test_the_schema_is_valid_2020_12() -> None:
    Draft202012Validator.check_schema(LINE)


@every_file
def test_every_line_is_valid(path: pathlib.Path) -> None:
    # By definition and not by the whole schema: "is not valid under any" says nothing.
    head, *others = lines(path)
    kinds = ["case", *(["step"] * len(others))]
    assert others
    problems = (problem(Draft202012Validator(DEFINITIONS[kind]), line) for kind, line in zip(kinds, [head, *others]))
    assert [each for each in problems if each] == []


@every_file
def test_time_does_not_go_back(path: pathlib.Path) -> None:
    times = [step["at"] for step in steps(path)]
    assert times == sorted(times)


def message_problems(path: pathlib.Path) -> Iterator[str | None]:
    """Each message beside the contract. A response belongs to the request of its id that was sent before."""
    methods: dict[int, str] = {}
    for step in steps(path):
        if "receive" in step:
            yield received_problem(step["receive"], methods)
        for message in step.get("sends", []):
            methods[message.get("id", 0)] = message["method"]
            yield CONTRACT.methods[message["method"]].params_problem(message["params"])


def received_problem(message: dict[str, Any], methods: dict[int, str]) -> str | None:
    if "error" in message:
        if CONTRACT.kind_of_code[message["error"]["code"]] != message["error"]["data"]["kind"]:
            return f"{message['error']['code']} is not the code of {message['error']['data']['kind']}"
        return CONTRACT.type_problem("Failure", message["error"]["data"])
    if "method" in message:
        # A notification of a later version is passed over.
        is_known = message["method"] in {each["name"] for each in CONTRACT.document["x-notifications"]}
        return CONTRACT.notification_problem(message["method"], message["params"]) if is_known else None
    if message["id"] not in methods:
        return None  # The response to somebody else's request.
    return CONTRACT.methods[methods[message["id"]]].result_problem(message["result"])


@every_file
def test_every_message_is_one_of_the_contract(path: pathlib.Path) -> None:
    assert [each for each in message_problems(path) if each] == []


def test_a_wrong_message_is_a_problem() -> None:
    wrong = {"jsonrpc": "2.0", "method": "stateChanged", "params": {"resource": "menu"}}
    assert received_problem(wrong, {})
    assert received_problem({"jsonrpc": "2.0", "id": 1, "result": {}}, {1: "getState"})


def test_the_cases_have_names_of_their_own() -> None:
    names = [lines(path)[0]["case"] for path in FILES]
    assert len(names) == len(set(names)) >= 60


def test_every_member_of_the_screen_is_expected_somewhere() -> None:
    """A member that no case looks at could be anything."""
    met = {name for path in FILES for step in steps(path) for node in nodes(step.get("screen", {})) for name in node}
    screens = ("screen", "resourceScreen", "locationScreen", "failureBox", "mapItem")
    assert {name for each in screens for name in LINE["$defs"][each]["properties"]} - met == set()


def test_every_phase_and_button_is_in_a_case() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    phases = LINE["$defs"]["resourceScreen"]["properties"]["phase"]["enum"]
    assert set(re.findall(r'"phase": "(\w+)"', text)) == set(phases)
    pressed = {step["press"]["button"] for path in FILES for step in steps(path) if "press" in step}
    assert pressed == {"refresh", "stop", "polling", "option", "startLocation", "stopLocation", "closeHelp"}
