"""The other servers: how each is started, and what it is asked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from bench import frames, load, programs
from bench.load import Exchange
from bench.paths import BENCHMARKS, WORK, work

FOLDER = BENCHMARKS / "peers"
REQUIREMENTS = BENCHMARKS / "requirements.txt"
PYTHON = WORK / "venv/bin/python"

LSP_FIRST = (
    frames.request(1, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}),
    frames.notification("initialized", {}),
)
MCP_FIRST = (
    frames.request(
        1, "initialize",
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
    ),
    frames.notification("notifications/initialized"),
)  # fmt: skip


@dataclass(frozen=True)
class Peer:
    """A server and what it is asked; it responds to the method `success` and to no unknown one."""

    title: str
    command: tuple[str, ...]
    framing: str
    first: tuple[bytes, ...] = ()
    success: str = ""
    #: Messages in a burst, so that none takes more than seconds.
    burst: int = 100_000

    def asked(self, method: str) -> Exchange:
        params: dict[str, str] | None = {} if self.framing == "headers" else None
        messages = [frames.request(frames.FIRST_ID + number, method, params) for number in range(load.REPEATED)]
        name = f"{self.title} {method}".replace("/", "-").replace(" ", "-")
        return load.exchange(name, messages, self.framing, self.first)


class Missing(Exception):
    """A peer that is not on this machine, and how it gets there."""


def peers(statusd: str, say: Callable[[str], None]) -> list[Peer]:
    """statusd in either framing and every peer that there is. What is missing is said."""
    found = [
        Peer("statusd, lines", (statusd,), "lines", (), "getState"),
        Peer("statusd, Content-Length", (statusd,), "headers", (), "getState"),
        Peer("C, lines", (programs.limit(),), "lines", (), "getState"),
    ]
    for find in (clangd, sourcekit_lsp, node, python_jsonrpc, pygls, mcp):
        try:
            found.append(find())
        except Missing as missing:
            say(f"SKIPPED: {missing}")
    return found


def clangd() -> Peer:
    # Its default is a line on stderr for each message.
    return Peer("clangd", (toolchain("clangd"), "--log=error"), "headers", LSP_FIRST)


def sourcekit_lsp() -> Peer:
    return Peer("sourcekit-lsp", (toolchain("sourcekit-lsp"),), "headers", LSP_FIRST, burst=5_000)


def node() -> Peer:
    program = shutil.which("node")
    if not program:
        raise Missing("Node: there is no node on PATH")
    return Peer("Node readline loop", (program, str(FOLDER / "loop.js")), "lines", (), "getState")


def python_jsonrpc() -> Peer:
    return Peer("python-lsp-jsonrpc", python("jsonrpc.py"), "headers", (), "getState", 10_000)


def pygls() -> Peer:
    return Peer("pygls", python("language_server.py"), "headers", LSP_FIRST, "statusd/getState", 5_000)


def mcp() -> Peer:
    return Peer("mcp (Python SDK)", python("model_context.py"), "lines", MCP_FIRST, "ping", 2_000)


def toolchain(name: str) -> str:
    program = programs.of_toolchain(name)
    if not program:
        raise Missing(f"{name}: it does not stand beside swift")
    return program


def python(script: str) -> tuple[str, ...]:
    install()
    return (str(PYTHON), "-B", str(FOLDER / script))


def install() -> None:
    """Makes the Python environment of the peers, where the one that is there is not the one listed."""
    mark = work("venv-requirements.txt")
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if PYTHON.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS)]
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(PYTHON.parents[1])], check=True)
        subprocess.run([str(PYTHON), *pip], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Missing(f"a Python peer: {REQUIREMENTS.name} could not be installed: {error}") from error
    mark.write_text(wanted, encoding="utf-8")
