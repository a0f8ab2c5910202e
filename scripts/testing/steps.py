"""The steps in the order in which they run: cheap ones first, so that a slip shows early."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from reading import BATS, ERT, NODE_TEST, PLAIN, PYTEST, SWIFT_TEST, Reader

MINUTE = 60.0
#: Longer than a single test waits for what does not come (600 s), so that the others run too and this one is named.
#: A step takes six minutes at most, and five times that beside four busy processes and two builds.
LONG = 45 * MINUTE
PYTHON = ".venv/bin/python"
#: A later one than Debian's.
NEOVIM = ".venv/bin/nvim"


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
    #: Whether it runs at the same time as those next to it that say so too: most of them wait, while others compile.
    aside: bool = False


QUICK = ("format", "lint", "invariants", "values", "schema")
# These share nothing with each other. Inside one process the tests that wait for a child hold the threads
# that the others need: what takes microseconds alone then takes minutes and runs into its time limit.
SLOW_TARGETS = ("StatusServerTests", "TranscriptTests", "ProcessTests")


def steps(root: Path) -> tuple[Step, ...]:
    clients = (*node_steps(root), *editor_steps(), *emacs_steps(), *bash_steps(root), swift_client_step())
    aside = (replace(step, aside=True) for step in (*other_builds(), *python_steps(), *clients))
    return (*static_steps(root), *swift_steps(), *aside, messages(), *release_steps())


def static_steps(root: Path) -> tuple[Step, ...]:
    # Fuzz/Daemon is a link to Sources, so the folders of Fuzz are named.
    folders = "Package.swift Sources Tests Benchmarks/outage Fuzz/Package.swift Fuzz/Sources clients/swift"
    swift = f"swift format lint --strict --recursive {folders}"
    checks = (plain(f"{PYTHON} scripts/check-invariants"), pytest("Tests/scripts"))
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
        Step("server", "StatusServerTests", (server,), 30 * MINUTE, build_first, records=True),
        Step("transcripts", "TranscriptTests", (transcripts,), 30 * MINUTE, build_first, records=True),
        Step("processes", "ProcessTests", (processes,), LONG, build_first, records=True),
    )


def python_steps() -> tuple[Step, ...]:
    needs = ("build",)
    types = mypy("clients/python")
    clients = pytest("clients/python/tests", (("PYTHONPATH", "clients/python/src"),))
    schema = (plain(f"{PYTHON} scripts/schema --check"), pytest("Tests/schema"))
    soak = (pytest("Tests/soak"), plain("scripts/soak 10"))
    return (
        Step("clients", "clients/python: types and tests", (types, clients), LONG, needs, records=True),
        Step("schema", "the contract, its examples, the binary beside it", schema, needs=needs),
        Step("mcp", "agents: other people's clients, each message beside the protocol", (pytest("Tests/mcp"),), needs=needs),
        Step("conformance", "the kit, whole and byte by byte", (pytest("Tests/conformance"),), LONG, needs),
        Step("soak", "ten seconds of mixed traffic", soak, needs=needs),
        # It compiles what the pages show of Swift and Go.
        Step("docs", "what README.md and docs show", (pytest("Tests/docs"),), LONG, needs),
        Step("site", "the documentation as a site, and its links", (plain("scripts/docs"),), 20 * MINUTE),
        Step("scaling", "daemons behind Varnish; the simulation of many", (pytest("Tests/scaling"),), needs=needs),
    )


def node_steps(root: Path) -> tuple[Step, ...]:
    return tuple(node_step(root, client) for client in ("js", "web", "vscode"))


def node_step(root: Path, client: str) -> Step:
    folder = f"clients/{client}"
    # By name: what a folder means to `node --test` differs from version to version.
    tests = [name.removeprefix(f"{folder}/") for name in tracked(root) if is_node_test(name, folder)]
    types = Command(("tsc", "--project", "tsconfig.json", "--noEmit"), folder=folder)
    run = Command(("node", "--test", "--test-reporter", "tap", *tests), NODE_TEST, folder=folder)
    return Step(f"clients-{client}", f"{folder}: types and tests", (types, run), LONG, ("build",), records=True)


def editor_steps() -> tuple[Step, ...]:
    lint = Command(("luacheck", "--no-color", "-q", "."), folder="clients/neovim")
    # Debian's Neovim, and a later one from PyPI, which has it for one architecture.
    later = (neovim(f"../../{NEOVIM}"),) if platform.machine() == "x86_64" else ()
    vim = Command(("clients/vim/test/run",), NODE_TEST)
    driver = "nvim --clean --headless -S clients/neovim/test/kit_driver.lua"
    kit = plain(f"scripts/conformance client --deadline 60 -- {driver}")
    title = "clients/neovim and clients/vim: lint, tests in the editors, the kit's client-side cases"
    return (Step("clients-neovim", title, (lint, neovim("nvim"), *later, vim, kit), LONG, ("build",), records=True),)


def neovim(program: str) -> Command:
    # The second command is for an error that keeps the runner from its end.
    words = (program, "--clean", "--headless", "-S", "test/run.lua", "-c", "cquit 1")
    return Command(words, NODE_TEST, folder="clients/neovim")


def emacs_steps() -> tuple[Step, ...]:
    emacs = "emacs -Q --batch"
    lint = plain(f"{emacs} -l clients/emacs/test/lint.el")
    tests = Command((*emacs.split(), "-l", "clients/emacs/test/run.el"), ERT)
    title = "clients/emacs: compiler, checkdoc, package-lint and tests"
    return (Step("clients-emacs", title, (lint, tests), LONG, ("build",), records=True),)


def bash_steps(root: Path) -> tuple[Step, ...]:
    # The entry points, and with --check-sourced what they source: neither is complete without the other.
    folder = "clients/shell"
    tests = [name.removeprefix(f"{folder}/") for name in tracked(root) if name.endswith(".bats")]
    words = ("shellcheck", "--check-sourced", "--format", "gcc", "statusd.bash", "lib/dispatcher", *tests)
    lint = Command(words, folder=folder)
    # Without BATS_TEST_TIMEOUT, whose process a `wait` in a test would wait for too.
    run = Command(("bats", "--tap", *tests), BATS, folder)
    bars = (pytest("clients/status-bars/tests"),)
    title = "clients/shell: shellcheck and tests"
    return (
        Step("clients-shell", title, (lint, run), LONG, ("build",), records=True),
        Step("status-bars", "clients/status-bars: i3blocks, tmux, the forms of others", bars, needs=("build",)),
    )


def swift_client_step() -> Step:
    """A package of its own, which finds the daemon of the build."""
    words = "swift test --package-path clients/swift --scratch-path .build-clients-swift --disable-xctest"
    run = Command(tuple(words.split()), SWIFT_TEST)
    kit = plain("scripts/conformance client --deadline 60 -- .build-clients-swift/debug/kit-driver")
    title = "clients/swift: the libraries, the example apps, the kit's client-side cases"
    return Step("clients-swift", title, (run, kit), LONG, ("build",), records=True)


def messages() -> Step:
    """Behind every step that records."""
    validate = plain(f"{PYTHON} Tests/schema/validate.py .build/transcripts")
    agents = plain(f"{PYTHON} Tests/mcp/recorded.py .build/transcripts/mcp")
    title = "every recorded message beside the schema, those with agents beside the official ones"
    return Step("messages", title, (validate, agents), 30 * MINUTE, ("build",))


def is_node_test(name: str, folder: str) -> bool:
    return name.startswith(f"{folder}/test/") and name.endswith(".test.js")


def other_builds() -> tuple[Step, ...]:
    # Most of its time is the release, which it builds.
    budgets = plain("scripts/bench --check")
    # As scripts/fuzz builds it. A debug build does not link: there libFuzzer's own `main` comes first.
    fuzz = plain("swift build --package-path Fuzz -c release")
    return (
        Step("budgets", "instructions of the release beside Benchmarks/budgets.json", (budgets,), 60 * MINUTE),
        Step("fuzz", "the package Fuzz compiles", (fuzz,), 60 * MINUTE),
    )


def release_steps() -> tuple[Step, ...]:
    linear = plain("scripts/bench --linear")
    return (
        Step("linear", "what reads foreign bytes takes time in proportion to them", (linear,), 60 * MINUTE),
        Step("package", "what scripts/package packs, installed and removed", (pytest("Tests/package"),), 60 * MINUTE),
    )


def script_types() -> tuple[Command, ...]:
    return (
        mypy("scripts/testing", "--strict", "."),
        mypy("scripts", "--strict", "-p", "invariants"),
        mypy("scripts", "--strict", "-p", "generation"),
        mypy("scripts", "--strict", "-p", "drawing"),
        mypy("scripts/packaging", "--strict", "."),
        mypy("Benchmarks", "--strict", "-p", "bench"),
        mypy("docs/site", "--strict", "stage.py"),
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
