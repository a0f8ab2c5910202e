"""statusd-bar: a click reaches the process whose line the bar shows."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

from bars import BARS, click, environment, running, wait_for_end
from conversation import PATIENCE

BAR = str(BARS / "statusd-bar")


@pytest.mark.parametrize("bar", ["waybar", "i3status-rust", "polybar", "tmux"])
def test_the_left_button_performs_the_first_option(bar: str, tmp_path: Path) -> None:
    # Fetching again would not help here: the first option behind Cancel is Free Space.
    variables = environment(tmp_path, "--scenario", "out-of-space", "--interval", "3600")
    with running([BAR, bar, "menu", "--text", "{value.sections.length} sections"], variables, tmp_path) as shown:
        shown.until("The store is full")
        shown.until("sections", lambda: click("left", variables))


def test_the_left_button_fetches_where_nothing_failed(tmp_path: Path) -> None:
    (tmp_path / "temp.json").write_text("21")
    variables = environment(tmp_path, "--resource", "temp=file:temp.json", "--interval", "3600")
    with running([BAR, "tmux", "temp"], variables, tmp_path) as shown:
        shown.until("21")
        (tmp_path / "temp.json").write_text("22")
        shown.until("22", lambda: click("left", variables, "temp"))


def test_the_right_button_switches_polling(tmp_path: Path) -> None:
    variables = environment(tmp_path)
    with running([BAR, "polybar", "menu", "--text", "polling: {autoPolling.enabled}"], variables, tmp_path) as shown:
        shown.until("polling: true")
        click("right", variables)
        shown.until("polling: false")
        click("right", variables)
        shown.until("polling: true")


def test_a_click_reaches_the_bar_of_each_monitor(tmp_path: Path) -> None:
    variables = environment(tmp_path, "--scenario", "out-of-space", "--interval", "3600")
    command = [BAR, "waybar", "menu"]
    with running(command, variables, tmp_path) as left, running(command, variables, tmp_path) as right:
        left.until("The store is full")
        right.until("The store is full")
        click("left", variables)
        left.until('"class":"ok"')
        right.until('"class":"ok"')


def children(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()]


def test_everything_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    variables = environment(tmp_path)
    # The shell waits: a command behind it keeps it from giving its place away.
    with running(["sh", "-c", f"{BAR} waybar menu; true"], variables, tmp_path) as shown:
        shown.until('"class":"ok"')
        (watch,) = children(shown.process.pid)
        (translator,) = children(watch)
    for process in (watch, translator):
        wait_for_end(process)


def test_the_pipe_of_a_bar_that_is_gone_goes(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    variables = environment(tmp_path)
    pipe = tmp_path / f"run/statusd-bar-{os.getuid()}/menu.{gone.pid}"
    pipe.parent.mkdir(mode=0o700)
    os.mkfifo(pipe)
    refused = subprocess.run([BAR, "click", "menu", "left"], env=variables, check=False, capture_output=True, text=True)
    assert (refused.returncode, refused.stderr) == (69, "statusd-bar: no bar shows menu\n")
    assert not pipe.exists()


def test_everything_ends_with_its_reader(tmp_path: Path) -> None:
    (tmp_path / "temp.json").write_text("21")
    variables = environment(tmp_path, "--resource", "temp=file:temp.json", "--interval", "0.1")
    with running([BAR, "tmux", "temp"], variables, tmp_path) as shown:
        shown.until("21")
        shown.leave()
        status = None
        # A pipe whose reader has left says so to whoever writes next.
        for number in range(22, 22 + PATIENCE):
            (tmp_path / "temp.json").write_text(str(number))
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = shown.process.wait(timeout=1)
                break
        assert status == 0


@pytest.mark.parametrize(
    "words", [[], ["waybar"], ["lemonbar", "menu"], ["click", "menu"], ["click", "menu", "up"], ["tmux", "../menu"]]
)
def test_other_words_are_refused(words: list[str], tmp_path: Path) -> None:
    done = subprocess.run([BAR, *words], env=environment(tmp_path), check=False, capture_output=True, text=True)
    assert done.returncode == 64
    assert done.stderr.startswith("usage: statusd-bar waybar|i3status-rust|polybar|tmux NAME")
