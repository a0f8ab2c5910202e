"""Programs that are no statusd, or one that does not start: what a new user meets first."""

from __future__ import annotations

import pathlib
import re
import signal
import sys

import pytest
import statusd
from statusd import DaemonEnded, NotStarted, ProgramNotFound, ProtocolError, Statusd, StatusdError
from statusd.lines import LineBuffer
from support import asynchronous, binary

# A statusd at its start, which then takes no notice of the end of its input, nor of SIGTERM if `deaf`.
STUBBORN = """
import json, signal, sys, time
if "deaf" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
request = json.loads(sys.stdin.readline())
server = {"protocolVersion": "1", "serverInfo": {"name": "statusd", "version": "0"}, "capabilities": {}}
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": server}), flush=True)
time.sleep(1000)
"""
# Ends at once, and has said this on stderr.
TALKATIVE = """
import sys
sys.stderr.write(%s)
sys.exit(3)
"""
# Responds to initialize as another server, or as another version.
OTHER = """
import json, sys
request = json.loads(sys.stdin.readline())
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": json.loads(sys.argv[1])}), flush=True)
sys.stdin.read()
"""


def is_error(name: str) -> bool:
    member = getattr(statusd, name)
    return isinstance(member, type) and issubclass(member, Exception)


async def refused(program: str, *arguments: str, start_timeout: float = 600) -> BaseException:
    """How the start of such a program ends."""
    daemon = Statusd.spawn(*arguments, program=program, start_timeout=start_timeout)
    with pytest.raises((ProtocolError, DaemonEnded)) as caught:
        async with daemon:
            pass
    return caught.value


@asynchronous
async def test_a_program_that_repeats_what_it_reads_is_no_statusd() -> None:
    assert "it sent a request" in str(await refused("cat"))


@asynchronous
async def test_a_program_that_talks_nonsense_is_no_statusd() -> None:
    assert "it wrote no message of its protocol: y" in str(await refused("yes"))


@asynchronous
async def test_json_deeper_than_python_reads_is_nonsense_too() -> None:
    problem = await refused(sys.executable, "-c", "print('[' * 100_000)")
    assert isinstance(problem, ProtocolError)


@asynchronous
async def test_a_program_that_says_nothing_is_no_statusd() -> None:
    problem = await refused("sleep", "1000", start_timeout=0.2)
    assert str(problem) == "sleep is no statusd: no response to initialize within 0.2 s"


@asynchronous
async def test_a_program_that_ends_at_once_is_no_statusd() -> None:
    assert str(await refused("true")) == "statusd ended with status 0"


@asynchronous
async def test_another_program_or_version_is_told_from_statusd() -> None:
    other = '{"protocolVersion": "%s", "serverInfo": {"name": "%s", "version": "1"}, "capabilities": {}}'
    for version, name in (("2", "statusd"), ("1", "gopls")):
        problem = await refused(sys.executable, "-c", OTHER, other % (version, name))
        assert str(problem) == f"this client speaks protocol 1 of statusd: {name} has {version}"


@asynchronous
async def test_a_daemon_that_does_not_start_says_why() -> None:
    problem = await refused(binary(), "--stat", "demo")
    assert isinstance(problem, DaemonEnded)
    assert problem.status == 64
    assert "--stat" in str(problem)


@asynchronous
async def test_a_program_that_cannot_be_run_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text").write_text("")
    for program, problem in (("./no-such-statusd", "was not found"), (tmp_path / "text", "cannot be run (Permission")):
        with pytest.raises(ProgramNotFound, match=re.escape(f"{str(program)!r} {problem}")) as caught:
            async with Statusd.spawn(program=program):
                pass
        assert "install it with `pip install statusd`" in str(caught.value)


@pytest.mark.parametrize("name", [name for name in statusd.__all__ if is_error(name)])
def test_every_error_is_a_statusd_error(name: str) -> None:
    assert issubclass(getattr(statusd, name), StatusdError)


@asynchronous
async def test_a_daemon_that_was_not_entered_says_what_to_do() -> None:
    daemon = Statusd.spawn(program=binary())
    for use in (daemon.get_state, daemon.close):
        with pytest.raises(NotStarted, match="use `async with Statusd.spawn"):
            await use()
    with pytest.raises(NotStarted):
        _ = daemon.pid
    assert not daemon.is_running


@asynchronous
async def test_a_daemon_that_does_not_end_is_killed() -> None:
    async with Statusd.spawn("-c", STUBBORN, "deaf", program=sys.executable, grace=0.1, start_timeout=600) as daemon:
        pass
    assert daemon.status == -signal.SIGKILL


@asynchronous
async def test_a_daemon_that_does_not_end_is_asked_to_first() -> None:
    async with Statusd.spawn("-c", STUBBORN, program=sys.executable, grace=0.1, start_timeout=600) as daemon:
        pass
    assert daemon.status == -signal.SIGTERM


async def last_words(stderr: str) -> list[str]:
    """What an exception says of a daemon that has written this before its end."""
    problem = await refused(sys.executable, "-c", TALKATIVE % stderr)
    assert isinstance(problem, DaemonEnded) and problem.status == 3
    return problem.stderr


@asynchronous
async def test_the_last_lines_are_kept_and_not_the_first() -> None:
    lines = await last_words("''.join(f'line {number}\\n' for number in range(30))")
    assert lines == [f"line {number}" for number in range(10, 30)]


@asynchronous
async def test_a_talkative_daemon_costs_little_memory() -> None:
    [line] = await last_words("'x' * 1_000_000 + 'end'")
    assert line.endswith("xend")
    assert len(line) <= 1 << 13


def test_a_line_without_an_end_has_a_limit() -> None:
    buffer = LineBuffer(limit=10)
    assert [line for _ in range(3) for line in buffer.feed(b"12345\n")] == [b"12345"] * 3
    assert buffer.feed(b"1234567890\n1234567890") == [b"1234567890"]
    assert buffer.feed(b"\n1234567890") == [b"1234567890"]
    with pytest.raises(ProtocolError, match="a line of more than 10 bytes"):
        buffer.feed(b"1")
