"""What the client makes of messages, whatever daemon they come from."""

from __future__ import annotations

import json

import pytest
from statusd import CallFailed
from support import ROOT, Recorder, asynchronous

from scripted import error, failure, result, scripted

EXAMPLES = ROOT / "schema/examples"


@asynchronous
async def test_get_location_gives_the_snapshot_as_it_is() -> None:
    response = json.loads((EXAMPLES / "getLocation.json").read_text(encoding="utf-8"))["response"]
    async with scripted(getLocation=[[result(response["result"])]]) as daemon:
        assert await daemon.get_location() == response["result"]


@asynchronous
async def test_get_help_asks_for_one_section() -> None:
    example = json.loads((EXAMPLES / "getHelp.json").read_text(encoding="utf-8"))
    recorder = Recorder()
    async with scripted(recorder, getHelp=[[result(example["response"]["result"])]]) as daemon:
        section = await daemon.get_help("offline")
    assert section["title"] == "offline"
    assert recorder.sent[0]["params"] == example["request"]["params"]


@asynchronous
async def test_get_history_sends_what_is_given() -> None:
    example = json.loads((EXAMPLES / "getHistory.json").read_text(encoding="utf-8"))
    recorder = Recorder()
    async with scripted(recorder, getHistory=[[result(example["response"]["result"])]] * 2) as daemon:
        history = await daemon.get_history("menu", since="2026-11-21T00:00:00Z", limit=2)
        await daemon.get_history()
    assert [sample["outcome"] for sample in history["samples"]] == ["ok", "serverError"]
    assert recorder.sent[0]["params"] == example["request"]["params"]
    assert recorder.sent[1]["params"] == {"resource": "state"}


@asynchronous
async def test_a_failure_names_its_section_of_the_help() -> None:
    async with scripted(refresh=[[error(1205, failure())]]) as daemon:
        with pytest.raises(CallFailed) as caught:
            await daemon.refresh()
    assert caught.value.failure.help_anchor == "servererror"


@asynchronous
async def test_settings_name_the_key_and_the_file() -> None:
    option = {
        "id": "openSettings",
        "title": "Open Settings",
        "role": "default",
        "performedBy": "client",
        "key": "resources.state.source",
        "path": "/etc/statusd.toml",
    }
    without = {name: value for name, value in option.items() if name != "path"}
    script = [[error(1200, failure(recoveryOptions=[each]))] for each in (option, without)]
    async with scripted(refresh=script) as daemon:
        found = []
        for _ in script:
            with pytest.raises(CallFailed) as caught:
                await daemon.refresh()
            found += [(each.key, each.path, each.url) for each in caught.value.failure.options]
    assert found == [
        ("resources.state.source", "/etc/statusd.toml", None),
        ("resources.state.source", None, None),
    ]


@asynchronous
async def test_details_come_through() -> None:
    transport = failure(kind="transportFailed", detail={"code": 43})
    malformed = failure(kind="malformedData", detail={"reason": "html", "excerpt": "<html>"})
    async with scripted(refresh=[[error(1110, transport)], [error(1301, malformed)]]) as daemon:
        with pytest.raises(CallFailed) as first:
            await daemon.refresh()
        with pytest.raises(CallFailed) as second:
            await daemon.refresh()
    assert (first.value.code, first.value.failure.detail["code"]) == (1110, 43)
    assert second.value.failure.detail["excerpt"] == "<html>"


@asynchronous
async def test_the_time_that_the_server_asks_for_comes_through() -> None:
    limited = failure(kind="tooManyRequests", retry={"safe": True, "after": 60})
    async with scripted(refresh=[[error(1204, limited)], [error(1205, failure())]]) as daemon:
        with pytest.raises(CallFailed) as asked:
            await daemon.refresh()
        with pytest.raises(CallFailed) as plain:
            await daemon.refresh()
    assert (asked.value.failure.retry_after, plain.value.failure.retry_after) == (60, None)


@asynchronous
async def test_a_number_that_json_does_not_have_is_not_sent() -> None:
    recorder = Recorder()
    async with scripted(recorder) as daemon:
        with pytest.raises(ValueError):
            await daemon.refresh(timeout=float("nan"))
    assert recorder.sent == []
