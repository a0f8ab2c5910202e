"""The programs that are measured beside statusd: compiled here, or found on this machine."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from pathlib import Path

from bench.paths import BENCHMARKS, PROFILE, ROOT, work

LIMIT = BENCHMARKS / "limit"
C_FLAGS = ("-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror")
# Static and stripped, as scripts/build-release links.
SWIFT_FLAGS = (
    "-O", "-static-stdlib", "-use-ld=lld", "-Xlinker", "-s", "-Xlinker", "-z",
    "-Xlinker", "pack-relative-relocs",
)  # fmt: skip


def release() -> Path:
    """The release, built if need be."""
    done = subprocess.run([ROOT / "scripts/build-release"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.strip())


def with_symbols() -> Path:
    """A release that names its functions, in a folder of its own.

    Without debugging information: valgrind 3.19 does not understand that of this compiler, and gives up.
    """
    build: list[str | Path] = [
        "swift", "build", "--package-path", ROOT, "--configuration", "release", "--product", "statusd",
        "--static-swift-stdlib", "--scratch-path", PROFILE, "-Xswiftc", "-use-ld=lld", "-Xlinker", "--strip-debug",
        "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-concrete-type-metadata-mangled-name-accessors",
    ]  # fmt: skip
    subprocess.run(build, check=True, stdout=sys.stderr)
    return PROFILE / "release/statusd"


def outage() -> str:
    """The simulation of Benchmarks/outage, in a folder of its own."""
    scratch = work("outage")
    build: list[str | Path] = [
        "swift", "build", "--package-path", ROOT, "--configuration", "release", "--product", "outage",
        "--scratch-path", scratch, "-Xswiftc", "-use-ld=lld",
    ]  # fmt: skip
    subprocess.run(build, check=True, stdout=sys.stderr)
    return str(scratch / "release/outage")


@functools.cache
def c_program(name: str, sources: tuple[str, ...], *libraries: str) -> str:
    program = work(f"programs/{name}")
    files = [LIMIT / source for source in sources]
    subprocess.run(["cc", *C_FLAGS, "-o", program, *files, *libraries], check=True)
    return str(program)


def limit() -> str:
    return c_program("limit", ("limit.c",), "-ljansson")


def large() -> str:
    return c_program("large", ("large.c", "entities.c"), "-ljansson")


def load() -> str:
    return c_program("load", ("load.c", "messages.c"))


def curlpoll() -> str:
    return c_program("curlpoll", ("curlpoll.c",), "-lcurl")


@functools.cache
def holds() -> str:
    """A library to load into a program, which measures the turns of its loop."""
    library = work("programs/holds.so")
    subprocess.run(["cc", *C_FLAGS, "-shared", "-fPIC", "-o", library, LIMIT / "holds.c"], check=True)
    return str(library)


@functools.cache
def empty_swift() -> str:
    program = work("programs/empty")
    subprocess.run(["swiftc", *SWIFT_FLAGS, "-o", program, LIMIT / "empty.swift"], check=True)
    return str(program)


def of_toolchain(name: str) -> str | None:
    """A program that stands beside `swift`."""
    swift = shutil.which("swift")
    path = Path(swift).resolve().parent / name if swift else None
    return str(path) if path and path.exists() else None
