"""`statusd connect` to a daemon that runs, beside `statusd --version`: what a client of the shared daemon costs."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench import callgrind, talks

#: How long a daemon may take until it listens, in seconds.
PATIENCE = 60.0


@contextlib.contextmanager
def running(statusd: str) -> Iterator[dict[str, str]]:
    """A daemon at the place of its configuration, and the environment of its clients."""
    with tempfile.TemporaryDirectory(prefix="statusd-") as folder:
        environment = {**callgrind.ENVIRONMENT, "XDG_RUNTIME_DIR": folder}
        daemon = subprocess.Popen(
            [statusd, "serve", "--socket", "auto"], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until = time.monotonic() + PATIENCE
            while not is_there(Path(folder)):
                if daemon.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"{statusd} does not listen")
                time.sleep(0.01)
            yield environment
        finally:
            daemon.kill()
            daemon.wait()


def is_there(folder: Path) -> bool:
    for path in folder.glob("statusd/*.sock"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(str(path))
            return True
    return False


def instructions(statusd: str) -> dict[str, float]:
    """Those of a `connect` whose client says nothing, and of `--version`."""
    with running(statusd) as environment:
        return {
            "connect": callgrind.instructions([statusd, "connect", "--no-start"], talks.nothing, environment=environment),
            "version": callgrind.instructions([statusd, "--version"], talks.nothing, environment=environment),
        }


def cpu(statusd: str, count: int) -> dict[str, float]:
    """Milliseconds of processor time of either, the least of so many in turns: everything else only adds."""
    commands = {"connect": [statusd, "connect", "--no-start"], "version": [statusd, "--version"]}
    with running(statusd) as environment:
        took: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(count):
            for name, command in commands.items():
                took[name].append(once(command, environment))
    return {name: min(times) for name, times in took.items()}


def once(command: Sequence[str], environment: Mapping[str, str]) -> float:
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} has ended with {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1e3
