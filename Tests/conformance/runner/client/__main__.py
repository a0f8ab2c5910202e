"""scripts/conformance client: plays the client-side cases and prints what came of them."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

from ..command import Parser, usage
from .cases import Case, Failed, load
from .play import Outcome, claims_of, play

DESCRIPTION = """Plays the cases of schema/client against a client library, by a driver around it.

Exit status: 0 when every case that was played passed, 1 when one failed or none was played, 64 for unusable arguments."""
FRAMINGS = ("lines", "headers")


def main(arguments: list[str]) -> int:
    options = _parsed(arguments)
    try:
        hello = claims_of(options.command, options.deadline)
    except (OSError, Failed) as problem:
        return usage(f"{options.command[0]} is no driver: {problem}")
    chosen = [(case, framing) for case in load() for framing in FRAMINGS if options.only in f"{case.place} {case.name}"]
    if not chosen:
        return usage(f"no case has {options.only!r} in its name")
    with ThreadPoolExecutor(options.jobs) as pool:
        # In order of the cases, whichever ends first.
        played = pool.map(lambda each: _played(*each, hello, options), chosen)
        outcomes = list(zip(chosen, played))
    for (case, framing), outcome in outcomes:
        if outcome and outcome.why:
            print(_failure(case, framing, outcome), end="\n\n")
    counts = [sum(map(each, (outcome for _, outcome in outcomes))) for each in (_passed, _failed, _skipped)]
    print(f"{hello['client']}: {counts[0]} passed, {counts[1]} failed, {counts[2]} skipped")
    return 1 if counts[1] or not counts[0] else 0


def _played(case: Case, framing: str, hello: dict[str, list[str]], options: argparse.Namespace) -> Outcome | None:
    """None for a case that is left out."""
    if framing not in hello["framings"] or framing not in case.content.get("framings", FRAMINGS):
        return None
    if case.requires - set(hello["claims"]):
        return None
    return play(case, framing, options.command, options.deadline)


def _passed(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.why is None


def _failed(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.why is not None


def _skipped(outcome: Outcome | None) -> bool:
    return outcome is None


def _failure(case: Case, framing: str, outcome: Outcome) -> str:
    lines = [f"FAILED {case.place} ({framing}): {case.name}", f"  {outcome.why}"]
    if outcome.errors:
        lines += ["  the driver's stderr:", *(f"    {line}" for line in outcome.errors.splitlines())]
    return "\n".join(lines)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = Parser("scripts/conformance client", DESCRIPTION)
    parser.add_choice()
    parser.add_patience("step")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the driver, behind --")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
