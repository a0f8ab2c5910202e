"""Runs the commands of a step, each within its time, and judges what they printed."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from reading import Reading
from steps import Command, Step

GRACE = 5.0  # seconds between SIGTERM and SIGKILL
RUNNING: set[subprocess.Popen[bytes]] = set()
IS_ENDING = threading.Event()
TAIL = 15  # lines shown of a command that failed and said nothing that was understood


@dataclass
class Outcome:
    """What became of a step. It passed if there are no problems."""

    problems: list[str] = field(default_factory=list)
    closings: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0
    log: Path | None = None
    #: What a first try came to, if this is the second.
    before: Outcome | None = None


def run(step: Step, log: Path) -> Outcome:
    """Runs every command of the step. Everything that they print goes to `log`."""
    outcome, started = Outcome(log=log), time.monotonic()
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"")
    for command in step.commands:
        note(outcome, command, *execute(command, step.limit, log))
    outcome.seconds = time.monotonic() - started
    return outcome


def note(outcome: Outcome, command: Command, problem: str, output: str) -> None:
    """Adds to `outcome` what one command did."""
    reading = command.reader(output)
    problem = problem or emptiness(reading)
    outcome.closings += [reading.closing] if reading.closing else []
    outcome.skipped += reading.skipped
    if problem:
        outcome.problems.append(f"{' '.join(command.words[:4])}: {problem}")
        outcome.failed += reading.failed
        outcome.reasons += reading.reasons or output.splitlines()[-TAIL:]


def emptiness(reading: Reading) -> str:
    """What is wrong with a runner that ran nothing, though it ended with status 0."""
    return "executed no test" if reading.executed is not None and reading.executed <= 0 else ""


def execute(command: Command, limit: float, log: Path) -> tuple[str, str]:
    """What is wrong with how the command ended, if anything, and what it printed."""
    with log.open("ab") as file:
        file.write(f"$ {shlex.join(command.words)}\n".encode())
        file.flush()
        start = file.tell()
        problem = wait(command, limit, file)
    with log.open("rb") as file:
        file.seek(start)
        return problem, file.read().decode("utf-8", errors="replace")


def wait(command: Command, limit: float, output: BinaryIO) -> str:
    try:
        # A session of its own, so that all of it can be ended and cannot ask the terminal for anything.
        process = subprocess.Popen(
            command.words, cwd=command.folder, env={**os.environ, **dict(command.environment)},
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        return f"could not be started: {error}"
    RUNNING.add(process)
    try:
        if IS_ENDING.is_set():
            return "not run: the tests are being ended"
        status = process.wait(limit)
    except subprocess.TimeoutExpired:
        return f"ended after {limit:.0f} s, its time limit"
    finally:
        end(process)
        RUNNING.discard(process)
    return "" if status == 0 else f"status {status}"


def end_all() -> None:
    """Ends every program that runs, and those that would be started next."""
    IS_ENDING.set()
    for process in list(RUNNING):
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, if it still runs, and what is left of its session."""
    if process.poll() is None:
        signal_session(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
    signal_session(process.pid, signal.SIGKILL)
    process.wait()


def signal_session(session: int, number: signal.Signals) -> None:
    # `swift test` gives what it runs a group of its own. The number stays the session's as long as a member lives.
    for group in groups_of(session):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)


def groups_of(session: int) -> set[int]:
    """The process groups of a session, by `/proc/PID/stat` (proc(5))."""
    groups = {session}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The second field is a name in parentheses, which may have any character.
            _, _, group, its_session = path.read_text(errors="replace").rpartition(")")[2].split()[:4]
            if int(its_session) == session:
                groups.add(int(group))
    return groups
