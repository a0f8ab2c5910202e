"""The dashboard over the real daemon: pressed by keys and buttons, and looked at.

`RECORD=1` writes the pictures again and fails. Look at them before you commit them.
"""

from __future__ import annotations

import os
import pathlib
import signal

import pytest
from statusd.dashboard.app import main
from statusd.dashboard.failures import OptionButton
from statusd.dashboard.panels import FamilyPanel, HelpPanel, PartPanel
from support import ROOT, asynchronous
from textual.widgets import Button, Input, Markdown

from staged import staged, titles

PICTURES = ROOT / "clients/python/pictures"
OWN = """
[resources.posts]
source = "https://posts.example.org/posts"
[resources.disk]
source = "https://posts.example.org/disk"
shape = "lines"
[resources.post]
source = "https://posts.example.org/posts/{id}"
"""
OWN_FETCHES = """
[resources.posts]
steps = [{ then = "ok", value = [{ id = 1, title = "Bread" }, { id = 2, title = "Soup" }] }, { then = "offline" }]
[resources.disk]
steps = [{ then = "ok", value = ["/dev/sda 81%", "/dev/sdb 7%"] }]
[resources.post]
end = "cycle"
steps = [{ then = "ok", value = { id = 1, title = "Bread", tags = ["a", "b"] } }, { then = "notFound" }]
"""


@pytest.fixture
def own(tmp_path: pathlib.Path) -> tuple[str, str, str]:
    """A scenario and a configuration with resources of one's own."""
    (tmp_path / "scenario.toml").write_text(OWN_FETCHES, encoding="utf-8")
    (tmp_path / "statusd.toml").write_text(OWN, encoding="utf-8")
    return str(tmp_path / "scenario.toml"), "--config", str(tmp_path / "statusd.toml")


@asynchronous
async def test_keys_refresh_and_the_map_and_the_menu_come() -> None:
    async with staged("demo") as stage:
        assert stage.text("menu") == "Nothing yet. Press Refresh."
        await stage.press("a")
        assert stage.text("menu") == "Loading…"
        assert stage.subtitle("menu") == "loading · attempt 1 of 3"
        await stage.advance(1)
        assert "STARTERS" in stage.text("menu")
        assert "◆" in stage.text("state") and " carries " in stage.text("state")
        assert stage.subtitle("state") == "content · just now"


@asynchronous
async def test_a_failure_has_its_buttons_and_they_work() -> None:
    async with staged("first-fails") as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        box = stage.box("menu")
        assert titles(box) == [("Cancel", True), ("Try Again", True), ("Keep Trying", True)]
        await stage.choose(box, "tryAgain")
        assert ("Try Again …", False) in titles(box) and ("Cancel", True) in titles(box)
        await stage.advance(10)
        assert titles(box) == [] and not box.display
        assert "STARTERS" in stage.text("menu")


@asynchronous
async def test_a_failure_over_a_value_is_an_alert() -> None:
    async with staged("every-other-fails") as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        await stage.daemon.call("playScenario", ["always-fails"])
        await stage.press("r", "menu")
        await stage.advance(10)
        assert stage.alert.display and not stage.box("menu").display
        assert stage.subtitle("menu").startswith("stale")
        await stage.choose(stage.alert, "cancel")
        assert not stage.alert.display


@asynchronous
async def test_the_switch_of_polling_is_pressed_and_shown() -> None:
    async with staged("demo") as stage:
        await stage.press("p", "state")
        await stage.advance(1)
        assert stage.switch("state").value is True
        assert "next poll in" in stage.subtitle("state")
        stage.switch("state").toggle()
        await stage.advance()
        assert (await stage.daemon.get_state())["autoPolling"]["enabled"] is False


@asynchronous
async def test_stop_cancels_a_refresh() -> None:
    async with staged("slow") as stage:
        await stage.press("r", "menu")
        assert stage.text("menu") == "Loading…"
        await stage.press("s", "menu")
        assert stage.text("menu") == "Nothing yet. Press Refresh."


@asynchronous
async def test_the_track_grows_while_it_is_on() -> None:
    async with staged("demo") as stage:
        await stage.press("l")
        for _ in range(3):
            await stage.advance(10)
        assert stage.text("location").count("·") == 3 and "◎" in stage.text("location")
        await stage.press("l")
        assert stage.subtitle("location").startswith("stale")


@asynchronous
async def test_own_resources_are_shown_with_their_failures(own: tuple[str, str, str]) -> None:
    async with staged(*own) as stage:
        assert [each.border_title for each in stage.dashboard.query(PartPanel)] == ["Fleet", "disk", "Menu", "posts"]
        await stage.press("a")
        await stage.advance(10)
        assert stage.text("posts") == "id  title\n1   Bread\n2   Soup"
        assert stage.text("disk") == "/dev/sda 81%\n/dev/sdb 7%"
        await stage.press("r", "posts")
        await stage.advance(10)
        assert ("Wait for Connection", True) in titles(stage.alert)


