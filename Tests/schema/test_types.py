"""schema/types: one valid JSON Schema 2020-12 for each file."""

from __future__ import annotations

import pathlib

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from contract import SCHEMA, load, nodes

FILES = sorted((SCHEMA / "types").glob("*.schema.json"))
REGISTRY = Registry().with_resources(
    (load(path)["$id"], DRAFT202012.create_resource(load(path))) for path in FILES
)
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".schema.json"))


@every_file
def test_the_type_is_valid_2020_12(path: pathlib.Path) -> None:
    schema = load(path)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


@every_file
def test_the_type_is_named_as_its_file(path: pathlib.Path) -> None:
    schema = load(path)
    assert f"{schema['title']}.schema.json" == path.name
    assert schema["$id"].endswith(f"/types/{path.name}")
    assert schema["description"].endswith(".")


@every_file
def test_references_lead_to_files(path: pathlib.Path) -> None:
    resolver = REGISTRY.resolver(load(path)["$id"])
    for node in nodes(load(path)):
        if isinstance(node.get("$ref"), str):
            resolver.lookup(node["$ref"])


@every_file
def test_its_examples_are_valid(path: pathlib.Path) -> None:
    schema = load(path)
    for example in schema.get("examples", []):
        Draft202012Validator(schema, registry=REGISTRY).validate(example)
