"""Other servers that speak JSON-RPC over stdin and stdout, under the same client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench import load
from bench.context import Context, Figures
from bench.peers import Peer, peers

UNKNOWN = "unknownMethod"
#: Of those in a burst, as many alone.
TURNS = 5


def measure(context: Context) -> Figures:
    found = peers(context.statusd, context.say)
    rows = context.interleaved({peer.title: timed(context, peer) for peer in found})
    return {"rounds": rows, "framing": {peer.title: peer.framing for peer in found}}


def timed(context: Context, peer: Peer) -> Callable[[], dict[str, Any]]:
    # The C program has no errors of its own.
    methods = {"error": "" if peer.title.startswith("C,") else UNKNOWN, "success": peer.success}
    asked = {name: peer.asked(method) for name, method in methods.items() if method}

    def run() -> dict[str, Any]:
        figures: dict[str, Any] = {}
        for name, said in asked.items():
            burst = load.run("burst", context.count(peer.burst, 100), said, peer.command)
            turns = load.run("turns", context.count(peer.burst // TURNS, 50), said, peer.command)
            figures[name] = {
                "cpu": burst["cpu"], "rate": burst["rate"], "turnCPU": turns["cpu"],
                "p50": turns["percentiles"][50], "p99": turns["percentiles"][99],
            }  # fmt: skip
            figures |= {"start": turns["start"], "startCPU": turns["startCPU"], "idle": turns["idle"]}
        return figures

    return run
