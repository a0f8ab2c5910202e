"""Failures and recoveries, with a server that fails and then does not."""

from __future__ import annotations

import pytest
from statusd import Failure, RecoveryOption, StatusdError
from support import asynchronous, fleet, origin, running

# What a server has not implemented, the daemon asks for once: each failing reply is one failed fetch.
BROKEN = (501, {"error": "broken"})
SOUND = (200, fleet())


@asynchronous
async def test_an_error_says_what_failed() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh()
        assert caught.value.code == 1205
        assert caught.value.failure.kind == "serverError"
        assert caught.value.failure.detail == {"url": url, "status": 501}


@asynchronous
async def test_an_error_says_what_can_be_done() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh()
        assert caught.value.failure.options == (
            RecoveryOption("cancel", "Cancel", "cancel", "server"),
            RecoveryOption("tryAgain", "Try Again", "default", "server"),
            RecoveryOption("keepTrying", "Keep Trying", "default", "server"),
        )


@asynchronous
async def test_an_option_of_the_clients_says_what_to_open() -> None:
    async with origin((400, {})) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as refused:
            await daemon.refresh()
        settings = refused.value.failure.options[1]
        assert (settings.id, settings.performed_by) == ("openSettings", "client")
        assert (settings.key, settings.url) == ("resources.state.source", None)
        with pytest.raises(StatusdError) as unknown:
            await daemon.call("refersh")
        help_ = unknown.value.failure.options[1]
        assert (help_.id, help_.key, help_.url) == ("showHelp", None, "docs/failures.md#methodnotfound")


@asynchronous
async def test_try_again_gives_what_the_call_would_have_given() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh()
        outcome = await caught.value.failure.recover("tryAgain")
        assert outcome["recovered"] is True
        assert outcome["result"]["value"] == fleet()


@asynchronous
async def test_a_recovery_that_fails_raises_a_fresh_failure() -> None:
    async with origin(BROKEN, (404, {}), SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as first:
            await daemon.refresh()
        with pytest.raises(StatusdError) as second:
            await first.value.failure.recover()
        assert second.value.failure.kind == "notFound"
        assert second.value.failure.data.get("previousFailureId") == first.value.failure.id
        assert (await second.value.failure.recover())["recovered"] is True


@asynchronous
async def test_cancel_recovers_nothing() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh()
        outcome = await caught.value.failure.recover("cancel")
        assert outcome == {"failureId": caught.value.failure.id, "optionId": "cancel", "recovered": False}


@asynchronous
async def test_a_settled_failure_is_not_recovered_twice() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.refresh()
        await caught.value.failure.recover()
        with pytest.raises(StatusdError) as again:
            await caught.value.failure.recover()
        assert again.value.failure.kind == "alreadyRecovered"


@asynchronous
async def test_retry_without_ids_takes_the_newest_failure() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError):
            await daemon.refresh()
        assert (await daemon.retry())["recovered"] is True


@asynchronous
async def test_the_failure_of_a_snapshot_can_be_recovered_from() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(StatusdError):
            await daemon.refresh()
        failure = Failure.of((await daemon.get_state())["failure"], daemon)
        assert (await failure.recover())["recovered"] is True


@asynchronous
async def test_a_misspelt_method_is_an_error_with_a_suggestion() -> None:
    async with running() as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.call("refersh")
        assert caught.value.failure.kind == "methodNotFound"
        assert caught.value.failure.detail["suggestion"] == "refresh"


@asynchronous
async def test_a_request_that_is_too_long_is_an_error_too() -> None:
    async with running() as daemon:
        with pytest.raises(StatusdError) as caught:
            await daemon.get_state("x" * 2_000_000)
        assert caught.value.failure.detail["reason"] == "messageTooLarge"
