"""Configurations and lines have the form that the manual of each bar describes; forms/ has that as JSON Schema."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bars import BARS, environment, running

FORMS = Path(__file__).parent / "forms"
#: Text in which each bar would find markup.
MARKUP = "<b>&%{F#f00}#[bg=red]#(reboot)"


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((FORMS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def lines(command: str, tmp_path: Path, *, value: str | None) -> list[str]:
    """What the command of a configuration prints, up to the value or the failure."""
    if value is not None:
        (tmp_path / "menu.json").write_text(json.dumps({"items": []}), encoding="utf-8")
    variables = environment(tmp_path, "--menu", f"file:{tmp_path / 'menu.json'}")
    with running(["sh", "-c", f"exec {command}"], variables, tmp_path) as shown:
        first = shown.until("")
        return [first, shown.until(value or "does not exist")]


def waybar() -> dict[str, object]:
    configuration = json.loads((BARS / "waybar/config.json").read_text(encoding="utf-8"))
    (name,) = configuration["modules-right"]
    module: dict[str, object] = configuration[name]
    return module


def i3status_rust() -> dict[str, object]:
    (block,) = tomllib.loads((BARS / "i3status-rust.toml").read_text(encoding="utf-8"))["block"]
    return dict(block)


def polybar() -> dict[str, object]:
    parser = configparser.RawConfigParser()
    parser.read_string((BARS / "polybar.ini").read_text(encoding="utf-8"))
    return dict(parser["module/menu"])


@pytest.mark.parametrize(
    ("module", "form"), [(waybar, "waybar-module"), (i3status_rust, "i3status-rust-block"), (polybar, "polybar-module")]
)
def test_a_configuration_has_keys_that_the_bar_knows(module: object, form: str) -> None:
    assert callable(module)
    validator(form).validate(module())


@pytest.mark.parametrize("value", ["0 sections", None])
def test_waybar_lines(value: str | None, tmp_path: Path) -> None:
    found = [json.loads(line) for line in lines(str(waybar()["exec"]), tmp_path, value=value)]
    for line in found:
        validator("waybar-line").validate(line)
    assert [line["class"] for line in found] == ["loading", "ok" if value else "failed"]


def test_waybar_styles_are_those_of_its_classes() -> None:
    style = (BARS / "waybar/style.css").read_text(encoding="utf-8")
    assert set(re.findall(r"#custom-menu\.(\w+)", style)) == {"loading", "stale", "warning", "failed"}


@pytest.mark.parametrize("value", ["0 sections", None])
def test_i3status_rust_lines(value: str | None, tmp_path: Path) -> None:
    found = [json.loads(line) for line in lines(str(i3status_rust()["command"]), tmp_path, value=value)]
    for line in found:
        validator("i3status-rust-line").validate(line)
    assert [line["state"] for line in found] == ["Idle", "Idle" if value else "Critical"]


def test_polybar_lines(tmp_path: Path) -> None:
    first, last = lines(str(polybar()["exec"]), tmp_path, value=None)
    assert (first, last) == ("…", "%{F#DC322F}The file does not exist%{F-}")


@pytest.mark.parametrize("bar", ["waybar", "i3status-rust", "polybar", "tmux"])
def test_what_a_bar_would_take_for_markup_is_text(bar: str, tmp_path: Path) -> None:
    (tmp_path / "temp.json").write_text(json.dumps({"said": MARKUP}), encoding="utf-8")
    variables = environment(tmp_path, "--resource", "temp=file:temp.json")
    command = [str(BARS / "statusd-bar"), bar, "temp", "--text", "{value.said}"]
    with running(command, variables, tmp_path) as shown:
        shown.until("…")
        line = shown.until("reboot")
    expected = {
        "waybar": "&lt;b&gt;&amp;%{F#f00}#[bg=red]#(reboot)",
        "i3status-rust": "&lt;b&gt;&amp;%{F#f00}#[bg=red]#(reboot)",
        "polybar": "<b>&%%{T-}{F#f00}#[bg=red]#(reboot)",
        "tmux": "<b>&%{F##f00}##[bg=red]##(reboot)",
    }[bar]
    assert (json.loads(line)["text"] if line.startswith("{") else line) == expected
