"""What holds for errors and failures beyond the shape of their members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contract import Contract

FETCH_CODES = range(1100, 1400)  # Transport, status, payload.


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
        ("title", entry["title"]),
        ("helpAnchor", entry["helpAnchor"]),
        ("message", joined(failure)),
    ):
        if failure[name] != expected:
            yield f"{failure['kind']}: {name} is {failure[name]!r}, not {expected!r}"
    if failure["retry"]["safe"] != entry["retrySafe"]:
        yield f"{failure['kind']}: retry.safe is not the catalogue's"
    if entry["code"] in FETCH_CODES and not failure.get("attempts"):
        yield f"{failure['kind']} of a fetch without its attempts"
    yield from option_problems(contract, failure)


def option_problems(contract: Contract, failure: dict[str, Any]) -> Iterator[str]:
    offered = [option["id"] for option in failure["recoveryOptions"]]
    if len(set(offered)) < len(offered):
        yield f"an option is offered twice: {offered}"
    if "tryAgain" in offered and not failure["retry"]["safe"]:
        yield f"{failure['kind']} offers tryAgain though repeating cannot help"
    for option in failure["recoveryOptions"]:
        if option != contract.options[option["id"]]:
            yield f"the option {option} is not the catalogue's"


def line(failure: dict[str, Any]) -> str:
    """What failed and why, as the error object's own message has it for logs."""
    cause = failure.get("failureReason", failure["title"])
    # A call alone is named by its sentence.
    return str(f"{failure['title']}. {cause}" if "resource" in failure else cause)


def joined(failure: dict[str, Any]) -> str:
    """Reason and suggestion in one text, as the contract puts them together."""
    reason, suggestion = failure.get("failureReason"), failure.get("recoverySuggestion")
    if reason and suggestion:
        return str(reason + (" " if reason[-1] in ".!?" else ". ") + suggestion)
    return str(reason or suggestion or failure["title"])
