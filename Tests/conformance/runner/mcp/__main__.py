"""scripts/conformance mcp: plays the cases for servers of the Model Context Protocol and prints what came of them."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from .. import report
from ..command import Parser, ignore_interrupts, usage
from ..report import Result
from .cases import Case, load
from .play import Play, play
from .probe import discovered
from .versions import ALL

DESCRIPTION = """Plays the cases of schema/mcp/cases against a server of the Model Context Protocol on stdin and stdout,
in each version that it speaks. Every message is checked by the official schema of the version.

Exit status: 0 when every case that was played passed, 1 when one failed or none was played, 64 for unusable arguments."""


def main(arguments: list[str]) -> int:
    options = _parsed(arguments)
    program = shutil.which(options.command[0])
    if program is None:
        return usage(f"{options.command[0]} is no program")
    named = {_name(option): getattr(options, f"{_name(option)}_call") for option in CALLS}
    calls = {name: call for name, call in named.items() if call is not None}
    command = [os.path.abspath(program), *options.command[1:]]
    how = Play(command, discovered(command, options.deadline, calls), options.split, options.deadline)
    if not how.discovered:
        return usage(f"{options.command[0]} speaks no version of the Model Context Protocol")
    chosen = [
        (case, version)
        for case in load()
        for version in case.versions
        if options.version in (None, version) and options.only in f"{case.place} {case.name}"
    ]
    if not chosen:
        return usage(f"no case has {options.only!r} in its name")
    with ProcessPoolExecutor(options.jobs, initializer=ignore_interrupts) as pool:
        results = list(_played(pool, chosen, how))
    return _reported(results, how, options.table)


def _played(pool: ProcessPoolExecutor, chosen: list[tuple[Case, str]], how: Play) -> Iterator[Result]:
    running = [pool.submit(play, *each, how) if how.can_play(*each) else None for each in chosen]
    for (case, version), future in zip(chosen, running):
        yield Result(case, version, future.result() if future else None)


def _reported(results: list[Result], how: Play, has_table: bool) -> int:
    for result in results:
        if result.verdict == "failed":
            print(report.failure(result), end="\n\n")
    if has_table:
        print(report.table(results), end="\n\n")
    print(f"versions {', '.join(how.discovered)}")
    named = set().union(*(seen.calls for seen in how.discovered.values()))
    if absent := [option for option in CALLS if _name(option) not in named]:
        print(f"without {', '.join(absent)}, the cases that need such a call are left out")
    print(report.summary(results))
    counts = report.counts(results)
    return 1 if counts["failed"] or not counts["passed"] else 0


#: The calls that a caller can name, and what each must do.
CALLS = {
    "--call": "the params of a call of a tool that succeeds; by default of a tool that only reads and needs no arguments",
    "--failing-call": "of one whose result is an error",
    "--slow-call": "of one that takes longer than a case, unless it is cancelled",
    "--progressing-call": "of one that reports progress",
}


def _name(option: str) -> str:
    """What cases call the call that an option names."""
    return option.removeprefix("--").removesuffix("-call")


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = Parser("scripts/conformance mcp", DESCRIPTION)
    for option, help_ in CALLS.items():
        parser.add_argument(option, dest=f"{_name(option)}_call", type=_call, metavar="JSON", help=help_)
    parser.add_argument("--version", choices=ALL, metavar="VERSION", help="in this version alone")
    parser.add_choice()
    parser.add_way_of_playing()
    parser.add_patience()
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the server, behind --")
    return parser.parse_args(arguments)


def _call(text: str) -> dict[str, Any]:
    """The params of tools/call: `{"name": …, "arguments": {…}}`."""
    found = json.loads(text)
    if not isinstance(found, dict) or not isinstance(found.get("name"), str):
        raise argparse.ArgumentTypeError("the params of tools/call, with a name")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
