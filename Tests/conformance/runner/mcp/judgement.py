"""What is to be said about all that a server of the Model Context Protocol wrote in one case."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import texts
from ..cases import Step
from ..expectations import Difference, first_difference, forbidden
from .json_schema import fault, problem
from .probe import Discovered
from .schemas import message_problem
from .versions import REQUESTS

#: Ids of the requests that the runner makes by itself, whose responses no case expects.
OWN = "page-"


@dataclass(frozen=True)
class Judgement:
    content: Mapping[str, Any]
    version: str
    discovered: Discovered

    def of(self, messages: Sequence[bytes]) -> Difference | None:
        """What is wrong with the messages; None when they are what the case wants."""
        shown = [message.decode("utf-8", "replace") for message in messages]
        asked = dict(self._asked())
        for text, message in zip(shown, messages):
            if why := self._problem(message, asked):
                return Difference(f"{text[:240]}\n  {why}")
        if why := self._progress_problem(shown) or forbidden(self.content.get("never", ()), shown):
            return Difference(why)
        expected = self.content["expect"]
        judged = [text for text in shown if not is_own(text)]
        return first_difference([{"$unordered": expected}] if len(expected) > 1 else expected, judged)

    def of_errors(self, _: bytes) -> Difference | None:
        return None

    def _asked(self) -> Iterator[tuple[Any, Mapping[str, Any]]]:
        """Every request of the case by its id, as far as it is one."""
        for message in sent(self.content["input"]):
            if "method" in message and isinstance(message.get("id"), str | int):
                yield message["id"], message

    def _problem(self, message: bytes, asked: Mapping[Any, Mapping[str, Any]]) -> str | None:
        try:
            value = texts.parsed(message.decode("utf-8"))
        except ValueError as error:
            return f"is no JSON: {error}"
        request = {"method": page_of(value)} if is_own(value) else asked.get(id_of(value), {})
        if why := message_problem(self.version, value, request.get("method")):
            return why
        if isinstance(value, dict) and "method" in value and "id" in value and self.version == REQUESTS:
            return "is a request, which no server sends in this version"
        return self._tool_problem(value, request) if isinstance(value, dict) else None

    def _tool_problem(self, message: dict[str, Any], request: Mapping[str, Any]) -> str | None:
        result = message.get("result")
        if not isinstance(result, dict):
            return None
        if request.get("method") == "tools/list":
            return next(filter(None, map(_schema_problem, result["tools"])), None)
        if request.get("method") != "tools/call" or result.get("isError"):
            return None
        name = request["params"].get("name")
        schema = next((tool.get("outputSchema") for tool in self.discovered.tools if tool["name"] == name), None)
        if schema is None or fault(schema) or self.version < "2025-06-18" or "content" not in result:
            return None
        if "structuredContent" not in result:
            return f"has no structuredContent, and {name} has an outputSchema"
        why = problem(schema, result["structuredContent"], schema)
        return f"its structuredContent is not of the outputSchema of {name}: {why}" if why else None

    def _progress_problem(self, shown: Sequence[str]) -> str | None:
        """Progress is of a request under way, and grows."""
        under_way = {json.dumps(token): id_ for id_, token in self._tokens()}
        last: dict[str, float] = {}
        for text in shown:
            message = texts.parsed(text)
            if not isinstance(message, dict):
                continue
            if message.get("method") == "notifications/progress":
                token, progress = json.dumps(message["params"]["progressToken"]), message["params"]["progress"]
                if token not in under_way:
                    return f"{text[:240]}\n  has the token of no request that is under way"
                if progress <= last.get(token, float("-inf")):
                    return f"{text[:240]}\n  is no more than {last[token]}, which was the progress before"
                last[token] = progress
            else:
                under_way = {token: id_ for token, id_ in under_way.items() if id_ != message.get("id")}
        return None

    def _tokens(self) -> Iterator[tuple[Any, Any]]:
        for id_, request in self._asked():
            params = request.get("params")
            meta = params.get("_meta") if isinstance(params, dict) else None
            if isinstance(meta, dict) and "progressToken" in meta:
                yield id_, meta["progressToken"]


def _schema_problem(tool: Mapping[str, Any]) -> str | None:
    for name in ("inputSchema", "outputSchema"):
        if name in tool and (why := fault(tool[name])):
            return f"{name} of {tool['name']} is no JSON Schema: {why}"
    return None


def sent(steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Every object that the steps send as a message or within an array of messages."""
    for step in steps:
        message = step.get("send")
        for each in message if isinstance(message, list) else [message]:
            if isinstance(each, dict):
                yield each


def id_of(message: Any) -> Any:
    """The id of a response; None where there is none, or none that a request could have."""
    if not isinstance(message, dict) or "method" in message:
        return None
    return message.get("id") if isinstance(message.get("id"), str | int) else None


def own_id(method: str, number: int) -> str:
    """The id of the request for a page of a list."""
    return f"{OWN}{method}-{number}"


def page_of(message: Any) -> str:
    """The method that was asked for the page."""
    return str(id_of(message)).removeprefix(OWN).rpartition("-")[0]


def is_own(message: Any) -> bool:
    if isinstance(message, str):
        message = texts.parsed(message)
    return str(id_of(message)).startswith(OWN)
