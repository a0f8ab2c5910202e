"""validate.py as a command: what it prints, and its exit status."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

from contract import ROOT, SCHEMA, load

SCRIPT = ROOT / "Tests/schema/validate.py"
REQUEST = json.dumps({"jsonrpc": "2.0", "id": 8, "method": "shutdown"})
ANSWER = json.dumps({"jsonrpc": "2.0", "id": 8, "result": None})


def validate(directory: pathlib.Path, *entries: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    if entries:
        (directory / "one.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return subprocess.run([sys.executable, SCRIPT, directory], check=False, capture_output=True, text=True)


def test_sound_sessions_are_counted(tmp_path: pathlib.Path) -> None:
    lines = [
        {"direction": "in", "message": REQUEST},
        {"direction": "out", "message": ANSWER},
        {"direction": "end"},
    ]
    done = validate(tmp_path, *lines * 2)
    assert done.stdout == (
        "2 sessions, 2 messages in, 2 out: 2 results, 0 errors, 0 notifications, "
        "0 answers to what was not written down, 0 problems\n"
    )
    assert done.returncode == 0


def test_a_fault_is_told_with_its_place(tmp_path: pathlib.Path) -> None:
    done = validate(
        tmp_path, {"direction": "in", "message": REQUEST}, {"direction": "out", "message": "hello"}
    )
    assert done.stderr.startswith("one.jsonl:2: is no JSON")
    assert "one.jsonl: at the end: shutdown with the id 8 was never answered" in done.stderr
    assert done.returncode == 1


def test_a_kill_excuses_what_is_missing(tmp_path: pathlib.Path) -> None:
    done = validate(tmp_path, {"direction": "in", "message": REQUEST}, {"direction": "end", "killed": True})
    assert (done.stderr, done.returncode) == ("", 0)


def test_answers_to_what_was_not_written_down_are_counted(tmp_path: pathlib.Path) -> None:
    done = validate(tmp_path, {"direction": "out", "message": ANSWER})
    assert "1 answers to what was not written down, 0 problems" in done.stdout


def test_what_is_read_after_a_kill_belongs_to_the_session(tmp_path: pathlib.Path) -> None:
    lines: list[dict[str, Any]] = [
        {"direction": "in", "message": REQUEST},
        {"direction": "end", "killed": True},
        {"direction": "out", "message": ANSWER},
    ]
    assert validate(tmp_path, *lines).stdout.startswith("1 sessions, 1 messages in, 1 out")


def test_what_is_sent_to_a_dead_daemon_needs_no_answer(tmp_path: pathlib.Path) -> None:
    dead: list[dict[str, Any]] = [
        {"direction": "in", "message": REQUEST},
        {"direction": "end", "killed": True},
        {"direction": "in", "message": REQUEST},
    ]
    assert validate(tmp_path, *dead).stderr == ""
    assert validate(tmp_path, *dead, {"direction": "end"}).stderr == ""
    alive = {"direction": "out", "message": json.dumps({"jsonrpc": "2.0", "id": 9, "result": None})}
    assert "shutdown with the id 8 was never answered" in validate(tmp_path, *dead, alive).stderr
    drained = [dead[0], {"direction": "end"}, dead[2]]
    assert validate(tmp_path, *drained).stderr.count("was never answered") == 2


def test_the_failures_of_one_session_are_unknown_to_the_next(tmp_path: pathlib.Path) -> None:
    example = load(SCHEMA / "examples/errors/retry.unexpectedShape.json")
    done = validate(
        tmp_path,
        {"direction": "end"},
        {"direction": "in", "message": json.dumps(example["request"])},
        {"direction": "out", "message": json.dumps(example["response"])},
    )
    assert "previousFailureId f1 was never reported" in done.stderr


def test_the_problems_stand_in_the_order_of_the_files(tmp_path: pathlib.Path) -> None:
    names = [f"{number}.jsonl" for number in range(9)]
    for name in names:
        (tmp_path / name).write_text(json.dumps({"direction": "out", "message": "hello"}))
    problems = validate(tmp_path).stderr.splitlines()
    assert [line.split(":")[0] for line in problems if "is no JSON" in line] == names


def test_half_a_line_is_a_problem_with_a_place(tmp_path: pathlib.Path) -> None:
    (tmp_path / "half.jsonl").write_text('{"direction": "out", "mess')
    done = validate(tmp_path, {"direction": "out", "message": ANSWER})
    assert done.stderr.startswith("half.jsonl:1: is no line of a transcript")
    assert "1 out: " in done.stdout
    assert done.returncode == 1


def test_an_empty_directory_fails(tmp_path: pathlib.Path) -> None:
    done = validate(tmp_path)
    assert "holds no messages" in done.stderr
    assert done.returncode == 1
