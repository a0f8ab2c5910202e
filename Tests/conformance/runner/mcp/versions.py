"""The versions of the Model Context Protocol, and how a client says which one it speaks."""

from __future__ import annotations

from typing import Any

#: A handshake agrees on one of these.
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
#: Each request names this one.
REQUESTS = "2026-07-28"
ALL = (*HANDSHAKE, REQUESTS)
#: The only one that has arrays of messages.
BATCHES = "2025-03-26"
META = "io.modelcontextprotocol/"
CLIENT = {"name": "conformance", "version": "1"}


def initialize(version: str) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return {"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": params}


INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def request(version: str, content: dict[str, Any]) -> dict[str, Any]:
    """The message of a request, which has `id`, `method` and what params it needs."""
    if version != REQUESTS:
        return {"jsonrpc": "2.0", **content}
    params = content.get("params", {})
    own = {META + "protocolVersion": version, META + "clientInfo": CLIENT, META + "clientCapabilities": {}}
    return {"jsonrpc": "2.0", **content, "params": {**params, "_meta": {**own, **params.get("_meta", {})}}}
