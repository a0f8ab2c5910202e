"""Large values: `refresh` of a file of 2 MiB, and of files of any size."""

from __future__ import annotations

import concurrent.futures
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import counts, programs, values
from bench.callgrind import instructions
from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.paths import ROOT, work

SHAPES: dict[str, tuple[Callable[[int, int], bytes], int, str]] = {
    "fleet": (values.fleet, values.FLEET_2_MIB, "refresh"),
    "menu": (values.menu, values.MENU_2_MIB, "fetchMenu"),
}
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
#: The C program takes 14 s and 1.6 GB for a million entities.
LARGEST_QUICK = 1_000
#: Under valgrind, ten times as many take a quarter of an hour.
LARGEST_COUNTED = 100_000


def measure(context: Context) -> Figures:
    contestants = {
        f"{shape} {name}": once(context, shape, context.count(SHAPES[shape][1]), name) for shape in SHAPES for name in ("statusd", "C")
    }
    return {"rounds": context.interleaved(contestants), "instructions": counted(context)}


def once(context: Context, shape: str, size: int, name: str) -> Callable[[], dict[str, Any]]:
    content, _, method = SHAPES[shape]
    path = work(f"values/{shape}-{name}.json")

    def run() -> dict[str, Any]:
        bodies = [content(size, variant) for variant in (0, 1)]
        return fetch(command(context.statusd, shape, name, path), name, method, path, bodies)

    return run


def command(statusd: str, shape: str, name: str, path: Path) -> list[str]:
    if name == "C":
        return [programs.large(), shape, str(path)]
    return [statusd, "--config", str(configuration(shape, path))]


def configuration(shape: str, path: Path) -> Path:
    """One with limits that let every size through, as far as there are keys for them."""
    known = json.loads((ROOT / "schema/configuration.schema.json").read_text(encoding="utf-8"))
    limits = {"bodyBytes": 1 << 30, "bodyValues": 1 << 27}
    rows = [f"{key} = {value}" for key, value in limits.items() if f'"{key}"' in json.dumps(known)]
    resource = "menu" if shape == "menu" else "state"
    file = work(f"large-{shape}.toml")
    source = [f"[resources.{resource}]", f'source = "file:{path}"', "timeout = 600", "totalTimeout = 600"]
    file.write_text("\n".join([*source, "[limits]", *rows, ""]), encoding="utf-8")
    return file


def fetch(words: list[str], name: str, method: str, path: Path, bodies: list[bytes]) -> dict[str, Any]:
    """A first fetch, one that brings another value, and one that brings the same again."""
    replace(path, bodies[0])
    with Conversation(words) as session:
        if name == "statusd":
            session.result("initialize", {"notifications": {"stateChanged": False}})
        idle = session.resident()
        if b'"error"' in (response := session.ask(method))[:200]:
            return {"refused": json.loads(response)["error"]["message"]}
        session.forget_peak()
        replace(path, bodies[1])
        changed = timed(session, method)
        peak = (session.peak() - idle) / len(bodies[1])
        same = timed(session, method)
        figures = {"changed": changed, "same": same, "peak": peak, "bytes": len(bodies[1])}
        if name == "statusd":
            figures["held"] = longest_hold(session, method, path, bodies[0])
    return figures


def replace(path: Path, content: bytes) -> None:
    """In one step, as an editor does it."""
    other = path.with_suffix(".new")
    other.write_bytes(content)
    os.replace(other, path)


def timed(session: Conversation, method: str) -> dict[str, float]:
    cpu, start = session.cpu(), time.perf_counter()
    session.ask(method)
    elapsed = time.perf_counter() - start
    return {"cpu": (session.cpu() - cpu) * 1e3, "elapsed": elapsed * 1e3}


def longest_hold(session: Conversation, method: str, path: Path, content: bytes) -> float:
    """The longest that a small request waits while a changed value is fetched and decoded, in ms.

    What comes first ends a wait, be it the beginning of the value: its sending is no part of it.
    """
    replace(path, content)
    fetched, longest = session.send(method), 0.0
    while True:
        start = time.perf_counter()
        small = session.send("getLocation")
        session.until_output()
        longest = max(longest, (time.perf_counter() - start) * 1e3)
        if session.line().startswith(b'{"jsonrpc":"2.0","id":%d,' % fetched):
            session.response(small)
            return longest


def counted(context: Context) -> dict[str, dict[str, float]]:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(SHAPES, pool.map(lambda shape: counted_of(context, shape), SHAPES)))


def counted_of(context: Context, shape: str) -> dict[str, float]:
    content, size, method = SHAPES[shape]
    bodies = [content(context.count(size), variant) for variant in (0, 1)]
    path = values.write(f"counted-{shape}.json", bodies[0])
    changed, same = counts.fetches(command(context.statusd, shape, "statusd", path), bodies, path, method)
    of_c = [programs.large(), shape, str(path)]
    # It keeps nothing: the second fetch costs what the first does.
    whole, alone = (
        instructions(of_c, counts.fetching(bodies[:1] * times, path, method, opening=None)) for times in (2, 1)
    )
    return {"changed": changed, "same": same, "C": whole - alone}


# MARK: Growth


def grow(context: Context) -> Figures:
    """The same for fleets from a hundred entities to a million: CPU, peak, and what is refused."""
    sizes = [size for size in SIZES if not context.is_quick or size <= LARGEST_QUICK]
    found: Figures = {}
    for size in sizes:
        contestants = {name: once(context, "fleet", size, name) for name in ("statusd", "C")}
        # A million entities take the C program long enough; one round is steady.
        rounds = min(context.rounds, 3) if size < SIZES[-1] else 1
        context.say(f"   {size:,} entities")
        found[str(size)] = Context(context.statusd, rounds, context.is_quick).interleaved(contestants)
        if size <= LARGEST_COUNTED:
            found[str(size)]["instructions"] = counted_fleet(context.statusd, size)
    return found


def counted_fleet(statusd: str, size: int) -> float:
    """What a changed fleet costs, wherever memory is slow."""
    bodies = [values.fleet(size, variant) for variant in (0, 1)]
    path = values.write(f"growing-{size}.json", bodies[0])
    changed, _ = counts.fetches(command(statusd, "fleet", "statusd", path), bodies, path)
    return changed
