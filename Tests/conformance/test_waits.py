"""The plays of waits find a daemon that waits otherwise, and use every word that a condition has."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest
from runner.cases import load
from runner.conversation import Setting, play
from runner.files import SCHEMA
from runner.machine import business

HERE = pathlib.Path(__file__).resolve().parent
RELAY = str(HERE / "peers/wrong_waits.py")
CASES = {case.name: case for case in load() if case.group == "waiting"}
TEXT = json.dumps([case.content["input"] for case in CASES.values()])

#: The input ends, and the daemon ends the wait.
ENDED = "A wait that goes on when the input ends is ended as every call is"
#: A fault of the daemon, a play that has to find it, and what that says.
FAULTS = [
    ("unless", "What a wait must not meet is looked at first", "/result/reason is 'met', not 'unless'"),
    ("otherReason", "What a wait must not meet is looked at first", "/result/reason is 'met', not 'unless'"),
    ("patience", "With the patience for all, every failure of a fetch is waited out", "/result is missing"),
    ("patience", "With the patience for none, a failure that may pass ends the wait", "must never come"),
    ("timeout", "A time of 0 looks once, and fetches nothing", "must never come"),
    ("timeout", "The time of a wait is no failure, and exact to the millisecond", "waited in vain"),
    ("late", "The time of a wait is no failure, and exact to the millisecond", "/result/waited is 1.501"),
    ("late", "A value that is there is looked at at once, and nothing is fetched", "/result/waited is 0.001"),
    ("slowly", "A wait polls until the value is what it waits for, and then no more", "waited in vain"),
    ("switches", "No snapshot says that a wait polls", "must never come"),
    ("cancelling", "A wait that is cancelled polls no more", "must never come"),
    ("onlyFirst", "Of several conditions one is enough", "waited in vain"),
    ("otherOperation", "Another failure is the response, and its options repeat the fetch and not the wait", "/error/data/operation is 'autoPoll'"),
    ("otherOperation", ENDED, "/error/data/operation is 'autoPoll'"),
    ("lenient", "A condition that is none is refused before anything is fetched: no condition", "/error is missing"),
    ("lenient", "A time beyond a week is refused", "/error is missing"),
    ("onlyExists", "Two waits have one poller, and each its own condition", "/name is 'running'"),
    ("onlyExists", "Numbers are equal by their value", "/result/reason is 'met'"),
    ("onlyExists", "Members are equal in any order, and all of them count", "/result/reason is 'met'"),
    ("onlyExists", "Something exists where there is anything, false too", "/result/reason is 'timeout'"),
    ("onlyExists", "What is not there is not unequal either", "/result/reason is 'met'"),
    ("onlyExists", "One of several values is enough", "/result/reason is 'met'"),
    ("onlyExists", "Bounds are of numbers, and are reached", "/result/reason is 'met'"),
    ("onlyExists", "What has changed is not what it was when the wait began", "/name is 'running'"),
]


@pytest.fixture(scope="module", name="statusd")
def binary() -> str:
    named = os.environ.get("STATUSD_BIN")
    if named:
        return named
    show = ["swift", "build", "--show-bin-path"]
    return subprocess.run(show, cwd=SCHEMA.parent, check=True, capture_output=True, text=True).stdout.strip() + "/statusd"


@pytest.mark.parametrize(("fault", "name", "said"), FAULTS)
def test_a_fault_is_found(statusd: str, fault: str, name: str, said: str) -> None:
    claims = frozenset({"screens", "method:waitFor"})
    # What never comes is waited for as long as that; all else is seen at once.
    seconds = 2 * business() if said == "waited in vain" else 600
    # Elsewhere the daemon must not end the wait itself, however long a busy machine takes.
    drain = "0.3" if name == ENDED else "3600"
    how = Setting([sys.executable, RELAY, fault, statusd, "--drain-timeout", drain], claims, seconds=seconds)
    assert said in (play(CASES[name], "lines", how).why or "passed")


def test_the_relay_alone_is_no_fault(statusd: str) -> None:
    how = Setting([sys.executable, RELAY, "none", statusd], frozenset({"screens", "method:waitFor"}), seconds=600)
    assert [(name, why) for name in {name for _, name, _ in FAULTS} if (why := play(CASES[name], "lines", how).why)] == []


def schema(path: str) -> Any:
    return json.loads((SCHEMA / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("word", sorted(schema("types/Condition.schema.json")["properties"]))
def test_every_word_of_a_condition_is_used(word: str) -> None:
    assert f'"{word}":' in TEXT


@pytest.mark.parametrize("param", [each["name"] for each in schema("methods/waitFor.json")["params"]])
def test_every_param_is_used(param: str) -> None:
    assert f'"{param}":' in TEXT
