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

#: A fault of the daemon, and a play that has to find it.
FAULTS = [
    ("unless", "What a wait must not meet is looked at first"),
    ("otherReason", "What a wait must not meet is looked at first"),
    ("patience", "With the patience for all, every failure of a fetch is waited out"),
    ("patience", "With the patience for none, a failure that may pass ends the wait"),
    ("timeout", "A time of 0 looks once, and fetches nothing"),
    ("timeout", "The time of a wait is no failure, and exact to the millisecond"),
    ("late", "The time of a wait is no failure, and exact to the millisecond"),
    ("late", "A value that is there is looked at at once, and nothing is fetched"),
    ("slowly", "A wait polls until the value is what it waits for, and then no more"),
    ("switches", "No snapshot says that a wait polls"),
    ("cancelling", "A wait that is cancelled polls no more"),
    ("onlyFirst", "Of several conditions one is enough"),
    ("otherOperation", "Another failure is the response, and its options repeat the fetch and not the wait"),
    ("otherOperation", "A wait that goes on when the input ends is ended as every call is"),
    ("lenient", "A condition that is none is refused before anything is fetched: no condition"),
    ("lenient", "A time beyond a week is refused"),
    ("onlyExists", "Two waits have one poller, and each its own condition"),
    ("onlyExists", "Numbers are equal by their value"),
    ("onlyExists", "Members are equal in any order, and all of them count"),
    ("onlyExists", "Something exists where there is anything, false too"),
    ("onlyExists", "What is not there is not unequal either"),
    ("onlyExists", "One of several values is enough"),
    ("onlyExists", "Bounds are of numbers, and are reached"),
    ("onlyExists", "What has changed is not what it was when the wait began"),
]


@pytest.fixture(scope="module", name="statusd")
def binary() -> str:
    named = os.environ.get("STATUSD_BIN")
    if named:
        return named
    show = ["swift", "build", "--show-bin-path"]
    return subprocess.run(show, cwd=SCHEMA.parent, check=True, capture_output=True, text=True).stdout.strip() + "/statusd"


@pytest.mark.parametrize(("fault", "name"), FAULTS)
def test_a_fault_is_found(statusd: str, fault: str, name: str) -> None:
    claims = frozenset({"screens", "method:waitFor"})
    how = Setting([sys.executable, RELAY, fault, statusd], claims, seconds=2 * business())
    assert play(CASES[name], "lines", how).why is not None


def test_the_relay_alone_is_no_fault(statusd: str) -> None:
    how = Setting([sys.executable, RELAY, "none", statusd], frozenset({"screens", "method:waitFor"}), seconds=600)
    assert [(name, why) for name in {name for _, name in FAULTS} if (why := play(CASES[name], "lines", how).why)] == []


def schema(path: str) -> Any:
    return json.loads((SCHEMA / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("word", sorted(schema("types/Condition.schema.json")["properties"]))
def test_every_word_of_a_condition_is_used(word: str) -> None:
    assert f'"{word}":' in TEXT


@pytest.mark.parametrize("param", [each["name"] for each in schema("methods/waitFor.json")["params"]])
def test_every_param_is_used(param: str) -> None:
    assert f'"{param}":' in TEXT
