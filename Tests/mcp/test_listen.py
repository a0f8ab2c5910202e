"""Requests that listen, in the version that has them."""

import official
from server import META, Server

URI = "statusd://resource/state"
SUBSCRIPTION = META + "subscriptionId"


def listen(server, *uris):
    return server.send(
        "subscriptions/listen", notifications={"resourceSubscriptions": [*uris], "toolsListChanged": True}
    )


def of(server, request):
    """The methods of the notifications that belong to a request."""
    return [
        message["method"].removeprefix("notifications/")
        for message in server.notifications
        if message["params"].get("_meta", {}).get(SUBSCRIPTION) == request
    ]


def test_a_request_listens_until_the_end_and_is_told_so_first():
    with Server(version=official.PER_REQUEST) as server:
        first, second = listen(server, URI, "statusd://resource/none"), listen(server, URI, URI)
        server.call("refresh")
        rest, status = server.end()
    for request in (first, second):
        assert of(server, request)[:2] == ["subscriptions/acknowledged", "resources/updated"]
    agreed = [
        message["params"]["notifications"]
        for message in server.notifications
        if "notifications" in message["params"]
    ]
    assert agreed == [{"resourceSubscriptions": [URI]}] * 2
    endings = {message["id"]: message["result"] for message in rest if "id" in message}
    assert {request: result["_meta"][SUBSCRIPTION] for request, result in endings.items()} == {
        first: first,
        second: second,
    }
    assert status == 0


def test_a_request_that_is_cancelled_hears_nothing_more_and_is_not_answered():
    with Server(version=official.PER_REQUEST) as server:
        request = listen(server, URI)
        server.notify("notifications/cancelled", requestId=request)
        server.call("refresh")
        rest, status = server.end()
    assert set(of(server, request)) <= {"subscriptions/acknowledged"}
    assert (rest, status) == ([], 0)


def test_the_location_is_followed():
    with Server(version=official.PER_REQUEST) as server:
        request = listen(server, "statusd://location")
        assert server.read()["method"] == "notifications/subscriptions/acknowledged"
        assert server.read()["params"] == {"uri": "statusd://location", "_meta": {SUBSCRIPTION: request}}


def test_more_than_may_be_subscribed_to_is_refused():
    with Server(version=official.PER_REQUEST) as server:
        requests = [listen(server, URI) for _ in range(257)]
        assert server.response(requests[-1])["error"]["code"] == 1002
