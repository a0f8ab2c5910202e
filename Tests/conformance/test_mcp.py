"""The cases for servers of the Model Context Protocol: a model without faults passes, with any fault it does not."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
from typing import Any

import pytest
from runner.machine import business
from runner.mcp.cases import CASES, load
from runner.mcp.play import Play, play
from runner.mcp.probe import discovered
from runner.mcp.versions import ALL

from case_schema import faults, validator

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRIPT = [str(ROOT / "scripts/conformance"), "mcp"]
MODEL = [sys.executable, str(HERE / "peers/mcp_model.py")]
CALLS = {"failing": {"name": "fail"}, "slow": {"name": "stay"}, "progressing": {"name": "count"}}
CASE = {case.name: case for case in load()}
README = (CASES / "README.md").read_text(encoding="utf-8")

#: A fault of the model, a version in which a case has to find it, the case, and what is said.
FAULTS = [
    ("logs", "2025-11-25", "The handshake agrees on a version that both have", "is no JSON"),
    ("anyVersion", "2025-11-25", "A version that is newer than all is answered with one that the server has", "'2999-12-31', not"),
    ("pong", "2025-03-26", "ping is answered with nothing but itself", "has pong besides"),
    ("stays", "2024-11-05", "The end of the input ends the server", "the server to end"),
    ("stays", "2025-11-25", "The end of the input ends a server that nobody has greeted", "the server to end"),
    ("unknownMethod", "2026-07-28", "A method that nobody has is -32601", "-32602, not -32601"),
    ("answersNotifications", "2025-06-18", "A notification that nobody knows is not answered", "not 9"),
    ("strings", "2025-11-25", "The number 1 and the string 1 are two ids", "none of those"),
    ("dies", "2025-11-25", "What is no JSON does not end the session: a word", "more expected"),
    ("nullID", "2025-11-25", "What is no JSON does not end the session: a word", "is no message of 2025-11-25"),
    ("nullID", "2024-11-05", "What is no JSON does not end the session: half an object", "/id"),
    ("batches", "2025-06-18", "An array is no message where there are no batches", "is no object"),
    ("batches", "2026-07-28", "An array is no message where each request names its version", "is no object"),
    ("noBatches", "2025-03-26", "A batch is received, and its requests are answered", "more expected"),
    ("noData", "2026-07-28", "A request that names an unknown version is -32022 with those that there are", "/error/data"),
    ("noCapabilities", "2026-07-28", "A request without the capabilities of its client is -32602", "/error is missing"),
    ("noResultType", "2026-07-28", "tools/list gives tools with names and schemas", "/resultType is missing"),
    ("asks", "2026-07-28", "tools/list gives tools with names and schemas", "is a request"),
    ("noSchema", "2025-11-25", "tools/list gives tools with names and schemas", "/inputSchema is missing"),
    ("badSchema", "2026-07-28", "tools/list gives tools with names and schemas", "no array of"),
    ("noName", "2024-11-05", "tools/list gives tools with names and schemas", "/name is missing"),
    ("noList", "2025-03-26", "tools/list gives tools with names and schemas", "not of the type array"),
    ("samePage", "2025-11-25", "The pages of tools/list come to an end, and no tool is on two of them", "twice"),
    ("samePage", "2025-11-25", "The pages of resources/list come to an end, and no resource is on two of them", "twice"),
    ("anyCursor", "2025-06-18", "A cursor that was not given is -32602", "/error is missing"),
    ("unknownTool", "2025-11-25", "A tool that there is not is -32602", "/error is missing"),
    ("addsNothing", "2025-11-25", "Arguments that are missing are an error of the call or of the tool", "is missing"),
    ("failsAsError", "2025-11-25", "A call that fails is a result that says so", "none of those"),
    ("noContent", "2025-11-25", "A call gives content, and what its outputSchema says", "/content is missing"),
    ("noStructure", "2025-06-18", "A call gives content, and what its outputSchema says", "has no structuredContent"),
    ("otherStructure", "2026-07-28", "A call gives content, and what its outputSchema says", "/sum is '1'"),
    ("readsNothing", "2026-07-28", "A resource that there is not is not found", "/error is missing"),
    ("noSubscription", "2026-07-28", "A request that listens is told so first, and not answered while it listens", "vain"),
    ("anyLevel", "2025-11-25", "A level that there is not is -32602", "/error is missing"),
    ("answersCancelled", "2025-11-25", "A call that is cancelled is not answered", "must never come"),
    ("cancelDies", "2024-11-05", "Cancelling what nobody has asked for is ignored", "more expected"),
    ("blocks", "2025-11-25", "Other requests are answered while a call runs", "waited in vain"),
    ("shrinks", "2025-11-25", "Progress has the token of its request and grows: a string", "is no more than 2"),
    ("otherToken", "2025-11-25", "Progress has the token of its request and grows: a number", "vain"),
    ("uninvited", "2025-11-25", "A request without a token has no progress", "no request that is under way"),
]


@pytest.fixture(scope="module", name="model")
def probed() -> Any:
    return discovered(MODEL, 60 * business(), CALLS)


def why(name: str, version: str, how: Play) -> str | None:
    assert how.can_play(CASE[name], version)
    return play(CASE[name], version, how).why


@pytest.mark.parametrize(("fault", "version", "name", "said"), FAULTS)
def test_a_fault_is_found(model: Any, fault: str, version: str, name: str, said: str) -> None:
    assert said in (why(name, version, Play([*MODEL, fault], model, seconds=2 * business())) or "passed")


def test_the_model_is_played_in_every_case_and_version(model: Any) -> None:
    """It has everything that a case can need."""
    how = Play(MODEL, model)
    assert list(model) == list(ALL)
    left_out = [(case.name, version) for case in load() for version in case.versions if not how.can_play(case, version)]
    assert left_out == []


@pytest.mark.parametrize("fault", ["noName", "noList", "badSchema"])
def test_a_server_that_lists_nonsense_is_played(fault: str) -> None:
    found = discovered([*MODEL, fault], 60 * business(), {})
    assert list(found) == list(ALL)
    assert fault == "badSchema" or not any(tool["name"] == "count" for tool in found[ALL[0]].tools)


@pytest.mark.parametrize("split", [[], ["--split", "--version", "2025-11-25"]], ids=["whole", "split"])
def test_the_model_passes(split: list[str]) -> None:
    done = kit(*split, *words(CALLS), "--", *MODEL)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed, 0 skipped" in done.stdout or split


def kit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SCRIPT, "--deadline", "600", *arguments], check=False, capture_output=True, text=True)


def words(calls: dict[str, Any]) -> list[str]:
    return [word for name, call in calls.items() for word in (f"--{name}-call", json.dumps(call))]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--", "true"], "true speaks no version"),
        (["--", "/proc/no/such/program"], "is no program"),
        (["--only", "no such case", "--", *MODEL], "no case has"),
    ],
)
def test_unusable_arguments_are_told(arguments: list[str], said: str) -> None:
    done = kit(*arguments)
    assert (done.returncode, said in done.stderr) == (64, True), done.stderr


# The cases.


def test_every_case_is_what_the_schema_says() -> None:
    assert faults(load(), validator(CASES)) == []


def test_names_are_told_apart() -> None:
    assert len(CASE) == len(load())


@pytest.mark.parametrize("group", sorted({case.group for case in load()}))
def test_every_group_is_in_the_readme(group: str) -> None:
    assert f"| `{group}.jsonl` |" in README


def test_the_readme_shows_a_case_that_there_is() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
    assert json.loads(shown) in [case.content for case in load()]
