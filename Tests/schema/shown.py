"""What a session's snapshots show, one after the other: the resources and the location over time.

A failure comes with the snapshot that shows it, its options are those that can work at that moment, and once
it is settled no snapshot shows it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from contract import Contract, is_custom
from failure_rules import ALWAYS_SILENT, is_played
from message import Call

LOCATION = "location"
FETCHING_METHODS = {"refresh", "fetchMenu", "retry"}
#: What ends a call and not its fetch: no snapshot shows it.
ENDED_CALLS = {"requestCancelled", "shuttingDown"}
#: What cannot be stored is shown, and is not stale.
OF_STORE = {"outOfSpace", "diskFull", "storeUnwritable"}
#: Options whose result leaves the failure open.
NOT_SETTLING = {"keepTrying", "openSettings", "showHelp"}


def snapshots_in(method: str, body: Any) -> list[dict[str, Any]]:
    """The snapshots within a method's result, or within a notification's params."""
    if not isinstance(body, dict):
        return []
    match method:
        case "stateChanged" | "getState" | "refresh" | "fetchMenu" | "getLocation":
            return [body]
        case "listResources":
            # A parameterised resource has none of its own.
            return [each for each in body["resources"] if "revision" in each]
        case "subscribeLocation" | "locationChanged":
            return [body["location"]]
        case "retry" if "revision" in body.get("result", {}):
            return [body["result"]]
    return []


def name_of(shown: dict[str, Any]) -> str:
    """What a snapshot is of, or what has failed: a resource, an instance of one, or the location."""
    instance = [f" {name}={value}" for name, value in sorted(shown.get("arguments", {}).items())]
    return str(shown.get("resource", LOCATION)) + "".join(instance)


def shown_id(snapshot: dict[str, Any] | None) -> str | None:
    failure = (snapshot or {}).get("failure")
    return failure["failureId"] if failure else None


class Shown:
    def __init__(self, contract: Contract) -> None:
        self._order = list(contract.options)
        self._newest: dict[str, dict[str, Any]] = {}
        self._settled: set[str] = set()
        #: Failures over a value that came and could not be stored.
        self._unkept: set[str] = set()
        self._ever: set[str] = set()
        #: What each resource's failure was when one was last shown.
        self._last_failure: dict[str, str] = {}

    # Snapshots.

    def snapshot(self, snapshot: dict[str, Any], waiting: Iterable[Call]) -> Iterator[str]:
        """Everything that is wrong with a snapshot after all that came before it; `waiting` calls have no response."""
        yield from self._options_problems(snapshot)
        yield from presentation_problems(snapshot)
        name, newest = name_of(snapshot), self._newest.get(name_of(snapshot))
        if newest and snapshot["revision"] < newest["revision"]:
            return  # A member of a batch: its response was ready before the others'.
        before, now = shown_id(newest), shown_id(snapshot)
        # The location keeps its failure when its provider starts anew and fails in the same way.
        if before and before != now and name != LOCATION:
            self._settled.add(before)
        if now in self._settled:
            yield f"{name} shows the failure {now} again, which was settled"
        yield from _running_problems(snapshot, [call for call in waiting if call.method in FETCHING_METHODS])
        self._newest[name] = snapshot
        if now:
            self._ever.add(now)
            if snapshot["failure"]["kind"] in OF_STORE and not snapshot["isStale"] and has_value(snapshot):
                self._unkept.add(now)
            self._last_failure[name] = now

    def _options_problems(self, snapshot: dict[str, Any]) -> Iterator[str]:
        if (failure := snapshot.get("failure")) is None:
            return
        name = f"{name_of(snapshot)} shows {failure['failureId']} and"
        offered = [each for each in offered_in(failure) if not is_custom(each)]
        if not is_played(failure) and offered != sorted(offered, key=self._order.index):
            yield f"{name} offers {offered}, which is not the order of the list of options"
        if "keepTrying" in offered and snapshot.get("autoPolling", {}).get("enabled"):
            yield f"{name} offers keepTrying although polling is on"
        if "useLastKnown" in offered and not has_value(snapshot):
            yield f"{name} offers useLastKnown although there is no value"

    # Responses.

    def failed(self, failure: dict[str, Any], waiting: Iterable[Call]) -> Iterator[str]:
        """What is wrong with a failure that a call was answered with, beside the snapshot as it is then."""
        if failure["kind"] in ENDED_CALLS or failure["kind"] == "overloaded":
            return  # No fetch has failed.
        name, ident = name_of(failure), failure["failureId"]
        newest = self._newest.get(name)
        if name == LOCATION or newest is None and "attempts" not in failure:
            return
        if (previous := failure.get("previousFailureId")) and shown_id(newest) == previous:
            yield f"{name} still shows {previous}, whose recovery failed with {ident}"
        if "attempts" not in failure:
            return
        if failure["operation"] == "autoPoll":
            yield f"a call failed with {ident}, which is a failure of a poll"
        if failure["presentation"] == "silent" and failure["kind"] not in ALWAYS_SILENT:
            yield f"a call failed silently with {ident}"
        if ident in self._ever:
            if shown_id(newest) == ident and newest and newest["isFetching"] and not _fetching(waiting):
                yield f"a call failed with {ident} while {name} is still being fetched"
        elif not _is_of_one_caller(failure, newest):
            yield f"a call failed with {ident} before {name} showed it"

    def recovered(self, result: dict[str, Any], name: str | None) -> Iterator[str]:
        """What is wrong with the result of a `retry` of a failure of `name`; the failure counts as settled from now on."""
        ident, option = result["failureId"], result["optionId"]
        # An option of the user's own that the client performs recovers nothing.
        if option in NOT_SETTLING or is_custom(option) and not result["recovered"]:
            return
        self._settled.add(ident)
        newest = self._newest.get(name or "")
        if name == LOCATION and isinstance(result.get("result"), dict):
            newest = result["result"]  # Nobody may be subscribed: then the result alone shows the location.
        if shown_id(newest) == ident:
            yield f"{option} settled {ident}, and {name} still shows it"
        if ident in self._unkept:
            return
        snapshot = result.get("result", newest or {}) if option == "useLastKnown" else newest
        if option not in ("cancel", "useLastKnown") or self._last_failure.get(name or "") != ident or not snapshot:
            return
        if snapshot.get("status") == "loaded" and snapshot.get("isStale") is False and not snapshot["isFetching"]:
            yield f"{option} settled {ident}, and the value of {name} is not stale"


def offered_in(failure: dict[str, Any]) -> list[str]:
    return [option["id"] for option in failure["recoveryOptions"]]


def has_value(snapshot: dict[str, Any]) -> bool:
    return "updatedAt" in snapshot or "coordinate" in snapshot


def presentation_problems(snapshot: dict[str, Any]) -> Iterator[str]:
    """Where there is no value the failure stands in its place; over a value a poll is silent, a person is alerted."""
    if (failure := snapshot.get("failure")) is None:
        return
    presentation, is_poll = failure["presentation"], failure.get("operation") == "autoPoll"
    if failure["kind"] in ALWAYS_SILENT:
        allowed = ["silent"]
    elif not has_value(snapshot):
        allowed = ["inline"]
    elif name_of(snapshot) == LOCATION:
        allowed = ["alert", "silent"]
    else:
        allowed = ["silent"] if is_poll else ["alert"]
    if presentation not in allowed:
        yield f"{name_of(snapshot)} shows {failure['failureId']} {presentation}, not {' or '.join(allowed)}"


def _running_problems(snapshot: dict[str, Any], waiting: list[Call]) -> Iterator[str]:
    """While a recovery fetches, its failure offers `cancel` and the option that runs.

    Only where the fetch can be nobody else's: one `retry` waits, and nothing polls.
    """
    failure, options = snapshot.get("failure"), {_option(call) for call in waiting}
    is_polled = snapshot.get("autoPolling", {}).get("enabled")
    if failure is None or not snapshot.get("isFetching") or is_polled or len(options) != 1:
        return
    ident, running = next(iter(options))
    if ident == failure["failureId"] and not set(offered_in(failure)) <= {"cancel", running}:
        yield f"{name_of(snapshot)} offers {offered_in(failure)} for {ident} while {running} is running"


def _option(call: Call) -> tuple[str | None, str]:
    """Which failure a call recovers from, and how; of another method none."""
    if call.method != "retry":
        return None, call.method
    params = call.params if isinstance(call.params, dict) else dict(zip(("failureId", "optionId"), call.params or []))
    return params.get("failureId"), params.get("optionId") or "tryAgain"


def _fetching(waiting: Iterable[Call]) -> bool:
    """Whether another call may have begun a fetch since: then `isFetching` is that one's."""
    return any(call.method in FETCHING_METHODS for call in waiting)


def _is_of_one_caller(failure: dict[str, Any], newest: dict[str, Any] | None) -> bool:
    """Whether only the caller's own time was up, and the fetch goes on for others, who see no failure."""
    if failure["kind"] != "timeout" or newest is None:
        return False
    return bool(newest["isFetching"] or newest["autoPolling"]["enabled"])
