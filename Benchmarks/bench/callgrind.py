"""Instructions, counted by valgrind. The same on every machine as far as we can see to it, and under any load."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import IO

COLLECTED = re.compile(r"Collected : (\d+)|Total instructions: (\d+)")

# glibc chooses memcpy and its like by the processor. Valgrind shows programs a processor of its own, but whether
# it has AVX2 depends on the real one; so what the choice looks at is switched off, down to SSE2. The sizes from
# which other loops are used follow from the caches, and are pinned as well.
WITHOUT = (
    "AVX", "AVX2", "AVX_Fast_Unaligned_Load", "AVX512F", "AVX512VL", "AVX512BW", "BMI1", "BMI2", "ERMS", "FMA",
    "FMA4", "FSRM", "LZCNT", "MOVBE", "POPCNT", "RTM", "SSE4_1", "SSE4_2", "SSSE3", "XSAVE", "XSAVEC",
)  # fmt: skip
TUNABLES = ":".join(
    [
        "glibc.cpu.hwcaps=" + ",".join(f"-{feature}" for feature in WITHOUT),
        "glibc.cpu.x86_data_cache_size=32768",
        "glibc.cpu.x86_shared_cache_size=1048576",
        "glibc.cpu.x86_non_temporal_threshold=16777216",
    ]
)
# Nothing else of the caller's environment: its size is a cost of the start. Swift's hashing is seeded by chance
# unless it is told otherwise.
ENVIRONMENT = {
    "GLIBC_TUNABLES": TUNABLES,
    "HOME": "/nonexistent",
    "PATH": "/usr/bin:/bin",
    "SWIFT_DETERMINISTIC_HASHING": "1",
}


class CallgrindError(RuntimeError):
    """Valgrind did not run the program to its end."""


def parse(report: str) -> int:
    """The number of instructions in what callgrind says at the end."""
    match = COLLECTED.search(report)
    if not match:
        raise CallgrindError(f"callgrind has counted nothing: {report.strip()[-500:]}")
    return int(match[1] or match[2])


Talk = Callable[[IO[bytes], IO[bytes]], None]


#: Counts a third faster, and knows no functions.
COUNTING = ("--tool=exp-bbv", "--bb-out-file=/dev/null", "--pc-out-file=/dev/null", "--instr-count-only=yes")


def instructions(
    command: Sequence[str], talk: Talk, profile: str = "/dev/null", environment: Mapping[str, str] = ENVIRONMENT
) -> int:
    """Counts a whole run of `command`. `talk` writes to its input and reads its output; the input ends with it.

    What each function took goes to the file `profile`.
    """
    return counted(("--tool=callgrind", f"--callgrind-out-file={profile}"), command, talk, environment=environment)


def counted(
    tool: Sequence[str], command: Sequence[str], talk: Talk, statuses: Container[int] = (0,),
    environment: Mapping[str, str] = ENVIRONMENT,
) -> int:  # fmt: skip
    """Counts with a tool of valgrind's. `statuses` are those with which the run may end."""
    with tempfile.NamedTemporaryFile(prefix="callgrind-") as log:
        process = subprocess.Popen(
            ["valgrind", *tool, f"--log-file={log.name}", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, bufsize=1 << 20,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            talk(process.stdin, process.stdout)
            process.stdin.close()
            process.stdout.read()
            status = process.wait()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        report = Path(log.name).read_text(encoding="utf-8", errors="replace")
    if status not in statuses:
        raise CallgrindError(f"{os.path.basename(command[0])} has ended with {status}: {report.strip()[-500:]}")
    return parse(report)


def per_message(command: Sequence[str], talk: Callable[[int], Talk], short: int, long: int) -> float:
    """What one message more costs: start and end fall out of the difference of two lengths."""
    return (instructions(command, talk(long)) - instructions(command, talk(short))) / (long - short)
