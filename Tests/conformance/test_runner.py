"""The runner tells good servers from bad ones: a model without faults passes, with any fault it does not."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from runner.cases import Case, load
from runner.conversation import Setting, play
from runner.machine import business, is_asleep

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = str(HERE.parents[1] / "scripts/conformance")
MODEL = [sys.executable, str(HERE / "peers/model.py")]
BY_NAME = {(case.name, framing): case for case in load() for framing in case.framings()}
MISSING = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'

#: A framing, a fault of the model, a case that has to find it, and what is said.
FAULTS = [
    ("lines", "mute", "What is no JSON is a parse error: a word", "expected"),
    ("lines", "dies", "What is no JSON is a parse error: a word", "2 more expected"),
    ("lines", "twice", "One line is one message", "nothing more was expected"),
    ("lines", "swaps", "Two lines in one write are two messages", "more expected"),
    ("lines", "cut", "The last line needs no LF", "the output ends inside a frame"),
    ("lines", "unframed", "One line is one message", "is no JSON"),
    ("lines", "both", "A request without params is answered", "both result and error"),
    ("lines", "floats", "An id beyond 2^53 comes back exactly", "/id is 9007199254740992.0"),
    ("lines", "strings", "The number 1 and the string 1 are two ids", "none of those"),
    ("lines", "null", "id null is a request", "1 more expected"),
    ("lines", "utf8", "Bytes that are no UTF-8 are a parse error", "expected"),
    ("lines", "notifications", "The specification's notifications are not answered", "expected"),
    ("lines", "batches", "A batch of one request is an array of one answer", "not an array"),
    (
        "lines",
        "emptyBatch",
        "The specification's batch of notifications is not answered",
        "is an empty array",
    ),
    ("lines", "storm", "A response is never answered", "expected"),
    ("headers", "twice", "Two frames in one write are two messages", "expected"),
    ("headers", "cut", "Two frames in one write are two messages", "no Content-Length"),
    ("headers", "unframed", "Two frames in one write are two messages", "no JSON"),
    ("headers", "characters", "Answers are frames whose header is one Content-Length", "no Content-Length"),
]


def setting(*command: str, claims: tuple[str, ...] = (), seconds: float = 10, **rest: Any) -> Setting:
    """`seconds`: of an idle machine."""
    return Setting(command, frozenset(claims), seconds=seconds * business(), **rest)


def run(*arguments: str, seconds: float = 20) -> subprocess.CompletedProcess[str]:
    command = [SCRIPT, "--deadline", str(seconds * business()), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def why(case: dict[str, Any], *command: str, framing: str = "lines", **rest: Any) -> str | None:
    """What is wrong with the command by this one case; None when it passes."""
    whole = {"name": "a case of a test", "section": "1", "input": [], "expect": [], **case}
    return play(Case("test", 1, whole), framing, setting(*command, **rest)).why


def shell(script: str) -> tuple[str, ...]:
    return ("/bin/sh", "-c", script, "sh")


@pytest.mark.parametrize(("framing", "fault", "name", "said"), FAULTS)
def test_a_fault_is_found(framing: str, fault: str, name: str, said: str) -> None:
    case = BY_NAME[name, framing]
    assert play(case, framing, setting(*MODEL, framing)).why is None
    assert said in (play(case, framing, setting(*MODEL, framing, fault, seconds=2)).why or "")


@pytest.mark.parametrize(("framing", "split"), [("lines", []), ("headers", ["--split"])])
def test_the_model_passes_every_generic_case(framing: str, split: list[str]) -> None:
    done = run("--generic", "--framing", framing, *split, "--", *MODEL, framing)
    assert done.returncode == 0, done.stdout
    assert " 0 failed" in done.stdout.splitlines()[-1]


# The end.


def test_a_server_that_does_not_end_fails() -> None:
    began = time.monotonic()
    assert why({}, *MODEL, "lines", "stays", seconds=0.5) == "waited in vain for the server to end"
    # The model would stay for longer.
    assert time.monotonic() - began < 300


def test_a_server_that_ends_too_late_fails() -> None:
    assert why({"end": {"within": 0.3}}, *MODEL, "lines", "stays") == "waited in vain for the server to end"


def test_another_exit_status_fails() -> None:
    assert why({"end": {"status": 3}}, *shell("exit 3")) is None
    assert why({"end": {"status": "any"}}, *shell("exit 3"), claims=("statusd",)) is None
    assert why({"end": {"status": 0}}, *shell("exit 3")) == "the exit status is 3, not 0"
    assert why({}, *shell("exit 3"), claims=("statusd",)) == "the exit status is 3, not 0"


def test_a_crash_fails_even_where_the_status_is_free() -> None:
    assert why({}, *shell("exit 3")) is None
    assert why({}, *shell("kill -SEGV $$")) == "the server was ended by signal 11"


# Steps.


def test_waiting_for_a_message_that_never_comes_fails() -> None:
    steps = [{"await": {"id": 1}}]
    assert "ended before it wrote" in (why({"input": steps}, *shell("exit 0")) or "")
    assert "waited in vain" in (why({"input": steps}, *shell("cat >&2"), seconds=0.5) or "")


def test_each_message_is_waited_for_once() -> None:
    steps = [{"await": {"id": 1}}, {"await": {"id": 1}}]
    assert "ended before" in (why({"input": steps}, *shell(f"echo '{MISSING}'")) or "")
    assert (
        why({"input": steps, "expect": [{"id": 1}, {"id": 1}]}, *shell(f"echo '{MISSING}\n{MISSING}'"))
        is None
    )


def test_a_signal_reaches_the_server() -> None:
    script = f"trap 'echo caught >&2; exit 0' TERM; echo '{MISSING}'; while :; do read line; done"
    steps = [{"await": {"id": 1}}, {"signal": "TERM"}, {"keepOpen": True}]
    assert why({"input": steps, "expect": [{"id": 1}], "stderr": "caught"}, *shell(script)) is None


def test_a_text_that_stderr_lacks_fails() -> None:
    assert why({"stderr": "help"}, *shell("echo hello >&2")) == "stderr does not say 'help'"


def test_memory_over_the_limit_fails() -> None:
    script = f"x = bytearray(1 << 26); print('{MISSING}', flush=True); input()"
    steps = [{"await": {"id": 1}}, {"memory": 1 << 26}, {"raw": "\n"}]
    case = {"input": steps, "expect": [{"id": 1}]}
    assert "bytes of memory" in (why(case, sys.executable, "-c", script) or "")


def test_what_must_never_come_fails() -> None:
    case = {"expect": [{"id": 1}], "never": [{"error": {"code": -32601}}]}
    assert "must never come" in (why(case, *shell(f"echo '{MISSING}'")) or "")


def test_the_parent_can_be_killed_without_the_server() -> None:
    case = {"parent": True, "input": [{"await": {"id": 1}}, {"kill": "parent"}], "expect": [{"id": 1}]}
    assert why(case, *shell(f"echo '{MISSING}'; cat >&2")) is None


def test_options_are_added_to_the_command() -> None:
    case = {"options": ["a b", "$HOME"], "stderr": "[a b][$HOME]"}
    assert why(case, *shell('printf "[%s]" "$@" >&2')) is None


@pytest.mark.parametrize("kind", ["pipe", "socket", "file"])
def test_stdin_is_what_the_case_says(kind: str) -> None:
    case = {"stdin": kind, "input": [{"raw": "hello"}], "stderr": f"{kind} hello"}
    script = "[ -p /dev/stdin ] && k=pipe; [ -S /dev/stdin ] && k=socket; [ -f /dev/stdin ] && k=file"
    assert why(case, *shell(f'{script}; echo "$k $(cat)" >&2')) is None


def test_with_the_input_split_each_byte_is_read_alone() -> None:
    script = "import os, sys\nwhile b := os.read(0, 64): print(len(b), file=sys.stderr)"
    case = {"input": [{"raw": "hello"}], "stderr": "1\n1\n1\n1\n1\n"}
    assert why(case, sys.executable, "-c", script, split=True) is None
    assert why(case, sys.executable, "-c", script) is not None


def test_time_for_which_bytes_wait_one_by_one_is_not_counted() -> None:
    """The server takes two and a half times as long over its input as the case may, and is slow to begin."""
    seconds = business()

    def busy(span: float) -> str:
        return f"end = time.monotonic() + {span}\n  while time.monotonic() < end: pass\n"

    script = f"import os, time\nif True:\n  {busy(0.6)}while os.read(0, 1):\n  {busy(seconds / 200)}"
    server = (sys.executable, "-c", script)
    case = Case("test", 1, {"name": "slow", "section": "1", "input": [{"raw": "hello" * 100}], "expect": []})
    assert play(case, "lines", Setting(server, frozenset(), split=True, seconds=seconds)).why is None
    late = play(case, "lines", Setting(server, frozenset(), seconds=seconds)).why
    assert late == "waited in vain for the server to end"


# What holds for statusd alone.


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ('{"jsonrpc":"2.0","result":{},"id":1}', "has the members jsonrpc, result, id"),
        ('{"jsonrpc":"2.0","id":1,"result":{},"x":1}', "has the members jsonrpc, id, result, x"),
        (MISSING, "has the members code, message, not code, message, data"),
        ('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":{}}}', "without failureId"),
        ('{"jsonrpc":"2.0","id":9007199254740992,"result":{"a":[9007199254740992]}}', "the integer 9007"),
        ('{"jsonrpc":"2.0","id":"\u2028","result":{}}', "holds U+2028 unescaped"),
        ('{"jsonrpc":"2.0","id":1,"result":{}}\r', "holds CR unescaped"),
    ],
)
def test_messages_of_statusd_are_judged_more_strictly(output: str, said: str) -> None:
    case = {"expect": [{}]}
    assert why(case, *shell(f"printf '%s\\n' '{output}'")) is None
    assert said in (why(case, *shell(f"printf '%s\\n' '{output}'"), claims=("statusd",)) or "")


def test_headers_of_statusd_are_judged_more_strictly() -> None:
    frame = "Content-Length: 36\\r\\nX: y\\r\\n\\r\\n" + '{"jsonrpc":"2.0","id":1,"result":{}}'
    case: dict[str, Any] = {"expect": [{"id": 1}]}
    assert why(case, *shell(f"printf '{frame}'"), framing="headers") is None
    strict = why(case, *shell(f"printf '{frame}'"), framing="headers", claims=("statusd",))
    assert "is to be exactly" in (strict or "")


# The machine.


@pytest.mark.parametrize("program", ["read line", "while :; do :; done", "{ while :; do :; done; } & read line"])
def test_a_server_that_works_is_not_asleep(program: str) -> None:
    command = ["/bin/sh", "-c", f"echo begun; {program}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as server:
        try:
            assert server.stdout and server.stdout.readline() == b"begun\n"
            works = "while" in program
            for _ in range(100):
                assert not (works and is_asleep(server.pid))
            # The shell that only waits gets there at last.
            while not works and not is_asleep(server.pid):
                pass
        finally:
            os.killpg(server.pid, signal.SIGKILL)


def test_screens_have_an_order_whatever_else_a_server_claims() -> None:
    answers = [f'{{"jsonrpc":"2.0","id":{n},"result":null}}' for n in (2, 1)]
    case = {"expect": [{"id": 1}, {"id": 2}]}
    server = shell(f"printf '%s\\n' '{answers[0]}' '{answers[1]}'")
    assert why(case, *server) is None
    assert "/id is 2, not 1" in (why({**case, "requires": ["screens"]}, *server, claims=("screens",)) or "")


# The command.


def test_the_command_fails_when_a_case_does_and_tells_of_it() -> None:
    only = ["--table", "--only", "id null is a request"]
    done = run("--generic", "--framing", "lines", *only, "--", *MODEL, "lines", "null", seconds=2)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
    for part in ("FAILED messages.jsonl:", "1 more expected", 'sent \'{"jsonrpc"', "group", "left out"):
        assert part in done.stdout


def test_what_a_server_does_not_claim_is_left_out() -> None:
    done = run("--generic", "--framing", "lines", "--only", "cancellation", "--", *MODEL, "lines")
    passed, _, skipped = (int(part.split()[0]) for part in done.stdout.splitlines()[-1].split(", "))
    assert passed >= 1 and skipped >= 10


def test_plays_of_screens_are_for_every_server_that_has_screens() -> None:
    only = ["--framing", "lines", "--only", "screens.jsonl:1 "]
    done = run("--screens", *only, "--", *MODEL, "lines")
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
    done = run("--generic", *only, "--", *MODEL, "lines")
    assert done.stdout.splitlines()[-1] == "0 passed, 0 failed, 1 skipped"


@pytest.mark.parametrize("arguments", [["--only", "no such case", "--", "true"], ["--", "/proc/no/such/program"]])
def test_unusable_arguments_are_told(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 64
    assert done.stderr.startswith("conformance: ")
