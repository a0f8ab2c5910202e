"""docs/scaling.md: daemons that poll one origin through Varnish, with the configuration that stands there."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from bench.conversation import Conversation

FEW, MANY = 2, 20
Condition = Callable[[dict[str, Any]], bool]


def poll(daemons: Sequence[Conversation]) -> None:
    for daemon in daemons:
        daemon.send("setAutoPolling", {"enabled": True, "interval": 0.2, "resource": "builds"})


def wait(daemons: Iterable[Conversation], is_meant: Condition) -> dict[str, Any]:
    """Until each of them has published a state that is meant; gives the last one's."""
    state: dict[str, Any] = {}
    for daemon in daemons:
        while not (state and is_meant(state)):
            message = json.loads(daemon.line())
            state = message["params"] if message.get("method") == "stateChanged" else {}
        found, state = state, {}
    return found


def has(build: int) -> Condition:
    return lambda state: state.get("value") == {"build": build} and state["status"] == "loaded"


def state(daemon: Conversation) -> dict[str, Any]:
    found: dict[str, Any] = daemon.result("getState", {"resource": "builds"})
    return found


@pytest.mark.parametrize("count", [FEW, MANY])
def test_requests_at_the_origin_do_not_grow_with_the_daemons(site: Any, count: int) -> None:
    here = site("max-age=1, stale-while-revalidate=60")
    log = here.varnish.requests("%s")
    daemons, start = here.daemons(count), time.monotonic()
    poll(daemons)
    wait(daemons, has(1))
    statuses = {log.stdout.readline().strip() for _ in range(4 * count)}
    fetches, seconds = here.origin.fetches, time.monotonic() - start
    # The daemons send their validators, and Varnish confirms.
    assert statuses <= {"200", "304"}
    # One when the second of the one before is over, whoever asks.
    assert 1 <= fetches <= seconds + 2


def test_daemons_that_ask_at_once_wait_for_one_response(site: Any) -> None:
    here = site("max-age=60")
    here.origin.gate.clear()
    daemons = here.daemons(MANY)
    calls = [daemon.send("refresh", {"resource": "builds"}) for daemon in daemons]
    while here.varnish.counter("MAIN.busy_sleep") < MANY - 1:
        assert here.origin.fetches <= 1
    here.origin.gate.set()
    for daemon, call in zip(daemons, calls):
        assert json.loads(daemon.response(call))["result"]["value"] == {"build": 1}
    assert here.origin.fetches == 1


def test_a_value_that_has_not_changed_is_confirmed(site: Any) -> None:
    here = site("max-age=1, stale-while-revalidate=60")
    daemons = here.daemons(FEW)
    poll(daemons)
    wait(daemons, has(1))
    here.origin.wait_for("fetch", 4)
    assert here.origin.counts["200"] == 1
    here.origin.value = 2
    wait(daemons, has(2))
    assert here.origin.counts["200"] == 2


# MARK: Outages


def outlives(here: Any, daemons: Sequence[Conversation]) -> None:
    """Every daemon is served stale values: three polls each, of values past their max-age."""
    log = here.varnish.requests("%s %{Age}o")
    stale = 0
    while stale < 3 * len(daemons):
        status, age = log.stdout.readline().split()
        assert status in ("200", "304")
        stale += int(age) > 1
    for daemon in daemons:
        now = state(daemon)
        assert (now["status"], now["isStale"], now.get("failure")) == ("loaded", False, None)


def test_stale_values_are_served_while_the_origin_is_away(site: Any) -> None:
    here = site("max-age=1, stale-while-revalidate=600")
    daemons = here.daemons(MANY)
    poll(daemons)
    wait(daemons, has(1))
    here.origin.stop()
    outlives(here, daemons)
    here.origin.value = 2
    here.origin.start()
    wait(daemons, has(2))


def test_an_error_does_not_take_the_place_of_a_value(site: Any) -> None:
    here = site("max-age=1, stale-while-revalidate=600")
    daemons = here.daemons(FEW)
    poll(daemons)
    wait(daemons, has(1))
    here.origin.error = 500
    here.origin.wait_for("500", 2)
    outlives(here, daemons)
    here.origin.error, here.origin.value = None, 2
    wait(daemons, has(2))


def test_an_origin_in_trouble_is_left_alone(site: Any) -> None:
    here = site("max-age=1, stale-while-revalidate=600")
    daemons = here.daemons(MANY)
    poll(daemons)
    wait(daemons, has(1))
    here.origin.error = here.origin.probe_error = 503
    while "sick" not in here.varnish.ask("backend.list"):
        pass
    fetches, probes = here.origin.fetches, here.origin.counts["probe"]
    outlives(here, daemons)
    # One may have been on its way.
    assert here.origin.fetches <= fetches + 1
    assert here.origin.counts["probe"] > probes
    here.origin.error, here.origin.probe_error, here.origin.value = None, None, 2
    wait(daemons, has(2))


def test_beyond_the_grace_daemons_show_the_failure_and_recover(site: Any) -> None:
    here = site("max-age=1, stale-while-revalidate=1")
    daemons = here.daemons(FEW)
    poll(daemons)
    wait(daemons, has(1))
    here.origin.stop()
    failed = wait(daemons, lambda state: state["status"] == "failed")
    assert failed["failure"]["kind"] == "serviceUnavailable"
    assert failed["failure"]["failureReason"] == "The origin does not respond."
    assert (failed["value"], failed["isStale"]) == ({"build": 1}, True)
    here.origin.value = 2
    here.origin.start()
    wait(daemons, has(2))


# MARK: Cookies


def test_cookies_neither_reach_the_origin_nor_come_from_it(site: Any) -> None:
    here = site("max-age=60")
    for cookie in ("a=1", "b=2"):
        request = urllib.request.Request(here.varnish.address, headers={"Cookie": cookie})
        with urllib.request.urlopen(request) as response:
            assert response.headers["Set-Cookie"] is None
    assert here.origin.fetches == 1
    assert here.origin.cookies == []


def test_requests_with_credentials_are_not_shared(site: Any) -> None:
    here = site("max-age=60")
    for name in ("one", "two"):
        request = urllib.request.Request(here.varnish.address, headers={"Authorization": f"Bearer {name}"})
        with urllib.request.urlopen(request) as response:
            assert response.status == 200
    assert here.origin.fetches == 2
