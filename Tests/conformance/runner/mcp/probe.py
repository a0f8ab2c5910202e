"""What a server has in each version: its capabilities, tools, resources, so that each case finds what it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from ..server import Server, TimedOut
from ..stdin import opened
from .versions import ALL, INITIALIZED, REQUESTS, initialize, request

Members = Mapping[str, Any]


@dataclass(frozen=True)
class Discovered:
    """What there is in one version. `calls`: the params of tools/call that cases can make, by their name."""

    capabilities: Members = field(default_factory=dict)
    tools: tuple[Members, ...] = ()
    resources: tuple[str, ...] = ()
    has_templates: bool = False
    calls: Members = field(default_factory=dict)

    @property
    def claims(self) -> frozenset[str]:
        """What cases can require."""
        resources = self.capabilities.get("resources")
        subscribes = isinstance(resources, dict) and resources.get("subscribe") is True
        found = {"subscribe": subscribes, "templates": self.has_templates}
        return frozenset({*self.capabilities, *self.names, *(name for name, has in found.items() if has)})

    @property
    def names(self) -> dict[str, Any]:
        """The values of the names in cases."""
        found = {"strict": self._strict(), **self.calls}
        found["resource"] = self.resources[0] if self.resources else None
        if "progressing" in found:
            found["counting"] = {**found["progressing"], "_meta": {"progressToken": 7}}
            found["progressing"] = {**found["progressing"], "_meta": {"progressToken": "conformance"}}
        return {name: value for name, value in found.items() if value is not None}

    def harmless(self) -> Members | None:
        """A call that its tool allows: it needs no arguments, and changes nothing."""
        allowed = (tool["name"] for tool in self.tools if not _required(tool) and _is_read_only(tool))
        return next(({"name": name} for name in allowed), None)

    def _strict(self) -> str | None:
        """A tool that wants arguments."""
        return next((tool["name"] for tool in self.tools if _required(tool)), None)


def _required(tool: Members) -> Any:
    schema = tool.get("inputSchema")
    return schema.get("required") if isinstance(schema, dict) else None


def _is_read_only(tool: Members) -> bool:
    annotations = tool.get("annotations")
    return isinstance(annotations, dict) and annotations.get("readOnlyHint") is True


class Dialogue:
    """A server that is asked one thing after the other."""

    def __init__(self, command: Sequence[str], version: str, seconds: float) -> None:
        self._version = version
        self._count = 0
        self._server = Server(
            command, opened("pipe", b""), "lines", split=False, strict=False, has_parent=False, seconds=seconds
        )

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.kill()

    def greet(self) -> Members | None:
        """The result of the first request; None where the server does not speak the version."""
        if self._version == REQUESTS:
            result = self.ask("server/discover")
            return result if result and REQUESTS in result.get("supportedVersions", ()) else None
        result = self._result(initialize(self._version))
        self._send(INITIALIZED)
        return result if result and result.get("protocolVersion") == self._version else None

    def ask(self, method: str, **params: Any) -> Members | None:
        self._count += 1
        return self._result(request(self._version, {"id": self._count, "method": method, "params": params}))

    def _result(self, message: Members) -> Members | None:
        """None for an error, and where nothing comes."""
        self._send(message)
        seen, found = 0, None

        def has_come() -> bool:
            nonlocal seen, found
            for text in self._server.messages[seen:]:
                found = found or _response(text, message["id"])
            seen = len(self._server.messages)
            return found is not None or self._server.has_closed_output

        try:
            self._server.wait("a response", has_come)
        except TimedOut:
            return None
        result = found.get("result") if found else None
        return result if isinstance(result, dict) else None

    def _send(self, message: Members) -> None:
        self._server.send(json.dumps(message).encode() + b"\n")


def _response(text: bytes, id_: Any) -> Members | None:
    try:
        message = json.loads(text)
    except ValueError:
        return None
    return message if isinstance(message, dict) and message.get("id") == id_ and "method" not in message else None


def discovered(command: Sequence[str], seconds: float, calls: Members) -> dict[str, Discovered]:
    """What there is in each version that the server speaks. Starts it once for each that there is."""

    def probe(version: str) -> Discovered | None:
        with Dialogue(command, version, seconds) as dialogue:
            greeting = dialogue.greet()
            return _seen(dialogue, greeting) if greeting else None

    with ThreadPoolExecutor() as pool:
        found = {version: seen for version, seen in zip(ALL, pool.map(probe, ALL)) if seen}
    harmless = next(filter(None, (seen.harmless() for seen in reversed(found.values()))), None)
    named = {**({"call": harmless} if harmless else {}), **calls}
    return {version: replace(seen, calls=named) for version, seen in found.items()}


def _seen(dialogue: Dialogue, greeting: Members) -> Discovered:
    claimed = greeting.get("capabilities")
    capabilities = claimed if isinstance(claimed, dict) else {}
    tools = _listed(dialogue, "tools", "name") if "tools" in capabilities else ()
    resources = _listed(dialogue, "resources", "uri") if "resources" in capabilities else ()
    has_templates = "resources" in capabilities and dialogue.ask("resources/templates/list") is not None
    return Discovered(capabilities, tools, tuple(each["uri"] for each in resources), has_templates)


def _listed(dialogue: Dialogue, kind: str, key: str) -> tuple[Members, ...]:
    """The members of a list, as far as they are any: the cases say what is wrong with the others."""
    found = (dialogue.ask(f"{kind}/list") or {}).get(kind)
    members = found if isinstance(found, list) else []
    return tuple(each for each in members if isinstance(each, dict) and isinstance(each.get(key), str))
