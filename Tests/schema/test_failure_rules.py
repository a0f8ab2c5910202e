"""What the rules say of options of the user's own, and of failures that a scenario plays."""

from __future__ import annotations

from typing import Any

import pytest

from contract import SCHEMA, Contract, load
from failure_rules import failure_problems

CONTRACT = Contract()
#: Offers cancel, tryAgain, keepTrying and custom:restart.
FAILED = load(SCHEMA / "examples/errors/refresh.serverError.json")["response"]["error"]["data"]
BUILT_IN, CUSTOM = FAILED["recoveryOptions"][:3], FAILED["recoveryOptions"][3]
SETTINGS = {"id": "openSettings", "title": "Open Settings", "role": "default", "performedBy": "client", "key": "a"}
KINDS = load(SCHEMA / "failures.json")["kinds"]


def problems(**members: Any) -> list[str]:
    return list(failure_problems(CONTRACT, {**FAILED, **members}))


def of_kind(kind: str, *options: dict[str, Any]) -> list[str]:
    entry = next(each for each in KINDS if each["kind"] == kind)
    words = {name: entry[name] for name in ("title", "helpAnchor", "failureReason", "recoverySuggestion")}
    message = f"{words['failureReason']} {words['recoverySuggestion']}"
    retry = {"safe": entry["retrySafe"]}
    return problems(kind=kind, **words, message=message, retry=retry, recoveryOptions=list(options))


def test_a_custom_option_stands_behind_the_daemons() -> None:
    assert problems() == []
    assert of_kind("notFound", *BUILT_IN, CUSTOM, SETTINGS) == []


@pytest.mark.parametrize(
    "options", [[CUSTOM, *BUILT_IN], [BUILT_IN[0], CUSTOM, *BUILT_IN[1:]], [*BUILT_IN, CUSTOM, CUSTOM]]
)
def test_nowhere_else_and_once(options: list[dict[str, Any]]) -> None:
    assert problems(recoveryOptions=options)


def test_what_a_scenario_plays_has_words_and_options_of_its_own() -> None:
    played = {"title": "It is over", "recoveryOptions": [BUILT_IN[0], SETTINGS, BUILT_IN[1]]}
    assert problems(**played, detail={"url": "scenario:demo"}) == []
    assert problems(**played, detail={"url": "http://127.0.0.1/"})
