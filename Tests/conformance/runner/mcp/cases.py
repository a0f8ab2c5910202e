"""The cases as schema/mcp/cases/*.jsonl has them, and what each becomes in a version, for a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import cases, patterns
from ..files import SCHEMA, read
from .probe import Discovered
from .versions import ALL, HANDSHAKE, REQUESTS, request

CASES = SCHEMA / "mcp/cases"
ERAS = {"all": ALL, "handshake": HANDSHAKE, "requests": (REQUESTS,)}


class Case(cases.Case):
    """A conversation with a server in each of some versions."""

    @property
    def versions(self) -> tuple[str, ...]:
        chosen = self.content.get("versions", "all")
        return ERAS[chosen] if isinstance(chosen, str) else tuple(chosen)

    @property
    def opens(self) -> bool:
        """Whether the server is greeted before the case begins."""
        return "handshake" not in self.content

    def played(self, version: str, discovered: Discovered) -> cases.Case:
        """The case with its names, its conditions and its requests as they are in this version."""
        claims = {version, "requests" if version == REQUESTS else "handshake"}
        content = patterns.resolved(dict(self.content), frozenset(claims))
        content = filled(content, {**discovered.names, "version": version, "alive": _alive(version)})
        steps = [_written(step, version) for step in content["input"]]
        return cases.Case(self.group, self.number, {**content, "input": steps})


def load() -> list[Case]:
    return read(CASES, Case)


def _alive(version: str) -> str:
    """A method that every server of this version has."""
    return "server/discover" if version == REQUESTS else "ping"


def _written(step: Mapping[str, Any], version: str) -> Mapping[str, Any]:
    if "request" in step:
        return {"send": request(version, step["request"])}
    if "notify" in step:
        return {"send": {"jsonrpc": "2.0", **step["notify"]}}
    return step


def filled(content: Any, names: Mapping[str, Any]) -> Any:
    """The content with the names in its texts replaced; a text that is one name alone becomes its value."""
    if isinstance(content, list):
        return [filled(each, names) for each in content]
    if isinstance(content, dict):
        return {name: filled(each, names) for name, each in content.items()}
    if not isinstance(content, str) or "${" not in content:
        return content
    if content[2:-1] in names and content == "${" + content[2:-1] + "}":
        return names[content[2:-1]]
    return cases.substituted(content, {name: value for name, value in names.items() if isinstance(value, str)})
