"""Programs that write a line for each change, as a bar runs them."""

from __future__ import annotations

import os
import queue
import select
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from blocks import ROOT
from conversation import PATIENCE, with_binary

BARS = ROOT / "clients/status-bars"


def environment(folder: Path, *options: str) -> dict[str, str]:
    """One in which `statusd` is the binary under test with more options, and `statusd-bar` is found."""
    variables = with_binary(folder)
    binary = (folder / "bin/statusd").readlink()
    (folder / "bin/statusd").unlink()
    words = " ".join(["--log-level", "critical", *options])
    (folder / "bin/statusd").write_text(f'#!/bin/sh\nexec "{binary}" "$@" {words}\n', encoding="utf-8")
    (folder / "bin/statusd").chmod(0o755)
    (folder / "bin/statusd-bar").symlink_to(BARS / "statusd-bar")
    (folder / "run").mkdir(exist_ok=True)
    variables.pop("STATUSD", None)
    variables.pop("NO_COLOR", None)
    return {**variables, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": str(folder / "run")}


class Program:
    """A program and the lines that it has written."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._has_left = False
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert process.stdout
        threading.Thread(target=self._read, args=(process.stdout,), daemon=True).start()

    def _read(self, output: IO[str]) -> None:
        with output:
            for line in output:
                if self._has_left:
                    return
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def leave(self) -> None:
        """Reads one more line, and closes the output."""
        self._has_left = True

    def until(self, text: str, nudge: Callable[[], object] | None = None) -> str:
        """The next line that has a text. `nudge` is done at once, and again whenever a while brings nothing."""
        if nudge:
            nudge()
        while True:
            try:
                line = self._lines.get(timeout=0.2 if nudge else PATIENCE)
            except queue.Empty:
                assert nudge, f"{text} never came"
                nudge()
                continue
            assert line is not None, f"{text} never came"
            if text in line:
                return line

    def write(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text)
        self.process.stdin.flush()


@contextmanager
def running(command: list[str], variables: dict[str, str], folder: Path) -> Iterator[Program]:
    process = subprocess.Popen(
        command, cwd=folder, env=variables, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    deadline = threading.Timer(PATIENCE, process.kill)
    deadline.start()
    try:
        yield Program(process)
    finally:
        deadline.cancel()
        process.kill()
        process.wait()


def click(button: str, variables: dict[str, str], name: str = "menu") -> None:
    subprocess.run([BARS / "statusd-bar", "click", name, button], env=variables, check=True, timeout=PATIENCE)


def wait_for_end(process: int) -> None:
    """Of a process that is no child."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        assert select.select([descriptor], [], [], PATIENCE)[0], f"{process} goes on"
    finally:
        os.close(descriptor)
