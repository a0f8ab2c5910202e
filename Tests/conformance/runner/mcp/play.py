"""One case in one version against one server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..conversation import Conversation, Failed, Outcome, Setting, TimedOut
from ..wire import BadOutput
from .cases import Case
from .judgement import Judgement, id_of, own_id
from .probe import Discovered
from .schemas import message_problem
from .versions import INITIALIZED, REQUESTS, initialize, request

#: More than any server has that is listed page by page.
MOST_PAGES = 1_000
#: What a list is made of, and the member that tells its elements apart.
LISTS = {
    "tools/list": ("tools", "name"),
    "resources/list": ("resources", "uri"),
    "resources/templates/list": ("resourceTemplates", "uriTemplate"),
    "prompts/list": ("prompts", "name"),
}


@dataclass(frozen=True)
class Play:
    """How the cases are played."""

    command: Sequence[str]
    #: By version.
    discovered: Mapping[str, Discovered]
    split: bool = False
    seconds: float = 20.0

    def can_play(self, case: Case, version: str) -> bool:
        return version in self.discovered and case.requires <= self.discovered[version].claims


def play(case: Case, version: str, how: Play) -> Outcome:
    session = Session(case, version, how)
    try:
        session.hold()
        why = None
    except (Failed, BadOutput) as error:
        why = str(error)
    except TimedOut as error:
        why = f"waited in vain for {error}"
    finally:
        session.close()
    return Outcome(why, session.sent, session.messages, session.server.errors)


class Session(Conversation):
    def __init__(self, case: Case, version: str, how: Play) -> None:
        greets = case.opens and version != REQUESTS
        setting = Setting(how.command, frozenset(), how.split, lsp=greets, seconds=how.seconds)
        discovered = how.discovered[version]
        super().__init__(case.played(version, discovered), "lines", setting)
        self._version = version
        self._judgement = Judgement(self._content, version, discovered)

    def _initialize(self) -> None:
        self._send({"send": initialize(self._version)})
        self._await({"id": "initialize", "result": {"protocolVersion": self._version}})
        for text in self.server.messages:
            message = json.loads(text)
            if why := message_problem(self._version, message, "initialize" if "result" in message else None):
                raise Failed(f"{text[:240].decode()}\n  {why}")
        self._send({"send": INITIALIZED})
        self._skipped = len(self.server.messages)
        self.sent = b""

    def _pages(self, method: str) -> None:
        """Asks for every page of a list: the cursors come to an end, and nothing is listed twice."""
        seen: list[Any] = []
        cursor: str | None = None
        for number in range(1, MOST_PAGES + 1):
            result = self._page(method, own_id(method, number), cursor)
            if not isinstance(result, dict):
                raise Failed(f"page {number} of {method} is an error")
            kind, key = LISTS[method]
            seen += [each.get(key) for each in result.get(kind, ())]
            if twice := {each for each in seen if seen.count(each) > 1}:
                raise Failed(f"{method} has {', '.join(sorted(twice))} twice, by page {number}")
            cursor = result.get("nextCursor")
            if cursor is None:
                return
        raise Failed(f"{method} has more than {MOST_PAGES} pages")

    def _page(self, method: str, id_: str, cursor: str | None) -> Any:
        params = {} if cursor is None else {"cursor": cursor}
        self._send({"send": request(self._version, {"id": id_, "method": method, "params": params})})
        self._await({"id": id_})
        found = (json.loads(text) for text in self.server.messages)
        return next(each.get("result") for each in found if id_of(each) == id_)
