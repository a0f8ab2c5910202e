"""The recipes of docs/recipes.md that show a number: in shells, bars, editors and programs, each as it is."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import PATIENCE, run, with_binary
from terminal import terminal

PAGE = "docs/recipes.md"
GONE = "The file does not exist"


def recipe(language: str, word: str) -> str:
    """The one block in a language that has a word."""
    (found,) = (block for block in blocks(PAGE, language) if word in block)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, 21.5)
    return tmp_path


def write(folder: Path, celsius: float) -> None:
    """Replaces the file, so that nobody reads half of it. For node:readline a U+2028 would end the line."""
    (folder / "new.json").write_text(json.dumps({"celsius": celsius, "line": "\u2028"}, ensure_ascii=False), "utf-8")
    (folder / "new.json").rename(folder / "temperature.json")


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """One with the page's configuration, whose file is here, in which `statusd` is the binary under test."""
    (line,) = re.findall(r"`(resources\.temp\.source = .+?)`", (ROOT / PAGE).read_text(encoding="utf-8"))
    (folder / "config/statusd").mkdir(parents=True)
    local = line.replace("/run/temperature.json", str(folder / "temperature.json"))
    assert local != line
    (folder / "config/statusd/config.toml").write_text(local + "\n", encoding="utf-8")
    return {**with_binary(folder), "XDG_CONFIG_HOME": str(folder / "config"), "HOME": str(folder)}


def test_the_prompt_follows_the_number(environment: dict[str, str], folder: Path) -> None:
    (folder / "bashrc").write_text(recipe("bash", "PROMPT_COMMAND"), encoding="utf-8")
    with terminal(["bash", "--noprofile", "--rcfile", "bashrc", "-i"], environment, folder) as shell:
        for celsius in (21.5, 22):
            write(folder, celsius)
            shell.type(f"until read_status; [ \"${{shown% °C*}}\" = {celsius} ]; do sleep 0.01; done\n")
            shell.until(f"[{celsius} °C")
            shell.until("] ~ ")


def test_tmux_shows_the_number(environment: dict[str, str], folder: Path) -> None:
    (folder / "tmux.conf").write_text(recipe("tmux", "status-right"), encoding="utf-8")
    server = ["tmux", "-u", "-S", str(folder / "socket")]
    try:
        with terminal([*server, "-f", "tmux.conf", "new-session", "cat"], environment, folder) as shown:
            shown.until("21.5 °C")
    finally:
        subprocess.run([*server, "kill-server"], check=True)


def lines(command: list[str], environment: dict[str, str], folder: Path, expected: str) -> list[str]:
    """What a program that goes on prints, up to the line that has a text."""
    program = subprocess.Popen(
        command, cwd=folder, env={**environment, "LC_ALL": "C.UTF-8"}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )
    deadline = threading.Timer(PATIENCE, program.kill)
    deadline.start()
    found: list[str] = []
    try:
        assert program.stdout
        for line in program.stdout:
            found.append(line)
            if expected in line:
                return found
        raise AssertionError(f"{expected} never came: {found}")
    finally:
        deadline.cancel()
        program.kill()
        program.wait()


def test_i3blocks_shows_the_number(environment: dict[str, str], folder: Path) -> None:
    (folder / "i3blocks.conf").write_text(recipe("ini", "i3blocks"), encoding="utf-8")
    shown = lines(["i3blocks", "-c", "i3blocks.conf"], environment, folder, "21.5 °C")
    (block,) = (block for block in json.loads(shown[-1].lstrip(",")) if block.get("name") == "statusd")
    assert block["full_text"] == "21.5 °C"


def test_waybar_gets_the_number(environment: dict[str, str], folder: Path) -> None:
    """Waybar needs a compositor: its command is run as Waybar runs it, by sh."""
    bar = json.loads(recipe("json", "custom/temperature"))
    (name,) = bar["modules-right"]
    module = bar[name]
    assert module["return-type"] == "json"
    shown = lines(["sh", "-c", "exec " + module["exec"]], environment, folder, "21.5 °C")
    assert json.loads(shown[-1]) == {"text": "21.5 °C", "alt": "ok", "tooltip": "temp", "class": "ok"}


@pytest.mark.parametrize(
    ("language", "word", "file", "command"),
    [
        ("elisp", "global-mode-string", "mode.el", ["emacs", "-nw", "-Q", "-l", "mode.el"]),
        ("vim", "statusline", "status.vim", ["vim", "--clean", "-S", "status.vim"]),
    ],
)
def test_an_editor_shows_the_number_and_then_the_failure(
    language: str, word: str, file: str, command: list[str], environment: dict[str, str], folder: Path
) -> None:
    (folder / file).write_text(recipe(language, word), encoding="utf-8")
    with terminal(command, environment, folder) as screen:
        screen.until("21.5 °C")
        (folder / "temperature.json").unlink()
        screen.until(GONE)


def test_a_coprocess_answers_again_and_again(environment: dict[str, str], folder: Path) -> None:
    (folder / "ask").write_text(recipe("bash", "coproc"), encoding="utf-8")
    responses = [json.loads(line) for line in run(["bash", "ask"], environment, folder).split("\n")[:-1]]
    assert [response["id"] for response in responses] == [1, 2]
    assert [response["result"]["value"]["celsius"] for response in responses] == [21.5, 21.5]


def shell(word: str, folder: Path) -> list[str]:
    """The command that runs a recipe behind the line that sources the library."""
    (folder / "recipe").write_text(f"source {ROOT}/clients/shell/statusd.bash\n{recipe('bash', word)}", "utf-8")
    return ["bash", "recipe"]


def test_three_lines_print_the_number(environment: dict[str, str], folder: Path) -> None:
    assert run(shell("statusd_stop", folder), environment, folder) == "21.5\n"
    (folder / "temperature.json").unlink()
    sentence = f"{GONE}. There is nothing at this path. Check the path, then try again."
    assert run(shell("statusd_stop", folder), environment, folder) == f"statusd: refresh: {sentence}\n"


def test_three_lines_follow_the_number(environment: dict[str, str], folder: Path) -> None:
    (folder / "temperature.json").unlink()
    assert lines(shell("statusd_each", folder), environment, folder, GONE)
    write(folder, 21.5)
    assert lines(shell("statusd_each", folder), environment, folder, "21.5")


def test_three_lines_let_a_person_choose(environment: dict[str, str], folder: Path) -> None:
    (folder / "temperature.json").unlink()
    with terminal(shell("statusd_options", folder), environment, folder) as shown:
        shown.until("2) tryAgain")
        write(folder, 21.5)
        shown.type("2\n")
        shown.until('"recovered":true')
        shown.until('"celsius":21.5')


def node(environment: dict[str, str], folder: Path) -> list[str]:
    (folder / "temp.mjs").write_text(recipe("js", "spawn"), encoding="utf-8")
    return [line for line in run(["node", "temp.mjs"], environment, folder).splitlines() if " statusd: " not in line]


def test_node_prints_the_number(environment: dict[str, str], folder: Path) -> None:
    assert node(environment, folder)[-2:] == ["temp loaded", "21.5 °C"]


def test_node_prints_what_can_be_done(environment: dict[str, str], folder: Path) -> None:
    (folder / "temperature.json").unlink()
    sentence = "There is nothing at this path. Check the path, then try again."
    options = "[ 'Cancel', 'Try Again', 'Keep Trying', 'Open Settings' ]"
    assert node(environment, folder) == ["temp loading", "temp failed", f"{sentence} {options}"]
