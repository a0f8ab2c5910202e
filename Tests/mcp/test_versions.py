"""A whole conversation in each version; Server checks every message of it."""

import json

import pytest

import official
from server import Server

EVERY = pytest.mark.parametrize("version", official.VERSIONS)


def play(server):
    """Uses everything that every version has."""
    tools = server.request("tools/list")["result"]["tools"]
    for tool in tools:
        assert len(tool["description"]) > 40
    server.call("list_resources")
    failed = server.call("refresh")
    assert failed["isError"]
    text = failed["content"][0]["text"]
    retry = json.loads(text[text.index("call retry with ") + len("call retry with ") : text.rindex("}") + 1])
    recovered = server.call("retry", **retry)
    assert "isError" not in recovered
    server.call("get_state", path="/couriers/0")
    server.call("get_state", resource="stat")
    server.call("wait_for", until={"exists": True}, timeout=0)
    server.call("set_auto_polling", enabled=False)
    server.call("get_location")
    listed = server.request("resources/list")["result"]["resources"]
    server.request("resources/templates/list")
    for resource in listed:
        server.request("resources/read", uri=resource["uri"])
    server.request("resources/read", uri="statusd://resource/none")
    server.request("prompts/list")


@EVERY
def test_everything_that_a_version_has_is_of_its_schema(version):
    with Server("--scenario", "first-fails", version=version) as server:
        play(server)
        rest, status = server.end()
    assert (rest, status) == ([], 0)


@EVERY
def test_a_large_value_is_cut_in_each_version(version, tmp_path):
    value = tmp_path / "value.json"
    value.write_text(json.dumps([{"id": i, "text": "x" * 100} for i in range(1_000)]))
    with Server("--resource", f"large=file:{value}", version=version) as server:
        result = server.call("refresh", resource="large")
        assert "statusd://resource/large" in json.dumps(result["content"][-1])


@EVERY
def test_progress_is_of_the_schema(version):
    with Server("--scenario", "first-fails", version=version) as server:
        request = server.send("tools/call", name="refresh", arguments={}, _meta={"progressToken": "t"})
        server.response(request)
    assert [message["params"]["progress"] for message in server.notifications] == [1, 2, 3]


@pytest.mark.parametrize("version", official.HANDSHAKE)
def test_a_subscription_is_of_the_schema(version):
    with Server("--state", "demo", version=version) as server:
        server.request("resources/subscribe", uri="statusd://resource/state")
        server.call("refresh")
        server.request("resources/unsubscribe", uri="statusd://resource/state")
        server.request("resources/subscribe", uri="statusd://resource/none")
        server.request("ping")
    assert {message["method"] for message in server.notifications} == {"notifications/resources/updated"}


def test_a_client_that_names_its_version_can_ask_what_there_is():
    with Server(version=official.PER_REQUEST) as server:
        result = server.request("server/discover")["result"]
    assert result["supportedVersions"] == sorted(official.VERSIONS, reverse=True)


def test_a_person_is_asked_which_option_to_take():
    with Server(
        "--scenario", "always-fails", version=official.PER_REQUEST, capabilities={"elicitation": {"form": {}}}
    ) as server:
        server.call("refresh")
        asked = server.call("retry", ask=True)
        assert asked["resultType"] == "input_required"
        answered = server.request(
            "tools/call",
            name="retry",
            arguments={"ask": True},
            requestState=asked["requestState"],
            inputResponses={"option": {"action": "decline"}},
        )
    assert answered["result"]["structuredContent"]["optionId"] == "cancel"
