"""The cases are what schema/conformance/case.schema.json says, and say something about every section."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator
from runner.cases import CASES, SENDING, Case, load

from case_schema import faults, validator

ALL = load()
VALIDATOR = validator(CASES)
SCHEMA = VALIDATOR.schema
#: The reasons of schema/types/FailureDetail.schema.json that the protocol itself gives: each has to be met.
REASONS = """
    header charset messageTooLarge tooDeep tooManyValues notAnObject version method ambiguous idType
    idTooLong idInUse duplicateKey range paramsType emptyBatch batchTooLarge initializedTwice unknown
    missing type arity truncated utf8
""".split()
README = (CASES / "README.md").read_text(encoding="utf-8")


def _words(schema: object) -> set[str]:
    """Every member that the schema knows, at any depth."""
    if isinstance(schema, list):
        return set().union(*map(_words, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())).union(*map(_words, schema.values()))


WORDS = _words(SCHEMA)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_case_is_what_the_schema_says() -> None:
    assert faults(ALL, VALIDATOR) == []


@pytest.mark.parametrize(
    "case",
    [
        {"name": "A case without a section", "input": [], "expect": []},
        {"name": "An unknown step", "section": "1", "input": [{"sleep": 1}], "expect": []},
        {"name": "Two things in one step", "section": "1", "input": [{"send": 1, "raw": "x"}], "expect": []},
        {"name": "An unknown operator", "section": "1", "input": [], "expect": [{"id": {"$anything": 1}}]},
        {"name": "Options that are not marked", "section": "1", "options": ["-x"], "input": [], "expect": []},
        {
            "name": "Options that others with screens do not have",
            "section": "7",
            "requires": ["screens"],
            "options": ["-x"],
            "input": [],
            "expect": [],
        },
        {
            "name": "A step for a file",
            "section": "1",
            "stdin": "file",
            "input": [{"await": {}}],
            "expect": [],
        },
    ],
    ids=lambda case: case["name"],
)
def test_the_schema_refuses(case: dict[str, object]) -> None:
    assert not VALIDATOR.is_valid(case)


def test_there_are_enough_cases_in_each_section() -> None:
    sections = [case.content["section"] for case in ALL]
    assert len(ALL) >= 150
    assert {section for section in sections if sections.count(section) >= 20} == {"1", "2", "3", "4", "7"}


def test_names_are_told_apart() -> None:
    names = [(case.name, framing) for case in ALL for framing in case.framings()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_expected_somewhere(reason: str) -> None:
    assert any(f'"reason": "{reason}"' in json.dumps(case.content["expect"]) for case in ALL)


def test_reasons_are_those_of_the_contract() -> None:
    # The reason of a wait's end is none of a failure.
    told = set(re.findall(r'"reason": "(\w+)"', json.dumps([case.content["expect"] for case in ALL if case.group != "waiting"])))
    assert told <= set(REASONS)


def test_a_case_that_expects_nothing_proves_that_the_server_is_alive() -> None:
    """Silence alone would be passed by a server that has died."""
    silent = [case for case in ALL if case.content["expect"] == [] and not _shows_life(case)]
    assert [case.place for case in silent] == []


def _shows_life(case: Case) -> bool:
    if "end" in case.content:
        return True
    texts = [step for step in case.steps if SENDING & step.keys()]
    return all(set(str(step.get("raw", "?"))) <= set("\n\r\t \ufeff") for step in texts)


def test_the_readme_shows_a_case_that_there_is() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
    assert json.loads(shown) in [case.content for case in ALL]


@pytest.mark.parametrize("word", sorted(WORDS))
def test_the_readme_explains(word: str) -> None:
    assert re.search(rf'["`]{re.escape(word)}["`]', README)


def test_every_group_is_in_the_readme() -> None:
    named = re.findall(r"^\| `([\w-]+)\.jsonl`", README, re.MULTILINE)
    assert {case.group for case in ALL} == set(named)
