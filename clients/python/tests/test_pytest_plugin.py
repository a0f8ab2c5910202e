"""The pytest plugin: every failure in milliseconds, and a worked example of it, a retry button."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator

import pytest
from statusd import CallFailed, FailureData, RetryResult, StateChanged
from statusd.program import find
from statusd.testing import VARIABLES, Call, ManualDaemon, manual_daemon
from support import Recorder, binary

pytest_plugins = ["statusd.pytest_plugin"]
Start = Callable[..., ManualDaemon]


@pytest.fixture
def statusd_binary() -> str:
    return binary()


@pytest.fixture
def statusd_tap() -> Iterator[Recorder]:
    recorder = Recorder()
    yield recorder
    recorder.end(killed=True)  # A test ends whenever it likes, also while a call waits for its time.


# A front end, in as few lines as it takes, and the tests of its button. README.md shows them.


class MenuPanel:
    """Shows the menu, or what went wrong with a button for each way out."""

    def __init__(self, daemon: ManualDaemon) -> None:
        self.daemon = daemon
        self.title = ""
        self.failure: FailureData | None = None
        self.buttons: dict[str, str] = {}

    def show(self, snapshot: StateChanged) -> None:
        self.failure = snapshot.get("failure")
        self.title = self.failure["title"] if self.failure else snapshot["status"]
        options = self.failure["recoveryOptions"] if self.failure else []
        self.buttons = {option["title"]: option["id"] for option in options}

    def press(self, title: str) -> Call[RetryResult]:
        assert self.failure
        return self.daemon.recover(self.failure, self.buttons[title])


def test_the_retry_button_brings_the_menu(statusd: Start) -> None:
    daemon = statusd("first-fails")
    panel = MenuPanel(daemon)
    daemon.send("fetchMenu")
    daemon.advance(10)
    panel.show(daemon.expect_notification(status="failed"))
    assert panel.title == "The server has a problem"
    panel.press("Try Again")
    daemon.advance(10)
    panel.show(daemon.expect_notification(status="loaded"))
    assert (panel.title, panel.buttons) == ("loaded", {})


# The plugin itself


def test_nothing_is_answered_before_its_time(statusd: Start) -> None:
    daemon = statusd("slow")
    menu = daemon.send("fetchMenu")
    daemon.advance(4.999)
    assert not menu.is_answered
    with pytest.raises(AssertionError, match="advance the clock"):
        _ = menu.result
    daemon.advance(0.001)
    assert menu.result["status"] == "loaded"


def test_time_begins_with_the_year_2000(statusd: Start) -> None:
    assert statusd().advance(86_400) == "2000-01-02T00:00:00.000Z"


def test_a_failure_has_its_ways_out(statusd: Start) -> None:
    daemon = statusd("signed-out")
    refused = daemon.send("refresh")
    daemon.advance(10)
    assert refused.failure.kind == "unauthorized"
    assert refused.failure.option("signIn").performed_by == "server"
    with pytest.raises(KeyError, match="tryLater is not offered"):
        refused.failure.option("tryLater")
    recovery = daemon.recover(refused.failure, "signIn")
    daemon.advance(10)
    assert recovery.result["recovered"] is True


def test_call_raises_what_failed(statusd: Start) -> None:
    with pytest.raises(CallFailed, match="fetchMenu"):
        statusd("always-fails").call("fetchMenu", seconds=60)


def test_a_success_is_no_failure(statusd: Start) -> None:
    daemon = statusd()
    menu = daemon.send("fetchMenu")
    daemon.advance(1)
    with pytest.raises(AssertionError, match="should have failed"):
        _ = menu.failure


def test_what_is_expected_must_have_come(statusd: Start) -> None:
    daemon = statusd()
    daemon.send("fetchMenu")
    daemon.advance(1)
    with pytest.raises(AssertionError, match="no stateChanged with .*failed.*there came"):
        daemon.expect_notification(status="failed")
    daemon.expect_notification(resource="menu", status="loaded")
    daemon.expect_silence()


def test_silence_is_checked(statusd: Start) -> None:
    daemon = statusd()
    daemon.send("fetchMenu")
    with pytest.raises(AssertionError, match="there came"):
        daemon.expect_silence()


def test_a_call_can_be_cancelled(statusd: Start) -> None:
    daemon = statusd("slow")
    menu = daemon.send("fetchMenu")
    daemon.cancel(menu)
    assert menu.failure.kind == "requestCancelled"


def test_locations_are_notifications(statusd: Start) -> None:
    daemon = statusd()
    subscription = daemon.call("subscribeLocation")["subscriptionId"]
    daemon.advance(10)
    told = daemon.expect_notification("locationChanged", subscriptionId=subscription)
    assert told["location"]["status"] == "loaded"


def test_two_daemons_say_the_same(statusd: Start) -> None:
    said = []
    for _ in range(2):
        daemon = statusd("every-other-fails")
        daemon.send("setAutoPolling", {"enabled": True, "interval": 1})
        daemon.advance(600)
        said.append(daemon.call("getState"))
    assert said[0] == said[1]


def test_a_daemon_that_cannot_start_says_so(statusd: Start) -> None:
    with pytest.raises(AssertionError, match="ended with status 64"):
        statusd("no-such-scenario")


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("true", "ended with status 0"),
        ("echo", "is no statusd: it wrote"),
        ("./none", "was not found"),
    ],
)
def test_a_program_that_is_no_statusd_fails_the_test(program: str, reason: str) -> None:
    with pytest.raises((AssertionError, FileNotFoundError), match=reason):
        with manual_daemon(binary=program):
            pass


def test_a_program_that_writes_without_end_fails_the_test(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "endless"
    program.write_text("#!/bin/sh\nexec tr '\\0' x </dev/zero\n")
    program.chmod(0o755)
    with pytest.raises(AssertionError, match="wrote a line of more than 67108864 bytes: x"):
        with manual_daemon(binary=str(program)):
            pass


@pytest.mark.parametrize("variable", ["STATUSD_BIN", "STATUSD"])
def test_a_variable_that_names_no_program_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.delenv("STATUSD_BIN", raising=False)
    monkeypatch.setenv(variable, "/proc/nonexistent")
    with pytest.raises(FileNotFoundError, match=f"'/proc/nonexistent' was not found: \\${variable} names it"):
        with manual_daemon(binary=find(VARIABLES)):
            pass


def test_a_daemon_that_dies_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="ended with status -9"):
        with manual_daemon(binary=binary()) as daemon:
            daemon._process.kill()


def test_what_no_test_has_read_keeps_no_daemon_from_its_end(statusd: Start) -> None:
    daemon = statusd()
    for _ in range(20):  # More than a pipe holds.
        daemon.send("rpc.discover")


def test_a_test_may_end_its_daemon(statusd: Start) -> None:
    daemon = statusd()
    for method in ("shutdown", "exit"):
        daemon.send(method)


def test_more_can_be_sent_than_the_daemon_answers_unread(statusd: Start, tmp_path: pathlib.Path) -> None:
    """Its output holds little here: it then stops reading, and both pipes are full."""
    configuration = tmp_path / "statusd.toml"
    configuration.write_text("limits.outputBytes = 4096")
    daemon = statusd("demo", "--config", str(configuration))
    calls = [daemon.send("listResources") for _ in range(4_000)]
    daemon.advance(0)
    assert all(call.result["resources"] for call in calls)
