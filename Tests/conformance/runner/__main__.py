"""scripts/conformance: runs the cases and prints what came of them."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from . import report, socket
from .cases import Case, load
from .client.__main__ import main as of_clients
from .command import Parser, ignore_interrupts, usage
from .conversation import Outcome, Setting, play
from .discovery import claims_of
from .mcp.__main__ import main as of_mcp
from .report import Result

DESCRIPTION = """Runs the cases of schema/conformance against a JSON-RPC server on stdin and stdout.

Exit status: 0 when every case that was played passed, 1 when one failed or none was played, 64 for unusable arguments."""


def main(arguments: list[str]) -> int:
    options = _parsed(arguments)
    setting = _setting(options)
    chosen = [
        (case, framing)
        for case in load()
        for framing in case.framings()
        if options.framing in ("both", framing) and options.only in f"{case.place} {case.name}"
    ]
    if not chosen:
        return usage(f"no case has {options.only!r} in its name")
    with ProcessPoolExecutor(options.jobs, initializer=ignore_interrupts) as pool:
        results = list(_played(pool, chosen, setting, slow=not options.quick))
    for result in results:
        if result.verdict == "failed":
            print(report.failure(result), end="\n\n")
    if options.table:
        print(report.table(results), end="\n\n")
    print(report.summary(results))
    counts = report.counts(results)
    return 1 if counts["failed"] or not counts["passed"] else 0


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(os.path.basename(sys.argv[0]), DESCRIPTION)
    parser.add_argument("--framing", choices=("lines", "headers", "both"), default="both")
    parser.add_choice()
    parser.add_way_of_playing()
    parser.add_argument("--generic", action="store_true", help="leave out what is statusd's own")
    parser.add_argument("--screens", action="store_true", help="generic, and with the plays of screens")
    parser.add_argument("--lsp", action="store_true", help="generic, and send `initialize` before each case")
    parser.add_argument("--quick", action="store_true", help="leave out cases that wait for seconds")
    parser.add_patience()
    parser.add_argument("--socket", metavar="PATH", help="generic, and against a server that listens at PATH")
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="the server, behind --")
    options = parser.parse_args(arguments)
    if bool(options.command) == bool(options.socket):
        parser.error("either a COMMAND behind -- or --socket PATH must be given")
    return options


def _setting(options: argparse.Namespace) -> Setting:
    if options.socket:
        command = socket.command(os.path.abspath(options.socket))
        claims = frozenset(claims_of(command))
        return Setting(command, claims, options.split, seconds=options.deadline, is_session=True)
    program = shutil.which(options.command[0])
    if program is None:
        sys.exit(usage(f"{options.command[0]} is no program"))
    command = [os.path.abspath(program), *options.command[1:]]
    return Setting(command, _claims(options, command), options.split, options.lsp, options.deadline)


def _claims(options: argparse.Namespace, command: list[str]) -> frozenset[str]:
    """What the server claims, by the options and, where it has a document of its methods, by that."""
    if options.screens:
        return frozenset({"screens"} | claims_of(command))
    if options.lsp or options.generic:
        return frozenset({"lifecycle"} if options.lsp else ())
    return frozenset({"statusd", "lifecycle"} | claims_of(command))


def _played(
    pool: ProcessPoolExecutor, chosen: list[tuple[Case, str]], setting: Setting, slow: bool
) -> Iterator[Result]:
    """The results in the cases' order. Those that take longest are started first."""
    running = {}
    for case, framing in sorted(chosen, key=lambda each: not each[0].is_slow):
        if setting.can_play(case) and (slow or not case.is_slow):
            running[case.place, framing] = pool.submit(partial(play, case, framing, setting))
    for case, framing in chosen:
        future = running.get((case.place, framing))
        yield Result(case, framing, _outcome(future) if future else None)


def _outcome(future: object) -> Outcome:
    outcome = future.result()  # type: ignore[attr-defined]
    assert isinstance(outcome, Outcome)
    return outcome


def run() -> None:
    """The command: behind the word client the client-side cases, behind mcp those of that protocol."""
    words = sys.argv[1:]
    other = {"client": of_clients, "mcp": of_mcp}.get(words[0] if words else "")
    sys.exit(other(words[1:]) if other else main(words))


if __name__ == "__main__":
    run()
