"""Where the instructions go: self cost by module, from a release with symbols."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from bench import counts, programs, talks
from bench.callgrind import Talk, instructions
from bench.context import Context, Figures
from bench.paths import work

#: "fn=(12) name" the first time, "fn=(12)" from then on; in the same way "ob=". The format is in valgrind's manual.
NAME = re.compile(r"^(fn|ob)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"^[+\-*\d]\S* (\d+)$")
# A mangled Swift name begins with the length of its module's name and the name.
MODULE = re.compile(r"^\$s(\d+)")
STATUSD = "statusd"

TALKS: dict[str, Callable[[int], Talk]] = {
    "`getState`": talks.burst("getState"),
    "a turn": talks.turns("getState"),
    "with params": talks.burst("params"),
    "error": talks.burst("error"),
}


def measure(context: Context) -> Figures:
    """The release that is measured elsewhere has no names, so this one is built."""
    program = str(programs.with_symbols())
    found: Figures = {}
    for name, talk in TALKS.items():
        long, short = (by_module(program, talk(count)) for count in (counts.LONG, counts.SHORT))
        found[name] = {module: (long[module] - short[module]) / (counts.LONG - counts.SHORT) for module in long}
        context.say(f"   {name}: {sum(found[name].values()):,.0f}")
    found["start"] = dict(by_module(program, talks.turns("getState")(1)))
    return found


def by_module(program: str, talk: Talk) -> Counter[str]:
    path = work("callgrind.out")
    instructions([program], talk, profile=str(path))
    with path.open(encoding="utf-8", errors="replace") as lines:
        return self_costs(lines)


def self_costs(lines: Iterable[str]) -> Counter[str]:
    """Instructions by module. A line below `calls=` is what the called function took, and counts there."""
    names: dict[tuple[str, str], str] = {}
    current = {"fn": "", "ob": ""}
    costs: Counter[str] = Counter()
    is_of_call = False
    for line in lines:
        if match := NAME.match(line):
            kind, number, name = match.groups()
            if name is not None:
                names[kind, number] = name
            current[kind] = names[kind, number]
        elif line.startswith("calls="):
            is_of_call = True
        elif match := COST.match(line):
            if not is_of_call:
                costs[module(current["ob"], current["fn"])] += int(match[1])
            is_of_call = False
        else:
            remember_called(line, names)
    return costs


def remember_called(line: str, names: dict[tuple[str, str], str]) -> None:
    """A name can appear first as that of a function that is called: "cfn=(12) name", "cob=(3) name"."""
    if line.startswith("c") and (match := NAME.match(line[1:])) and match[3] is not None:
        names[match[1], match[2]] = match[3]


def module(library: str, function: str) -> str:
    """What a reader knows the code by: a module of ours, the runtime, a library."""
    if Path(library).name != STATUSD:
        return Path(library).name.split(".so")[0]
    if match := MODULE.match(function):
        start = match.end()
        return f"`{function[start : start + int(match[1])]}`"
    if function.startswith("$s"):
        return "Swift's standard library"
    if function.lstrip("_").startswith("swift"):
        return "Swift's runtime"
    return "C and C++ in the binary"