@asynchronous
async def test_an_instance_is_shown_by_its_arguments_and_closed(own: tuple[str, str, str]) -> None:
    async with staged(*own) as stage:
        family = stage.dashboard.query_one(FamilyPanel)
        family.query_one(Input).value = "1"
        family.query_one(".show", Button).press()
        await stage.advance(1)
        assert stage.panel("instance").border_title == "post id=1"
        assert stage.text("instance") == "id: 1\ntags:\n  - a\n  - b\ntitle: Bread"
        stage.panel("instance").query_one(".close", Button).press()
        await stage.advance()
        assert len(stage.dashboard.screens) == 1 and len(stage.dashboard.query(PartPanel)) == 4


@asynchronous
async def test_an_instance_that_cannot_be_shown_is_told(own: tuple[str, str, str]) -> None:
    async with staged(*own) as stage:
        stage.dashboard.query_one(FamilyPanel).query_one(".show", Button).press()
        await stage.advance()
        assert "arguments" in stage.told[0] and len(stage.dashboard.screens) == 1


@asynchronous
async def test_what_a_recovery_has_done_is_told() -> None:
    async with staged("demo") as stage:
        assert stage.label("notice") is None
        [screen] = stage.dashboard.screens
        screen._show({**screen.shown, "notice": "3 old entries were removed."})
        await stage.draw()
        assert stage.label("notice") == "3 old entries were removed."


@asynchronous
async def test_help_is_in_the_place_of_the_panels_until_it_is_closed(tmp_path: pathlib.Path) -> None:
    scenario = tmp_path / "scenario.toml"
    scenario.write_text('[[resources.menu.steps]]\nthen = "internalError"\n', encoding="utf-8")
    async with staged(str(scenario)) as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        await stage.choose(stage.box("menu"), "showHelp")
        panel = stage.dashboard.query_one(HelpPanel)
        assert panel.display and "defect" in panel.query_one(Markdown).source
        assert not stage.dashboard.query_one("#columns").display
        await stage.press("escape")
        assert not panel.display and stage.dashboard.query_one("#columns").display
        # Their lines are not those of a panel without any room.
        assert len({each.region.y for each in stage.box("menu").query(OptionButton)}) == 1


@asynchronous
async def test_an_option_of_the_clients_says_where_to_look() -> None:
    async with staged("malformed") as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        await stage.choose(stage.box("menu"), "openSettings")
        assert stage.told == ["the configuration, key resources.menu.source"]


@asynchronous
async def test_every_button_is_within_a_narrow_terminal() -> None:
    async with staged("rate-limited", size=(44, 50)) as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        buttons = [*stage.box("menu").query(OptionButton)]
        assert len(buttons) >= 4 and all(0 < each.region.right < 44 and each.region.width >= 8 for each in buttons)
        assert len({each.region.y for each in buttons}) > 1


@asynchronous
async def test_a_countdown_does_not_move_the_focus() -> None:
    async with staged("rate-limited") as stage:
        await stage.press("r", "menu")
        await stage.advance(10)
        before = str(stage.box("menu").query(".title").first().content)  # type: ignore[attr-defined]
        last = [*stage.box("menu").query(OptionButton)][-1]
        last.focus()
        await stage.advance(5)
        assert str(stage.box("menu").query(".title").first().content) != before  # type: ignore[attr-defined]
        assert last.has_focus


@asynchronous
async def test_without_a_daemon_the_values_are_old_and_nothing_can_be_pressed() -> None:
    async with staged("demo") as stage:
        await stage.press("a")
        await stage.advance(1)
        notifications = stage.daemon.notifications()
        os.kill(stage.daemon.pid, signal.SIGKILL)
        with pytest.raises(Exception, match="ended"):
            while True:
                await notifications.__anext__()
        await stage.draw()
        assert "statusd ended with status -9" in (stage.label("ended") or "")
        assert stage.subtitle("menu").startswith("stale") and "STARTERS" in stage.text("menu")
        assert all(each.disabled for each in stage.panel("menu").query(Button)) and stage.switch("location").disabled


@asynchronous
async def test_it_looks_as_it_did() -> None:
    async with staged("demo") as stage:
        await stage.press("r", "menu")
        await stage.press("p", "state")
        await stage.press("l")
        for _ in range(5):
            await stage.advance(10)
        await stage.daemon.call("playScenario", ["rate-limited"])
        await stage.press("r", "menu")
        await stage.advance(3)
        compare(stage.dashboard.export_screenshot(title="statusd-dashboard"), "dashboard")


def test_a_program_that_may_not_be_run_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("STATUSD", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["statusd-dashboard"])
    with pytest.raises(SystemExit, match=f"^statusd-dashboard: .*Permission denied: '{tmp_path}'$"):
        main()


def compare(picture: str, name: str) -> None:
    path = PICTURES / f"{name}.svg"
    recorded = path.read_text(encoding="utf-8") if path.exists() else ""
    if os.environ.get("RECORD"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, encoding="utf-8")
        pytest.fail(f"{path.name} is written: look at it before you commit it")
    assert picture == recorded, f"{path.name} looks otherwise: RECORD=1 writes it again"
