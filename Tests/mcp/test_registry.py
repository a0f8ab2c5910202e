"""What a release tells the registry of the protocol: of the registry's own schema, and true."""

import hashlib
import json
import re
import subprocess

import jsonschema_rs
import pytest

from server import ENVIRONMENT, PROGRAM, ROOT

FOLDER = ROOT / "Tests/mcp/registry"
ENTRY = json.loads((ROOT / "schema/mcp/server.json").read_text(encoding="utf-8"))
SCHEMA = (FOLDER / "server.schema.json").read_bytes()


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def valid(entry):
    return jsonschema_rs.validator_for(json.loads(SCHEMA)).is_valid(entry)


def test_the_schema_is_the_copy_that_its_page_names():
    name = hashlib.sha1(b"blob %d\0" % len(SCHEMA) + SCHEMA).hexdigest()
    assert name in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_entry_is_of_the_schema_that_it_names():
    assert ENTRY["$schema"] == json.loads(SCHEMA)["$id"]
    assert valid(ENTRY)


@pytest.mark.parametrize(
    "change",
    [{"name": "statusd"}, {"description": "x" * 101}, {"version": 1}, {"packages": [{"registryType": "pypi"}]}],
    ids=lambda change: next(iter(change)),
)
def test_another_entry_would_not_be(change):
    assert not valid({**ENTRY, **change})


def test_versions_are_those_of_the_program():
    printed = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    versions = {ENTRY["version"], *(package["version"] for package in ENTRY["packages"])}
    assert versions == {printed.split()[1]}


def test_each_package_says_that_it_is_this_server():
    """The registry looks there for who may publish it."""
    assert f"<!-- mcp-name: {ENTRY['name']} -->" in read("clients/python/README.md")
    package = json.loads(read("clients/js/package.json"))
    names = {"pypi": re.search(r'^name = "(.*)"$', read("clients/python/pyproject.toml"), re.M)[1], "npm": package["name"]}
    assert package["mcpName"] == ENTRY["name"]
    assert {each["registryType"]: each["identifier"] for each in ENTRY["packages"]} == names


@pytest.mark.parametrize("package", ENTRY["packages"], ids=lambda package: package["registryType"])
def test_a_host_can_start_it_as_the_entry_says(package, tmp_path):
    configuration = tmp_path / "config.toml"
    configuration.write_text("")
    given = {"--config": str(configuration), "--resource": "build=demo"}
    words = [
        each["value"] if each["type"] == "positional" else f"{each['name']}={given[each['name']]}"
        for each in package["packageArguments"]
    ]
    asked = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked})
    done = subprocess.run(
        [PROGRAM, *words], input=f"{message}\n", env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == ENTRY["title"]
