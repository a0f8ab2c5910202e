"""schema/configuration.schema.json says of documents what the daemon says of them.

That it has the reader's keys is held by Tests/SettingsTests.
"""

from __future__ import annotations

import re
import tomllib

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from contract import SCHEMA, load

CONFIGURATION = load(SCHEMA / "configuration.schema.json")
TYPES = [load(path) for path in (SCHEMA / "types").glob("*.json")]
REGISTRY = Registry().with_resources((each["$id"], DRAFT202012.create_resource(each)) for each in TYPES)
VALIDATOR = Draft202012Validator(CONFIGURATION, registry=REGISTRY)


def test_the_schema_is_valid_2020_12() -> None:
    Draft202012Validator.check_schema(CONFIGURATION)
    assert CONFIGURATION["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("document", ["docs/configuration.md", "docs/recipes.md"])
def test_the_example_of_the_documentation_is_right(document: str) -> None:
    text = (SCHEMA.parent / document).read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert examples
    for example in examples:
        VALIDATOR.validate(tomllib.loads(example))


@pytest.mark.parametrize(
    "document",
    [
        "retri = 1",
        "resources.state.timeout = 0",
        "resources.state.timeout = 'soon'",
        "resources.state.retry.attempts = 1.5",
        "resources.state.shape = 'txt'",
        "resources.menu.pointer = 'a'",
        "resources.menu.pointer = '/a~2'",
        "resources.menu.statuses = {'4XX' = 'ok'}",
        "resources.menu.statuses = {199 = 'ok'}",
        "resources.menu.statuses = {404 = 'emty'}",
        "resources.builds.shape = 'flet'",
        "resources.builds.timeot = 1",
        "resources.state.timeot = 1",
        "resources.location.source = 'demo'",
        "resources.'a b'.source = 'demo'",
        "resources.state.headers.'X Y' = ''",
        "resources.state.headers.X = 1",
        "location.source = ''",
        "store.path = ''",
        "limits.batch = 0",
        "recoveryOptions.a = {}",
        "recoveryOptions.'a b'.title = 'A'",
        "recoveryOptions.a.titel = 'A'",
        "recoveryOptions.a = {title = ''}",
        "recoveryOptions.a = {title = 'A', for = []}",
        "recoveryOptions.a = {title = 'A', for = ['serverEror']}",
        "recoveryOptions.a = {title = 'A', timeout = 1}",
        "resources.menu.recoveryOptions.a = {title = 'A', command = 'a', timeout = 0}",
    ],
)
def test_what_the_daemon_refuses_is_wrong(document: str) -> None:
    assert not VALIDATOR.is_valid(tomllib.loads(document))
