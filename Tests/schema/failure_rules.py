"""What holds for errors and failures beyond the shape of their members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile
from typing import Any

from contract import Contract, is_custom

FETCH_CODES = range(1100, 1400)  # Transport, status, payload.
LOCATION_CODES = range(1400, 1500)
#: A person has nothing to do about these: the client knows already, has made the mistake itself, or came too late.
ALWAYS_SILENT = {
    "requestCancelled", "shuttingDown",
    "parseError", "invalidRequest", "methodNotFound", "invalidParams",
    "failureNotFound", "optionNotFound", "alreadyRecovered", "nothingToRetry",
}


def error_problems(contract: Contract, error: dict[str, Any]) -> Iterator[str]:
    """What is wrong between an error object and its failure."""
    failure = error["data"]
    if error["code"] != contract.kinds[failure["kind"]]["code"]:
        yield f"code {error['code']} does not belong to the kind {failure['kind']}"
    if error["message"] != line(failure):
        yield f"the message is {error['message']!r}, not {line(failure)!r}"


def failure_problems(contract: Contract, failure: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a failure, in an error or in a snapshot."""
    entry = contract.kinds[failure["kind"]]
    for name, expected in (
        ("title", failure["title"] if is_played(failure) else entry["title"]),
        ("helpAnchor", entry["helpAnchor"]),
        ("message", joined(failure)),
    ):
        if failure[name] != expected:
            yield f"{failure['kind']}: {name} is {failure[name]!r}, not {expected!r}"
    if failure["retry"]["safe"] != entry["retrySafe"]:
        yield f"{failure['kind']}: retry.safe is not the catalogue's"
    if failure["kind"] in ALWAYS_SILENT and failure["presentation"] != "silent":
        yield f"{failure['kind']} is {failure['presentation']}, not silent"
    # A server that asked for time is not asked again before it has passed: the failure comes without attempts.
    is_location = failure.get("resource") == "location"
    if entry["code"] in FETCH_CODES and not is_location and not failure.get("attempts") and "after" not in failure["retry"]:
        yield f"{failure['kind']} of a fetch without its attempts"
    if not is_played(failure):
        yield from option_problems(contract, failure)


def is_played(failure: dict[str, Any]) -> bool:
    """Whether a scenario plays it, which may choose words and options."""
    return str(failure.get("detail", {}).get("url", "")).startswith("scenario:")


def option_problems(contract: Contract, failure: dict[str, Any]) -> Iterator[str]:
    offered = [option["id"] for option in failure["recoveryOptions"]]
    if len(set(offered)) < len(offered):
        yield f"an option is offered twice: {offered}"
    if "tryAgain" in offered and not failure["retry"]["safe"]:
        yield f"{failure['kind']} offers tryAgain though repeating cannot help"
    if "tryLater" in offered and "after" not in failure["retry"]:
        yield f"{failure['kind']} offers tryLater and names no time"
    entry = contract.kinds[failure["kind"]]
    possible = entry["recoveryOptions"]
    # A source of the location that is a file fails as files do, and the built-in route is always a way out.
    if failure.get("resource") == "location" and entry["code"] not in LOCATION_CODES:
        possible = ["cancel", "tryAgain", "useDemoRoute", "openSettings"]
    # Whatever the kind, help is the last resort; while an option is being performed, it and cancel are left.
    built_in = [each for each in offered if not is_custom(each)]
    if built_in not in ([each for each in possible if each in offered], ["cancel", "showHelp"]):
        yield f"{failure['kind']} offers {offered}, which are not of {possible} in this order"
    # Behind what the daemon performs and before what the client does.
    after = [each for each in dropwhile(lambda each: not is_custom(each), offered) if not is_custom(each)]
    if any(contract.options[each]["performedBy"] == "server" for each in after):
        yield f"{failure['kind']} offers {offered}: an option of the daemon's stands behind a custom one"
    for option in failure["recoveryOptions"]:
        if not is_custom(option["id"]):
            yield from _built_in_problems(contract, failure, option)


def _built_in_problems(contract: Contract, failure: dict[str, Any], option: dict[str, Any]) -> Iterator[str]:
    if _usual(option) != contract.options[option["id"]]:
        yield f"the option {option} is not the catalogue's"
    if option.get("url", help_of(failure)) != help_of(failure):
        yield f"help for {failure['kind']} is at {option['url']}, not at {help_of(failure)}"


def _usual(option: dict[str, Any]) -> dict[str, Any]:
    """The option without what it says of this one failure."""
    return {name: value for name, value in option.items() if name not in ("key", "path", "url")}


def help_of(failure: dict[str, Any]) -> str:
    return f"docs/failures.md#{failure['helpAnchor']}"


def line(failure: dict[str, Any]) -> str:
    """What failed and why, as the error object's own message has it for logs."""
    cause = failure.get("failureReason", failure["title"])
    # A call alone is named by its sentence.
    return str(f"{failure['title']}. {cause}" if "resource" in failure else cause)


def joined(failure: dict[str, Any]) -> str:
    """Reason and suggestion in one string, as the contract puts them together."""
    reason, suggestion = failure.get("failureReason"), failure.get("recoverySuggestion")
    if reason and suggestion:
        return str(reason + (" " if reason[-1] in ".!?" else ". ") + suggestion)
    return str(reason or suggestion or failure["title"])
