#!/usr/bin/python3
"""Runs STATUSD_RECORDED with the given arguments, and writes what it reads and writes down.

The files in STATUSD_TRANSCRIPTS are those that Tests/schema/validate.py reads.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

file = Path(os.environ["STATUSD_TRANSCRIPTS"]) / f"shell-client-{os.getpid()}.jsonl"
lock = threading.Lock()


def note(**entry: object) -> None:
    with lock, file.open("a", encoding="utf-8") as transcript:
        transcript.write(json.dumps(entry) + "\n")


def messages(source: BinaryIO) -> Iterator[bytes]:
    """Each message behind its header."""
    while header := source.readline():
        source.readline()
        yield source.read(int(header.split(b":")[1]))


def copy(source: BinaryIO, direction: str, target: BinaryIO) -> None:
    for message in messages(source):
        note(direction=direction, message=message.decode("utf-8", "replace").rstrip("\n"))
        try:
            target.write(b"Content-Length: %d\r\n\r\n%s" % (len(message), message))
            target.flush()
        except BrokenPipeError:
            return


daemon = subprocess.Popen(
    [os.environ["STATUSD_RECORDED"], *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
assert daemon.stdin and daemon.stdout


def feed() -> None:
    copy(sys.stdin.buffer, "in", daemon.stdin)
    daemon.stdin.close()


# A daemon: the input may never end.
threading.Thread(target=feed, daemon=True).start()
copy(daemon.stdout, "out", sys.stdout.buffer)
status = daemon.wait()
note(direction="end", killed=status != 0)
# Nothing waits for the thread that may still read.
os._exit(status if status >= 0 else 128 - status)
