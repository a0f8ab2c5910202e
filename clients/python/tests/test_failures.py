"""Failures and recoveries, with a server that fails and then does not."""

from __future__ import annotations

import pytest
from statusd import CallFailed, RecoveryOption
from support import asynchronous, fleet, origin, running

# What a server has not implemented, the daemon asks for once: each failing reply is one failed fetch.
BROKEN = (501, {"error": "broken"})
SOUND = (200, fleet())


@asynchronous
async def test_an_error_says_what_failed() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
        assert caught.value.code == 1205
        assert caught.value.failure.kind == "serverError"
        assert caught.value.failure.detail == {"url": url, "status": 501}


@asynchronous
async def test_an_error_says_what_can_be_done() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
        assert caught.value.failure.options == (
            RecoveryOption("cancel", "Cancel", "cancel", "server"),
            RecoveryOption("tryAgain", "Try Again", "default", "server"),
            RecoveryOption("keepTrying", "Keep Trying", "default", "server"),
        )


@asynchronous
async def test_an_option_of_the_clients_says_what_to_open() -> None:
    async with origin((400, {})) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as refused:
            await daemon.refresh()
        settings = refused.value.failure.option("openSettings")
        assert (settings.id, settings.performed_by) == ("openSettings", "client")
        assert (settings.key, settings.url) == ("resources.state.source", None)
        with pytest.raises(CallFailed) as unknown:
            await daemon.call("refersh")
        help_ = unknown.value.failure.options[1]
        assert (help_.id, help_.key, help_.url) == ("showHelp", None, "docs/failures.md#methodnotfound")


@asynchronous
async def test_try_again_gives_what_the_call_would_have_given() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
        outcome = await daemon.recover(caught.value.failure, "tryAgain")
        assert outcome["recovered"] is True
        assert outcome["result"].get("value") == fleet()


@asynchronous
async def test_a_recovery_that_fails_raises_a_fresh_failure() -> None:
    async with origin(BROKEN, (404, {}), SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as first:
            await daemon.refresh()
        with pytest.raises(CallFailed) as second:
            await daemon.recover(first.value.failure)
        assert second.value.failure.kind == "notFound"
        assert second.value.failure.data.get("previousFailureId") == first.value.failure.id
        assert (await daemon.recover(second.value.failure))["recovered"] is True


@asynchronous
async def test_cancel_recovers_nothing() -> None:
    async with origin(BROKEN) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
        outcome = await daemon.recover(caught.value.failure, "cancel")
        assert outcome == {"failureId": caught.value.failure.id, "optionId": "cancel", "recovered": False}


@asynchronous
async def test_a_settled_failure_is_not_recovered_twice() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
        await daemon.recover(caught.value.failure)
        with pytest.raises(CallFailed) as again:
            await daemon.recover(caught.value.failure)
        assert again.value.failure.kind == "alreadyRecovered"


@asynchronous
async def test_retry_without_ids_takes_the_newest_failure() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed):
            await daemon.refresh()
        assert (await daemon.retry())["recovered"] is True


@asynchronous
async def test_the_failure_of_a_snapshot_can_be_recovered_from() -> None:
    async with origin(BROKEN, SOUND) as url, running("--state", url) as daemon:
        with pytest.raises(CallFailed):
            await daemon.refresh()
        assert (await daemon.recover((await daemon.get_state())["failure"]))["recovered"] is True


@asynchronous
async def test_a_misspelt_method_is_an_error_with_a_suggestion() -> None:
    async with running() as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.call("refersh")
        assert caught.value.failure.kind == "methodNotFound"
        assert caught.value.failure.detail["suggestion"] == "refresh"


@asynchronous
async def test_a_request_that_is_too_long_is_an_error_too() -> None:
    async with running() as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.get_state("x" * 2_000_000)
        assert caught.value.failure.detail["reason"] == "messageTooLarge"
