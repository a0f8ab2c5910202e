"""Prints what a program needs of the system it runs on: `glibc VERSION`, and a line for each library.

usage: elf.py PROGRAM
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

#: Versions without a number, and the glibc that has them first.
NAMED = {"GLIBC_ABI_DT_RELR": (2, 36)}


def libraries(program: Path) -> list[str]:
    return sorted(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic", program)))


def glibc(program: Path) -> tuple[int, int]:
    """The oldest glibc that the program starts with."""
    names = re.findall(r"Name: (GLIBC_\S+)", readelf("--version-info", program))
    return max(version(name) for name in names)


def version(name: str) -> tuple[int, int]:
    if name in NAMED:
        return NAMED[name]
    numbers = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.\d+)?", name)
    assert numbers, f"nobody knows which glibc has {name} first"
    return int(numbers[1]), int(numbers[2])


def readelf(option: str, program: Path) -> str:
    words = ("readelf", "--wide", option, program)
    return subprocess.run(words, check=True, capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin"}).stdout


if __name__ == "__main__":
    oldest = ".".join(map(str, glibc(Path(sys.argv[1]))))
    print("\n".join([f"glibc {oldest}", *libraries(Path(sys.argv[1]))]))
