"""schema/scenario.schema.json says of documents what the daemon says of them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from contract import SCHEMA, load
from test_binary import binary

SCENARIO = load(SCHEMA / "scenario.schema.json")
TYPES = [load(path) for path in (SCHEMA / "types").glob("*.json")]
REGISTRY = Registry().with_resources((each["$id"], DRAFT202012.create_resource(each)) for each in TYPES)
VALIDATOR = Draft202012Validator(SCENARIO, registry=REGISTRY)
STEP = "resources.menu.steps = [{%s}]"


def status_of_daemon(text: str, tmp_path: Path) -> int:
    path = tmp_path / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([binary(), "--scenario", path], check=False, input=b"", capture_output=True, timeout=300)
    return done.returncode


def test_the_schema_is_valid_2020_12() -> None:
    Draft202012Validator.check_schema(SCENARIO)


def test_the_examples_of_the_documentation_are_right(tmp_path: Path) -> None:
    document = (SCHEMA.parent / "docs/scenarios.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        VALIDATOR.validate(tomllib.loads(example))
        assert status_of_daemon(example, tmp_path) == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        STEP % "then = 'ok', value = {items = []}",
        STEP % "then = 'ok', body = ''",
        STEP % "then = 'outOfSpace', after = 0.5",
        STEP % "then = 'serverError', status = 502, retryAfter = 3",
        STEP % "then = 'notModified'",
        STEP % "then = 'notFound', title = 'A', failureReason = 'B', recoverySuggestion = 'C'",
        STEP % "then = 'timeout', detail = {reason = 'body', status = 408, url = 'u', limit = 3}",
        STEP % "then = 'commandFailed', detail = {reason = 'exitStatus', exitStatus = 0}",
        STEP % "then = 'malformedData', detail = {reason = 'html', excerpt = '<p>'}",
        STEP % "then = 'serverError', status = 500, detail = {problem = {title = 'T', status = 500}}",
        STEP % "then = 'serverError', recoveryOptions = []",
        STEP % "then = 'serverError', recoveryOptions = [{id = 'tryAgain'}, {id = 'cancel', title = 'No'}]",
        STEP % "then = 'offline', recoveryOptions = [{id = 'custom:a', title = 'A', role = 'destructive', performedBy = 'client'}]",
        "resources.menu = {steps = [{then = 'ok'}], end = 'fail'}",
        "resources.news = {steps = [{then = 'ok'}], shape = 'menu'}",
        "location.steps = [{then = 'ok'}, {then = 'locationNoFix', after = 5}]",
        "location = {steps = [{then = 'ok', coordinate = {latitude = 1, longitude = 2}}], end = 'cycle'}",
    ],
)
def test_what_the_schema_accepts_the_daemon_plays(text: str, tmp_path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(text))
    assert status_of_daemon(text, tmp_path) == 0


@pytest.mark.parametrize(
    "text",
    [
        "resource = 1",
        "resources.menu = {}",
        "resources.menu.steps = []",
        STEP % "",
        STEP % "then = 'okay'",
        STEP % "then = 'ok', when = 1",
        STEP % "then = 'ok', after = -1",
        STEP % "then = 'ok', status = 200",
        STEP % "then = 'ok', retryAfter = 1",
        STEP % "then = 'ok', value = 1, body = ''",
        STEP % "then = 'ok', body = 1",
        STEP % "then = 'notModified', value = 1",
        STEP % "then = 'offline', body = ''",
        STEP % "then = 'serverError', status = 600",
        STEP % "then = 'ok', title = 'A'",
        STEP % "then = 'notModified', detail = {reason = 'body'}",
        STEP % "then = 'notFound', title = ''",
        STEP % f"then = 'notFound', failureReason = '{'x' * 501}'",
        STEP % "then = 'timeout', detail = {reason = 'sometime'}",
        STEP % "then = 'timeout', detail = {}",
        STEP % "then = 'timeout', detail = {id = 1}",
        STEP % "then = 'timeout', detail = {excerpt = 'a'}",
        STEP % "then = 'timeout', detail = {code = 1}",
        STEP % "then = 'serverError', status = 500, detail = {status = 500}",
        STEP % "then = 'offline', recoveryOptions = [{title = 'A'}]",
        STEP % "then = 'offline', recoveryOptions = [{id = 'custom:a'}]",
        STEP % "then = 'offline', recoveryOptions = [{id = 'custom:a b', title = 'A'}]",
        STEP % "then = 'offline', recoveryOptions = [{id = 'tryAgian'}]",
        STEP % "then = 'offline', recoveryOptions = [{id = 'tryAgain', role = 'big'}]",
        "resources.menu = {steps = [{then = 'ok'}], end = 'stop'}",
        "resources.menu = {steps = [{then = 'ok'}], shape = 'square'}",
        "location = {steps = [{then = 'ok'}], end = 'fail'}",
    ],
)
def test_what_the_schema_refuses_the_daemon_refuses(text: str, tmp_path: Path) -> None:
    assert not VALIDATOR.is_valid(tomllib.loads(text))
    assert status_of_daemon(text, tmp_path) == 78
