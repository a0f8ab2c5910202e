"""What the three commands of the kit have in common: their options, and how they end."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes end the command with 64, as its description says."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog, description=description, formatter_class=argparse.RawTextHelpFormatter)

    def add_choice(self) -> None:
        """The options that choose cases."""
        self.add_argument("--only", metavar="PART", default="", help="cases with this in their file or name")

    def add_patience(self, each: str = "case") -> None:
        """The options that say how long, and how many at once."""
        self.add_argument("--deadline", type=float, default=20, metavar="SECONDS", help=f"for each {each} (20)")
        self.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="cases at a time")

    def add_way_of_playing(self) -> None:
        """The options of those that play a server."""
        self.add_argument("--split", action="store_true", help="send every byte by a write of its own")
        self.add_argument("--table", action="store_true", help="print a table of the groups")

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        sys.exit(usage(message))


def usage(problem: str) -> int:
    """Says what is wrong with the arguments; the status of that."""
    print(f"conformance: {problem}", file=sys.stderr)
    return 64


def ignore_interrupts() -> None:
    """Control-C ends the runner, which ends its workers; not SIG_IGN, which the servers would inherit."""
    signal.signal(signal.SIGINT, lambda number, frame: None)
