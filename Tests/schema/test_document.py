"""schema/openrpc.json: a right OpenRPC document that stands on its own and is up to date."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from contract import ROOT, SCHEMA, Contract, load, nodes, problem

DOCUMENT = load(SCHEMA / "openrpc.json")
FAILURES = load(SCHEMA / "failures.json")
META = load(ROOT / "Tests/schema/openrpc.schema.json")


def test_the_document_is_openrpc() -> None:
    Draft202012Validator.check_schema(META)
    assert problem(Draft202012Validator(META), DOCUMENT) is None


def test_the_committed_document_is_what_its_sources_give() -> None:
    check = subprocess.run([ROOT / "scripts/schema", "--check"], check=False, capture_output=True, text=True)
    assert check.stderr == ""
    assert check.returncode == 0


def test_the_document_is_plain_ascii() -> None:
    assert (SCHEMA / "openrpc.json").read_bytes().isascii()


def test_references_stay_within_the_components() -> None:
    targets = {node["$ref"] for node in nodes(DOCUMENT) if isinstance(node.get("$ref"), str)}
    known = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert targets <= known


def test_method_names_occur_once() -> None:
    names = [method["name"] for method in DOCUMENT["methods"]]
    assert len(set(names)) == len(names)


def test_every_method_file_is_in_the_document() -> None:
    files = {path.stem for path in (SCHEMA / "methods").glob("*.json")}
    assert files == set(load(SCHEMA / "document.json")["methods"])


def test_every_notification_file_is_in_the_document() -> None:
    files = {path.stem for path in (SCHEMA / "notifications").glob("*.json")}
    assert files == set(load(SCHEMA / "document.json")["x-notifications"])


@pytest.mark.parametrize("method", DOCUMENT["methods"], ids=lambda method: method["name"])
def test_errors_are_the_catalogues_and_codes_occur_once(method: dict[str, Any]) -> None:
    catalogue = {entry["kind"]: (entry["code"], entry["title"]) for entry in FAILURES["kinds"]}
    errors = method.get("errors", [])
    assert all((error["code"], error["message"]) == catalogue[error["data"]["kind"]] for error in errors)
    assert len({error["code"] for error in errors}) == len(errors)


@pytest.mark.parametrize("method", DOCUMENT["methods"], ids=lambda method: method["name"])
def test_required_params_come_first(method: dict[str, Any]) -> None:
    required = [param["required"] for param in method["params"]]
    assert required == sorted(required, reverse=True)


def test_codes_and_kinds_are_one_to_one() -> None:
    assert len({entry["code"] for entry in FAILURES["kinds"]}) == len(FAILURES["kinds"])
    assert len({entry["kind"] for entry in FAILURES["kinds"]}) == len(FAILURES["kinds"])


def test_the_document_lists_every_kind() -> None:
    assert DOCUMENT["x-failures"] == FAILURES["kinds"]


@pytest.mark.parametrize("entry", FAILURES["kinds"], ids=lambda entry: entry["kind"])
def test_the_options_of_a_kind_stand_in_the_order_of_the_list(entry: dict[str, Any]) -> None:
    order = [option["id"] for option in FAILURES["options"]]
    assert entry["recoveryOptions"] == sorted(entry["recoveryOptions"], key=order.index)


def test_the_example_of_help_is_the_pages_own() -> None:
    result = load(SCHEMA / "examples/getHelp.json")["response"]["result"]
    page = (ROOT / "docs/failures.md").read_text(encoding="utf-8")
    assert result["markdown"].startswith(f"### {result['title']}\n")
    assert result["markdown"] + "\n### " in page


def test_the_params_of_initialize_are_its_types_members() -> None:
    method = next(method for method in DOCUMENT["methods"] if method["name"] == "initialize")
    members = DOCUMENT["components"]["schemas"]["InitializeParams"]["properties"]
    plain = {
        name: {key: value for key, value in member.items() if key != "description"}
        for name, member in members.items()
    }
    assert {param["name"]: param["schema"] for param in method["params"]} == plain


def test_every_type_is_used() -> None:
    targets = {
        node["$ref"].rsplit("/", 1)[-1] for node in nodes(DOCUMENT) if isinstance(node.get("$ref"), str)
    }
    roots = {"ClientMessage", "ServerMessage", "InitializeParams"}
    assert set(DOCUMENT["components"]["schemas"]) == targets | roots


def test_output_types_are_closed() -> None:
    """A member that no type describes is found, wherever it stands in what goes out."""
    contract = Contract()
    schemas = DOCUMENT["components"]["schemas"]
    opened = [
        name
        for name in reachable(schemas, "ServerMessage")
        if schemas[name].get("type") == "object" and not is_closed(schemas[name])
    ]
    # The names of arguments are those of a source; the users of the other close it.
    assert sorted(opened) == ["Arguments", "SnapshotMembers"]
    assert contract.type_problem("Coordinate", {"latitude": 1, "longitude": 2, "altitude": 3})


def is_closed(schema: dict[str, Any]) -> bool:
    return schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False


def reachable(schemas: dict[str, Any], start: str) -> list[str]:
    found, queue = set(), [start]
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += re.findall(r"#/components/schemas/(\w+)", str(schemas[name]))
    return sorted(found)
