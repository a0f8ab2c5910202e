"""What calls of clients/python give, method by method: an overload for each result of schema/methods."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .language import Schema, referred
from .python import NAMES, RESULTS, literal, typed_dict

#: Where the schema of a result has no file, and so no name.
NAMELESS = {"rpc.discover": "OpenRPC"}
HEAD = '''"""What each method gives. Written by scripts/schema from schema/methods, which explains every one.

What a later daemon knows besides, and this version of the client does not, is an `object`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, overload

from .connection import Params
from .types import (
{imports}
)

if TYPE_CHECKING:
    from .testing import Call
'''
OVERLOAD = """\
    @overload
    {function}(
        self, method: {method}, params: Params = None{more}
    ) -> {result}: ...
"""


@dataclass(frozen=True)
class Caller:
    """A class with a function that takes a method and its params."""

    name: str
    function: str
    #: Its other parameters.
    more: str
    result: str
    #: The function itself, behind its overloads.
    body: str

    def written(self, by_result: Mapping[str, list[str]]) -> str:
        known = [(literal(methods), result) for result, methods in by_result.items()]
        overloads = (
            OVERLOAD.format(
                function=self.function, method=method, more=self.more, result=self.result.format(result)
            )
            for method, result in [*known, ("str", "object")]
        )
        return "".join([f"class {self.name}:\n", *overloads, self.body])


ASYNC = '''\
    async def call(self, method: str, params: Params = None, *, timeout: float | None = None) -> Any:
        """The result of `method`. A task that is cancelled here cancels the request too.

        Raises CallFailed when the daemon responds with an error, DaemonEnded when it ends before that, and
        CallTimedOut after `timeout` seconds.
        """
        return await self._call(method, params, timeout)

    async def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        raise NotImplementedError
'''
SYNC = '''\
    def call(self, method: str, params: Params = None, *, timeout: float | None = None) -> Any:
        """The result of `method`; raises as the asyncio client does. Ctrl-C cancels the request too."""
        return self._call(method, params, timeout)

    def _call(self, method: str, params: Params, timeout: float | None) -> Any:
        raise NotImplementedError
'''
SEND = '''\
    def send(self, method: str, params: Params = None) -> Call[Any]:
        """Sends a request and goes on."""
        return self._send(method, params)

    def _send(self, method: str, params: Params) -> Call[Any]:
        raise NotImplementedError
'''
MANUAL = '''\
    def call(self, method: str, params: Params = None, seconds: float = 0) -> Any:
        """The result of a call after some time; raises CallFailed."""
        call = self._send(method, params)
        self.advance(seconds)
        return call.result

    def advance(self, seconds: float) -> str:
        raise NotImplementedError
'''
TIMEOUT = ", *, timeout: float | None = None"
CALLERS = (
    Caller("AsyncCall", "async def call", TIMEOUT, "{}", ASYNC),
    Caller("SyncCall", "def call", TIMEOUT, "{}", SYNC),
    Caller("ManualSend", "def send", "", "Call[{}]", SEND),
    Caller("ManualCall(ManualSend)", "def call", ", seconds: float = 0", "{}", MANUAL),
)


def module(schemas: dict[str, Schema], methods: Mapping[str, Schema]) -> str:
    """The text of methods.py. `methods`: every method of schema/methods by its name."""
    by_result: dict[str, list[str]] = {}
    for method in methods.values():
        if "result" in method and method["name"] != "initialize":  # The client's own, once.
            by_result.setdefault(result_of(method), []).append(method["name"])
    nameless = {name: described(methods[method]) for method, name in NAMELESS.items()}
    own = [typed_dict(name, schemas | nameless) + "\n" for name in RESULTS]
    body = "\n\n".join([*own, *(each.written(by_result) for each in CALLERS)])
    # Constants first, as ruff sorts them.
    known = ["JSON", *sorted(set(NAMES.values()) - set(RESULTS))]
    used = [name for name in known if re.search(rf"\b{name}\b", body)]
    return HEAD.format(imports="\n".join(f"    {name}," for name in used)) + f"\n\n{body}"


def result_of(method: Schema) -> str:
    schema = method["result"]["schema"]
    if schema.get("type") == "null":
        return "None"
    return NAMELESS.get(method["name"]) or NAMES[referred(schema).removeprefix("../types/")]


def described(method: Schema) -> Schema:
    return {**method["result"]["schema"], "description": method["summary"]}
