"""One session's messages, judged as they come.

A call that came in waits until its answer goes out; the two are told to belong together by the id's text.
What comes in is judged only when it was answered with a result: then it was meant to be valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import message
import rawjson
from answers import judge_answer, output_problems
from contract import Contract, nodes
from failure_rules import failure_problems
from message import Batch, Call
from screens import Screens
from shown import FETCHING_METHODS, Shown, name_of, snapshots_in
from wording import wording_problems

NOTIFICATIONS = {
    "locationChanged": "LocationChangedNotification",
    "screenChanged": "ScreenChangedNotification",
}


class Session:
    """Collects `problems`, each a sentence, and `counts` of what was seen.

    `failures` are ids and kinds that were reported before the session's first message. A session that is not
    `whole` is an excerpt: what its snapshots have shown is not known.
    """

    def __init__(
        self, contract: Contract, failures: dict[str, str] | None = None, is_whole: bool = True
    ) -> None:
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self._contract = contract
        self._waiting: list[Call] = []
        self._batches: list[Batch] = []
        self._malformed_ids: Counter[str] = Counter()
        self._unclaimed_null_errors = 0
        self._revisions: dict[str, int] = {}
        self._screens = Screens(contract)
        self._kind_of_failure = dict(failures or {})
        self._resource_of_failure: dict[str, str] = {}
        self._shown = Shown(contract)
        self._knows_snapshots = is_whole
        self._unnamed: list[Call] = []  # Notifications that fetch: nothing says when they end.
        self._exits = False

    # What comes in.

    def received(self, text: str) -> None:
        self.counts["in"] += 1
        read = message.read(text)
        if isinstance(read, Batch):
            self._batches.append(read)
        elif read is not None:
            self._admit(read)
        for call in _calls(read):
            self._exits = self._exits or call.method == "exit"
            self._knows_snapshots = self._knows_snapshots and not _opts_out(call)
            if call.kind == "notification" and call.method in FETCHING_METHODS:
                self._unnamed.append(call)

    def _admit(self, call: Call) -> None:
        if call.kind == "malformed" and call.id is not None:
            self._malformed_ids[call.id] += 1
        # After exit nothing is read any more; a test may have written on.
        if call.kind == "request" and (not self._exits or call.method == "exit"):
            self._waiting.append(call)

    # What goes out.

    def sent(self, text: str) -> None:
        self.counts["out"] += 1
        try:
            value = rawjson.loads(text)
        except ValueError as error:
            self.problems.append(f"is no JSON: {error}")
            return
        self.problems.extend(output_problems(text))
        if problem := self._contract.type_problem("ServerMessage", value):
            self.problems.append(_narrowed(self._contract, value) or problem)
            return
        self._check_failures(value)
        if "method" in value:
            self._sent_notification(value)
        elif self.counts["in"] == 0:
            self.counts["unpaired"] += 1  # The test did not write down what it sent.
        elif isinstance(value, list):
            self._sent_batch(value, rawjson.elements(text))
        else:
            self._sent_answer(value, text)

    def _sent_notification(self, value: dict[str, Any]) -> None:
        self.counts["notifications"] += 1
        params = value["params"]
        if problem := self._contract.notification_problem(value["method"], params):
            self.problems.append(f"{value['method']}: {problem}")
            return
        if value["method"] == "screenChanged":
            self.problems.extend(self._screens.changed(params))
            return
        name, revision = _subject(params)
        known = self._revisions.get(name, -1)
        if revision <= known:
            self.problems.append(
                f"{value['method']} of {name} has revision {revision} after {known} was sent"
            )
        self._revisions[name] = max(known, revision)
        self._show(snapshots_in(value["method"], params))

    def _show(self, snapshots: list[dict[str, Any]]) -> None:
        if self._knows_snapshots:
            for snapshot in snapshots:
                self.problems.extend(self._shown.snapshot(snapshot, self._unanswered()))

    def _unanswered(self) -> list[Call]:
        return [*self._waiting, *self._unnamed, *(call for batch in self._batches for call in batch.calls)]

    def _sent_batch(self, values: list[Any], texts: list[str]) -> None:
        self.counts["answers"] += len(values)
        ids = [rawjson.member(text, "id") or "" for text in texts]
        for batch in self._batches:
            if (pairs := _aligned(batch, values, ids)) is not None:
                self._batches.remove(batch)
                for call, value in pairs:
                    self._judge(call, value)
                return
        self.problems.append(f"no batch that waits has the answers {ids}, in this order")

    def _sent_answer(self, value: dict[str, Any], text: str) -> None:
        self.counts["answers"] += 1
        raw_id = rawjson.member(text, "id") or ""
        call = self._null_call(value, text) if raw_id == "null" else self._call_of(raw_id)
        if call is not None:
            self._waiting.remove(call)
            self._judge(call, value)
        elif "result" in value:
            self.problems.append(f"the result with the id {raw_id} answers no request")
        else:
            self._sent_protocol_error(value["error"], raw_id)

    def _call_of(self, raw_id: str) -> Call | None:
        return next((call for call in self._waiting if call.id == raw_id), None)

    def _null_call(self, value: dict[str, Any], text: str) -> Call | None:
        """The call that an answer with the id null belongs to, where it does not answer what had no id."""
        calls = [call for call in self._waiting if call.id == "null"]
        if "result" in value:
            return next((call for call in calls if not _judged(self._contract, call, value)), None)
        data = value["error"]["data"]
        if data.get("detail", {}).get("reason") == "idInUse":
            in_use = rawjson.member(text, "error", "data", "detail", "id")
            return next((call for call in reversed(self._waiting) if call.id == in_use), None)
        if data["kind"] in ("parseError", "invalidRequest"):
            return None
        return next((call for call in calls if call.method == data.get("operation")), next(iter(calls), None))

    def _sent_protocol_error(self, error: dict[str, Any], raw_id: str) -> None:
        kind = error["data"]["kind"]
        if kind not in ("parseError", "invalidRequest"):
            self.problems.append(f"{kind} with the id {raw_id} answers no request")
        elif raw_id == "null":
            self._unclaimed_null_errors += 1
        elif self._malformed_ids[raw_id] == 0:
            self.problems.append(f"{kind} with the id {raw_id} answers nothing that came in")
        else:
            self._malformed_ids[raw_id] -= 1
        self._judge(message.MALFORMED, {"error": error})

    def _judge(self, call: Call, answer: dict[str, Any]) -> None:
        self.counts["errors" if "error" in answer else "results"] += 1
        self.problems.extend(_judged(self._contract, call, answer))
        if call.method == "rpc.discover":
            return  # Its examples are no news.
        if call.method == "openScreen" and "result" in answer:
            self._screens.opened(answer["result"])
        self._judge_shown(call, answer)
        for each in nodes(answer.get("result")):
            if ("resource" in each and "revision" in each) or "subscriptionId" in each and "location" in each:
                name, revision = _subject(each)
                self._revisions[name] = max(self._revisions.get(name, -1), revision)

    def _judge_shown(self, call: Call, answer: dict[str, Any]) -> None:
        """Holds a response against what the snapshots have shown before it."""
        if not self._knows_snapshots or call.kind == "malformed":
            return
        if "error" in answer:
            self.problems.extend(self._shown.failed(answer["error"]["data"], self._unanswered()))
            return
        result = answer["result"]
        if call.method == "retry":
            name = self._resource_of_failure.get(result["failureId"])
            self.problems.extend(self._shown.recovered(result, name))
        self._show(snapshots_in(call.method, result))

    def _check_failures(self, value: Any) -> None:
        """Holds every failure, wherever it stands, against the catalogue and against what was said before."""
        if _is_document(value):
            return  # Its examples are no news.
        for box in filter(_is_box, nodes(value)):
            self._kind_of_failure.setdefault(box["failureId"], box["kind"])
        for failure in filter(_is_failure, nodes(value)):
            kind = self._kind_of_failure.setdefault(failure["failureId"], failure["kind"])
            self._resource_of_failure.setdefault(failure["failureId"], name_of(failure) if "resource" in failure else "")
            if kind != failure["kind"]:
                self.problems.append(f"the failure {failure['failureId']} was {kind} before")
            if failure.get("previousFailureId", failure["failureId"]) not in self._kind_of_failure:
                self.problems.append(f"previousFailureId {failure['previousFailureId']} was never reported")
            self.problems.extend([*failure_problems(self._contract, failure), *wording_problems(failure)])

    # The end.

    def ended(self, killed: bool) -> None:
        self.counts["sessions"] += 1
        if killed:
            return
        nulls = [call for call in self._waiting if call.id == "null"][: self._unclaimed_null_errors]
        for call in self._waiting:
            if call not in nulls:
                self.problems.append(f"{call.method} with the id {call.id} was never answered")
        for batch in self._batches:
            if batch.wants_answer:
                self.problems.append(f"the batch {[call.id for call in batch.calls]} was never answered")


def _calls(read: Call | Batch | None) -> Iterable[Call]:
    return read.calls if isinstance(read, Batch) else [read] if read else []


def _opts_out(call: Call) -> bool:
    """Whether an `initialize` switches a notification off, so that snapshots change unseen."""
    if call.method != "initialize" or not call.params:
        return False
    params = call.params if isinstance(call.params, dict) else dict(enumerate(call.params))
    wanted = params.get("notifications", params.get(3))
    return isinstance(wanted, dict) and False in wanted.values()


def _subject(told: dict[str, Any]) -> tuple[str, int]:
    """What a snapshot is of, and its revision: a resource, an instance, or the location as one subscription sees it."""
    if "subscriptionId" in told:
        return f"the subscription {told['subscriptionId']}", told["location"]["revision"]
    return name_of(told), told["revision"]


def _judged(contract: Contract, call: Call, answer: dict[str, Any]) -> list[str]:
    return list(judge_answer(contract, call, answer))


def _is_document(value: Any) -> bool:
    """Whether the message is the response to rpc.discover."""
    result = value.get("result") if isinstance(value, dict) else None
    return isinstance(result, dict) and "openrpc" in result


def _is_failure(node: dict[str, Any]) -> bool:
    return isinstance(node.get("failureId"), str) and "recoveryOptions" in node


def _is_box(node: dict[str, Any]) -> bool:
    """Whether a failure is shown there on a screen."""
    return isinstance(node.get("failureId"), str) and "buttons" in node


def _narrowed(contract: Contract, value: Any) -> str | None:
    """What is wrong by the one type that the message is meant to be: clearer than by all of them."""
    if not isinstance(value, dict):
        return None
    name = (
        NOTIFICATIONS.get(value["method"], "StateChangedNotification")
        if "method" in value
        else "ErrorResponse"
        if "error" in value
        else "Response"
    )
    return contract.type_problem(name, value)


def _aligned(batch: Batch, values: list[Any], ids: list[str]) -> list[tuple[Call, Any]] | None:
    """Calls of the batch with their answers, in order; None when these are not its answers."""
    pairs = []
    position = 0
    for call in batch.calls:
        is_error = position < len(values) and "error" in values[position]
        answers_it = position < len(values) and (
            ids[position] == call.id or is_error and ids[position] == "null"
        )
        if call.kind == "request" and not answers_it:
            return None
        if call.kind == "request" or (call.kind == "malformed" and answers_it and is_error):
            pairs.append((call, values[position]))
            position += 1
    return pairs if position == len(values) else None
