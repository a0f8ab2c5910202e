"""The steps in the order in which they run: cheap ones first, so that a slip shows early."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from reading import PLAIN, PYTEST, SWIFT_TEST, Reader

MINUTE = 60.0
PYTHON = ".venv/bin/python"


@dataclass(frozen=True)
class Command:
    """One program of a step."""

    words: tuple[str, ...]
    reader: Reader = PLAIN
    folder: str = "."
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Step:
    """Commands that pass or fail together. All of them run, also after one has failed."""

    name: str
    title: str
    commands: tuple[Command, ...]
    #: Seconds for each command, after which it is ended. Several times what a busy machine needs.
    limit: float = 10 * MINUTE
    #: Steps that must have passed before.
    needs: tuple[str, ...] = ()
    #: Whether its tests write down what they exchange with a daemon.
    records: bool = False


QUICK = ("format", "lint", "invariants", "values", "schema")
# These share nothing with each other. Inside one process the tests that wait for a child hold the threads
# that the others need: what takes microseconds alone then takes minutes and runs into its time limit.
SLOW_TARGETS = ("StatusServerTests", "TranscriptTests", "ProcessTests")


def steps(root: Path) -> tuple[Step, ...]:
    return (*static_steps(root), *swift_steps(), *python_steps(), *other_packages())


def static_steps(root: Path) -> tuple[Step, ...]:
    # Fuzz/Daemon is a link to Sources, so the folders of Fuzz are named.
    swift = "swift format lint --strict --recursive Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources"
    checks = (Command(("scripts/check-invariants",)), pytest("Tests/scripts"))
    ruff = f"{PYTHON} -m ruff check --no-cache --output-format concise"
    return (
        Step("format", "swift format", (plain(swift),)),
        Step("lint", "shellcheck, ruff, types of the scripts", (shellcheck(root), plain(ruff), *script_types())),
        Step("invariants", "what ARCHITECTURE.md forbids; the scripts' own tests", checks),
        Step("benchmarks", "the C and the Python of Benchmarks compile", benchmarks(root)),
    )


def swift_steps() -> tuple[Step, ...]:
    build = plain("swift build --build-tests --explicit-target-dependency-import-check error")
    fast = swift_test("--skip", rf"^({'|'.join(SLOW_TARGETS)})\.")
    server, transcripts, processes = (swift_test("--filter", rf"^{target}\.") for target in SLOW_TARGETS)
    build_first = ("build",)
    return (
        Step("build", "the daemon and its tests", (build,), 60 * MINUTE),
        Step("values", "every Swift test but the following three", (fast,), 30 * MINUTE, build_first),
        Step("server", "StatusServerTests", (server,), 30 * MINUTE, build_first),
        Step("transcripts", "TranscriptTests", (transcripts,), 30 * MINUTE, build_first, records=True),
        Step("processes", "ProcessTests", (processes,), 45 * MINUTE, build_first, records=True),
    )


def python_steps() -> tuple[Step, ...]:
    needs = ("build",)
    types = mypy("clients/python")
    clients = pytest("clients/python/tests", (("PYTHONPATH", "clients/python/src"),))
    schema = (plain(f"{PYTHON} scripts/schema --check"), pytest("Tests/schema"))
    messages = (plain(f"{PYTHON} Tests/schema/validate.py .build/transcripts"),)
    soak = (pytest("Tests/soak"), plain("scripts/soak 10"))
    return (
        Step("clients", "clients/python: types and tests", (types, clients), needs=needs, records=True),
        Step("schema", "the contract, its examples, the binary beside it", schema, needs=needs),
        Step("conformance", "the kit, whole and byte by byte", (pytest("Tests/conformance"),), 20 * MINUTE, needs),
        Step("soak", "ten seconds of mixed traffic", soak, needs=needs),
        Step("docs", "what README.md and docs show", (pytest("Tests/docs"),), needs=needs),
        Step("messages", "every recorded message beside the schema", messages, needs=needs),
    )


def other_packages() -> tuple[Step, ...]:
    # As scripts/fuzz builds it. A debug build does not link: there libFuzzer's own `main` comes first.
    fuzz = plain("swift build --package-path Fuzz -c release")
    # Most of its time is the release, which it builds.
    budgets = plain("scripts/bench --check")
    return (
        Step("fuzz", "the package Fuzz compiles", (fuzz,), 60 * MINUTE),
        Step("budgets", "instructions of the release beside Benchmarks/budgets.json", (budgets,), 60 * MINUTE),
    )


def script_types() -> tuple[Command, ...]:
    return (
        mypy("scripts/testing", "--strict", "."),
        mypy("scripts", "--strict", "-p", "invariants"),
        mypy("Benchmarks", "--strict", "-p", "bench"),
    )


def mypy(folder: str, *arguments: str) -> Command:
    """mypy in `folder`, where it finds its configuration and the modules."""
    up = "../" * len(folder.split("/"))
    words = (f"{up}{PYTHON}", "-m", "mypy", "--cache-dir", f"{up}.build/mypy/{folder}", *arguments)
    return Command(words, folder=folder)


def plain(line: str) -> Command:
    return Command(tuple(line.split()))


def pytest(folder: str, environment: tuple[tuple[str, str], ...] = ()) -> Command:
    words = (PYTHON, "-B", "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", folder)
    return Command(words, PYTEST, environment=environment)


def swift_test(*selection: str) -> Command:
    return Command(("swift", "test", "--skip-build", "--disable-xctest", *selection), SWIFT_TEST)


def shellcheck(root: Path) -> Command:
    scripts = [name for name in tracked(root) if is_shell(root / name)]
    return Command(("shellcheck", "--format", "gcc", *scripts))


def is_shell(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.readline(100)
    return path.suffix == ".sh" or (first.startswith(b"#!") and first.rstrip().endswith((b"bash", b"/sh", b" sh")))


def benchmarks(root: Path) -> tuple[Command, ...]:
    sources = [name for name in tracked(root) if name.startswith("Benchmarks/")]
    compiled = tuple(
        # Optimised, because some warnings come from the analysis that only then is made.
        plain(f"cc -std=gnu11 -O1 -Wall -Wextra -Werror -c -o /dev/null {name}")
        for name in sources
        if name.endswith(".c")
    )
    python = [name for name in sources if name.endswith(".py")]
    # Compiles in memory: nothing is left beside the sources.
    check = "import sys; [compile(open(name, encoding='utf-8').read(), name, 'exec') for name in sys.argv[1:]]"
    return (*compiled, Command((PYTHON, "-c", check, *python)))


def tracked(root: Path) -> list[str]:
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return sorted(set(listing.stdout.split("\0")) - {""})
