"""The client-side cases: our clients pass them, faulty ones do not, and each is what its schema says."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from runner.client import daemon
from runner.client.cases import CASES, TEMPLATES, Case, compact, load
from runner.client.play import STEPS, play

from case_schema import faults, validator

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULTY = [sys.executable, "-B", str(ROOT / "Tests/conformance/peers/faulty_client.py")]
SCRIPT = str(ROOT / "scripts/conformance")
ALL = load()
BY_NAME = {case.name: case for case in ALL}
VALIDATOR = validator(CASES)
SCHEMA = VALIDATOR.schema
README = (CASES / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs/clients.md").read_text(encoding="utf-8")

DRIVERS = {
    "python": [sys.executable, "-B", str(ROOT / "clients/python/tests/kit_driver.py")],
    "js": ["node", str(ROOT / "clients/js/test/support/kit-driver.js")],
}

#: A fault, a case that has to find it, and what is said.
FAULTS = [
    ("in order", "A thousand calls at once are all matched", "/result/resource is 'r1000', not 'r1'"),
    ("strict", "Members that are not known are passed over, at every level", "an unknown member"),
    ("closed", "Words that are not known are passed on, and details of another type are no error", "/failed is missing"),
    # What it does first, it does at random.
    ("orphaned", "A second response to a call is passed over", "the client ended the input or an unknown id"),
    ("short lines", "A message may have four megabytes", "waited in vain for a"),
    ("endless", "A message of more than 64 MiB is refused", "/notStatusd is missing"),
    ("both", "A message with a result and an error is no response", "/notStatusd is missing"),
    ("pieces", "A message may come in any number of pieces", "/result is missing"),
    ("blocking", "A client that writes goes on reading", "waited in vain for a"),
    ("end of output", "A child that holds the output open does not hold up the end", "waited in vain for a"),
    ("speechless", "Every call fails when the daemon ends, with its status and its last words", "/ended/"),
    ("hasty", "Closing waits for the end of the process", "it has an outcome already"),
    ("uncancelled", "A call that takes too long ends, and its request is cancelled", "$/progress"),
    ("unversioned", "A result is the outcome of its call", "no message of JSON-RPC 2.0"),
    ("same ids", "A result is the outcome of its call", "this id was used before"),
    ("any server", "Another server is refused", "/notStatusd is missing"),
    ("unbounded", "A slow reader gets the newest of each resource, and is told how many were left out", "/revision"),
    ("forgetful", "Polling that was switched is switched again", "waited in vain for a message"),
    ("for ever", "A daemon that dies too often is given up", "waited in vain for d"),
    ("deep", "A member is replaced, and nothing inside it is merged", "/content/value/b has c besides"),
    ("without nulls", "Several members change together, and null is a value like any other", "not None"),
    ("whole parts", "A member of a part that has changed is assigned, and all others stay", "is missing"),
    ("parts alone", "The location, the alert, the notice and the help come whole", "/screen/location"),
    ("known parts", "Members and parts that are not known are no error", "waited in vain for"),
    ("anybody's", "Changes of a screen that is not held are passed over", "it has an outcome already"),
    ("late", "A change right behind the response that opens the screen is not lost", "/spinner is False"),
    ("every screen", "A slow reader gets one screen with every change in it", "/age is 'just now'"),
    ("fresh", "When the daemon has died, its screen is marked as old", "/screen is missing"),
    ("all blank", "When the daemon has died, its screen is marked as old", "/phase is 'blank', not 'stale'"),
    ("pressable", "When the daemon has died, its screen is marked as old", "/refresh/enabled is True"),
    ("same id", "A press before the screen is open again is sent to nobody", "waited in vain for a"),
    ("forgetful", "After a restart the screen is opened again, and has another id", "waited in vain for a message"),
    ("unswitched", "What a person has switched is switched again after a restart, and nothing else", "waited in vain"),
    ("unclosed", "Closing a screen says so to the daemon, and ends its stream", "waited in vain for a message"),
]


@pytest.mark.parametrize("client", DRIVERS)
def test_a_client_passes(client: str) -> None:
    command = [SCRIPT, "client", "--deadline", "60", "--", *DRIVERS[client]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "clients/python/src")}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r": [1-9]\d+ passed, 0 failed, \d+ skipped$", done.stdout)


@pytest.mark.parametrize(("fault", "name", "said"), FAULTS)
def test_a_fault_is_found(fault: str, name: str, said: str) -> None:
    # What hangs is waited for in vain, so for a short time.
    seconds = 1 if said.startswith("waited") else 10
    why = play(BY_NAME[name], "lines", [*FAULTY, fault], seconds).why or ""
    assert any(each in why for each in said.split(" or ")), why


# The runner.


def why(steps: list[dict[str, object]], script: str) -> str | None:
    """What is wrong with a driver that a shell plays."""
    hello = '{"client":"test","claims":[],"framings":["lines"]}'
    case = Case("test", 1, {"name": "a case of a test", "rule": "ids", "start": "byHand", "steps": steps})
    return play(case, "lines", ["/bin/sh", "-c", f"echo '{hello}'; {script}"], 2).why


def test_an_outcome_that_nobody_asked_for_fails() -> None:
    asked = [{"do": "close", "id": "c"}, {"outcome": "c", "is": {"closed": True}}]
    closed = """echo '{"id":"c","closed":true}'"""
    assert why(asked, f"{closed}; cat >/dev/null") is None
    assert why(asked, f"{closed}; {closed}; cat >/dev/null") == 'nobody asked for {"id":"c","closed":true}\n'


@pytest.mark.parametrize("line", ["{}", "[1]", "null"])
def test_a_line_that_is_no_outcome_fails(line: str) -> None:
    asked = [{"do": "close", "id": "c"}, {"outcome": "c", "is": {"closed": True}}]
    assert why(asked, f"echo '{line}'; cat >/dev/null") == f"at {compact(asked[1])}: this is no outcome: {line}"


def test_a_driver_that_fails_at_its_end_fails() -> None:
    assert why([], "cat >/dev/null; exit 3") == "the driver ended with status 3"


def test_a_client_that_starts_nothing_fails() -> None:
    assert "the client started no process" in (why([{"process": 1}], "cat >/dev/null") or "")


def test_the_relay_need_not_be_executable(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """In the wheel it is not."""
    relay = tmp_path / "relay.py"
    relay.write_bytes(pathlib.Path(daemon.RELAY).read_bytes())
    monkeypatch.setattr(daemon, "RELAY", str(relay))
    assert why([{"process": 1}], '"$STATUSD"') is None


def test_a_daemon_that_is_left_behind_fails() -> None:
    # Its input is a FIFO that it holds open itself.
    fifo = "folder=$(mktemp -d); mkfifo $folder/fifo; exec 3<>$folder/fifo; rm -r $folder"
    left = f'{fifo}; "$STATUSD" <&3 >/dev/null 2>&1 & cat >/dev/null'
    assert "waited in vain" in (why([{"process": 1}], left) or "")


def test_unusable_arguments_are_refused() -> None:
    done = subprocess.run([SCRIPT, "client", "--", "/bin/true"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (64, "conformance: /bin/true is no driver: the driver ended too early\n")


def test_a_first_line_that_says_nothing_is_refused() -> None:
    done = subprocess.run([SCRIPT, "client", "--", "echo", "{}"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (64, "conformance: echo is no driver: its first line was {}\n")


def test_a_run_that_plays_nothing_fails() -> None:
    hello = """echo '{"client":"test","claims":[],"framings":[]}'; cat >/dev/null"""
    for words in (["client", "--", "sh", "-c", hello], ["--generic", "--only", "recovery", "--", "cat"]):
        done = subprocess.run([SCRIPT, *words], check=False, capture_output=True, text=True)
        assert done.returncode == 1 and "0 passed, 0 failed" in done.stdout, done.stderr


# The cases.


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_case_is_what_the_schema_says() -> None:
    assert faults(ALL, VALIDATOR) == []


@pytest.mark.parametrize(
    "changed",
    [{"rule": "luck"}, {"steps": []}, {"steps": [{"sleep": 1}]}, {"steps": [{"kill": True, "exit": 1}]}, {"later": 1}],
    ids=str,
)
def test_the_schema_refuses(changed: dict[str, object]) -> None:
    case = {"name": "A case that is good", "rule": "ids", "steps": [{"kill": True}]}
    assert VALIDATOR.is_valid(case)
    assert not VALIDATOR.is_valid({**case, **changed})


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("$failure", "Failure"),
        ("$snapshot", "Snapshot"),
        ("$screen", "Screen"),
        ("$part", "ScreenPart"),
        ("$box", "ScreenBox"),
    ],
)
def test_a_template_is_of_the_contract(name: str, kind: str) -> None:
    contract = json.loads((ROOT / "schema/openrpc.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator({**contract, "$ref": f"#/components/schemas/{kind}"})
    assert best_match(validator.iter_errors(TEMPLATES[name])) is None
    assert not validator.is_valid({"resource": "menu"})


def test_names_are_told_apart() -> None:
    assert len(BY_NAME) == len(ALL) >= 60


def test_every_rule_has_a_case_and_is_explained() -> None:
    rules = SCHEMA["properties"]["rule"]["enum"]
    assert {case.content["rule"] for case in ALL} == set(rules)
    assert re.findall(r"^### \d+\. .*\(`(\w+)`\)$", RULES, re.MULTILINE) == rules


def test_every_claim_is_needed_by_a_case_and_explained() -> None:
    claims = SCHEMA["properties"]["requires"]["items"]["enum"]
    assert set().union(*(case.requires for case in ALL)) == set(claims)
    assert all(f"| `{claim}` |" in README for claim in claims)


@pytest.mark.parametrize("word", sorted(STEPS))
def test_every_step_is_used_and_explained(word: str) -> None:
    assert any(word in step for case in ALL for step in case.content["steps"])
    assert f'{{"{word}":' in README


def test_every_group_is_in_the_readme() -> None:
    assert {case.group for case in ALL} == set(re.findall(r"^\| `(\w+)\.jsonl` \|", README, re.MULTILINE))
