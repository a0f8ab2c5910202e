"""The presenter: one method for each thing that can happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..instances import key_of
from .model import Described, Failure, Message, Model, Part, Session
from .screen import Screen, draw
from .words import seconds_of

#: A press came too late: what it was for is settled. The snapshot shows what is now.
LATE = {"failureNotFound", "optionNotFound", "alreadyRecovered", "nothingToRetry"}
#: Seconds after the date of a poll until the presenter asks what became of it.
GRACE = 1.0


@dataclass
class Output:
    """What to do next: messages for the daemon, and options that the client performs itself."""

    sends: list[Message] = field(default_factory=list)
    performs: list[dict[str, Any]] = field(default_factory=list)


class Presenter:
    """One screen over one daemon. `resources`: the shape of each resource that it shows, in order.

    An instance has a name of the screen's own: `{"main": {"shape": "any", "resource": "build", "arguments": {…}}}`.
    """

    def __init__(self, resources: Mapping[str, Described] | None = None) -> None:
        described = resources or {"state": "fleet", "menu": "menu"}
        self._model = Model({name: Part.of(name, each) for name, each in described.items()})
        self._last_id = 0

    def screen(self, now: float) -> Screen:
        """What to draw. Two equal screens look the same."""
        return draw(self._model, now)

    # Events

    def connect(self, now: float) -> Output:
        """A daemon was started, for the first time or again."""
        self._model.is_connected, self._model.session = True, Session()
        states = [self._request("getState", **part.params) for part in self._model.parts.values()]
        wishes = [self._request("setAutoPolling", **wish) for wish in self._model.wishes.renewed()]
        return self._output(states + wishes)

    def disconnect(self, now: float) -> Output:
        """The daemon has ended, and what it was asked will have no response."""
        self._model.is_connected, self._model.session = False, Session()
        return Output()

    def receive(self, message: Message, now: float) -> Output:
        """A notification, or the response to a request of this presenter."""
        session, params = self._model.session, message.get("params", {})
        if message.get("method") == "stateChanged":
            self._take(params, now)
        elif message.get("method") == "locationChanged":
            if params["subscriptionId"] == session.subscription:
                self._take_location(params["location"])
        elif call := session.calls.pop(message.get("id", 0), None):
            if "error" in message:
                self._fail(call, message["error"]["data"])
            else:
                self._succeed(call, message["result"], now)
        return self._output([])

    def press(self, button: Mapping[str, Any], now: float) -> Output:
        """A button was pressed. One that is not enabled does nothing."""
        model, name = self._model, button.get("resource", "")
        sends: list[Message] = []
        match button["button"]:
            case "refresh" if model.can_refresh(name):
                sends = [self._request("refresh", **model.parts[name].params)]
            case "stop":
                sends = [self._cancel(call["id"]) for call in model.stoppable(name)]
            case "polling" if model.can_switch(name):
                wanted = not model.is_polled(name)
                sends = [self._request("setAutoPolling", enabled=wanted, **model.parts[name].params)]
            case "startLocation" | "stopLocation" as which:
                model.wants_location = which == "startLocation"
            case "closeHelp":
                model.help = None
            case "option":
                return self._choose(button["failureId"], button["optionId"])
        return self._output(sends)

    def tick(self, now: float) -> Output:
        """Time has passed.

        A poll that brought an equal value sends nothing, so what became of it is asked for: otherwise the value
        would grow old on the screen and the next poll would be overdue for ever.
        """
        due = [part for name, part in self._model.parts.items() if self._is_overdue(name, now)]
        return Output([self._request("getState", **part.params) for part in due])

    # What came in

    def _take(self, snapshot: dict[str, Any], now: float) -> None:
        model, key = self._model, key_of(snapshot)
        if "arguments" in snapshot and key not in model.places():
            return  # Instances that are not on the screen come and go without end.
        if snapshot["revision"] >= model.snapshot(key).get("revision", 0):
            model.snapshots[key], model.taken[key] = snapshot, now
            model.session.present.add(key)

    def _take_location(self, location: dict[str, Any]) -> None:
        self._model.location, self._model.session.has_location = location, True

    def _succeed(self, call: Message, result: Any, now: float) -> None:
        match call["method"]:
            case "getState" | "refresh":
                self._take(result, now)
            case "setAutoPolling":
                self._switch(result)
            case "retry":
                self._recover(call["params"], result.get("result", {}), now)
            case "subscribeLocation":
                self._model.session.subscription = result["subscriptionId"]
                self._take_location(result["location"])
            case "unsubscribeLocation":
                self._model.session.subscription, self._model.session.has_location = None, False
            case "getHelp":
                self._model.help = result

    def _recover(self, params: dict[str, Any], result: dict[str, Any], now: float) -> None:
        if "autoPolling" in result and "revision" not in result:
            self._switch(result)
            return  # `keepTrying` settles nothing.
        self._model.session.failures.pop(params["failureId"], None)
        if "resource" in result:
            self._take(result, now)
        elif result:
            self._take_location(result)

    def _switch(self, result: dict[str, Any]) -> None:
        model, key = self._model, key_of(result)
        model.wishes.remember(result)
        if key in model.snapshots:
            model.snapshots[key] = {**model.snapshots[key], "autoPolling": result["autoPolling"]}

    def _fail(self, call: Message, failure: Failure) -> None:
        session = self._model.session
        match call["method"]:
            case "subscribeLocation":
                self._model.wants_location = False
            case "unsubscribeLocation":
                session.subscription = None
                return  # It has ended, which is what was wanted.
            case "retry":
                session.failures.pop(call["params"]["failureId"], None)  # The fresh one takes over.
        if failure["presentation"] != "silent" and failure["kind"] not in LATE:
            session.failures[failure["failureId"]] = failure

    # What goes out

    def _output(self, sends: list[Message]) -> Output:
        """What an event brings about: `sends`, the alerts of now, and what the location needs."""
        self._prune()
        return Output(sends + self._location_requests())

    def _prune(self) -> None:
        model, session = self._model, self._model.session
        session.failures = {id: each for id, each in session.failures.items() if not model.is_outdated(each)}
        now_open = model.open_alerts()
        kept = [id for id in session.alerts if id in now_open]
        session.alerts = kept + [id for id in now_open if id not in kept]

    def _location_requests(self) -> list[Message]:
        """At most one of subscribing and unsubscribing is under way; afterwards the wish of then is compared."""
        model, session = self._model, self._model.session
        is_busy = model.pending("subscribeLocation") or model.pending("unsubscribeLocation")
        if not model.is_connected or is_busy or model.wants_location == (session.subscription is not None):
            return []
        if model.wants_location:
            return [self._request("subscribeLocation")]
        return [self._request("unsubscribeLocation", subscriptionId=session.subscription)]

    def _choose(self, failure_id: str, option_id: str) -> Output:
        chosen = [
            (failure, option)
            for failure in self._model.open_failures()
            for option in failure["recoveryOptions"]
            if (failure["failureId"], option["id"]) == (failure_id, option_id)
        ]
        if not chosen or not self._model.is_enabled(failure_id, option_id):
            return Output()
        failure, option = chosen[0]
        if option["performedBy"] == "server":
            return self._output([self._request("retry", failureId=failure_id, optionId=option_id)])
        if option_id == "showHelp":
            return self._output([self._request("getHelp", anchor=failure["helpAnchor"])])
        return Output(performs=[{"failureId": failure_id, "option": option}])

    def _request(self, method: str, **params: Any) -> Message:
        self._last_id += 1
        message = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        self._model.session.calls[self._last_id] = message
        return message

    def _cancel(self, id: int) -> Message:
        self._model.session.cancelled.add(id)
        return {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}

    def _is_overdue(self, name: str, now: float) -> bool:
        model = self._model
        polling = model.shown(name).get("autoPolling", {})
        if not polling.get("enabled") or model.about("getState", name):
            return False
        next_poll = polling.get("nextPollAt")  # Absent while a poll is under way.
        return now >= GRACE + max(model.taken[model.parts[name].key], seconds_of(next_poll) if next_poll else 0)
