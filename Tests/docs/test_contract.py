"""docs/protocol.md has every method, range, kind and option of schema/, and no others."""

from __future__ import annotations

import json
import re

import pytest

from blocks import ROOT

PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
DOCUMENT = json.loads((ROOT / "schema/openrpc.json").read_text(encoding="utf-8"))
CATALOGUE = json.loads((ROOT / "schema/failures.json").read_text(encoding="utf-8"))
METHODS = {method["name"]: method for method in DOCUMENT["methods"]}


def section(heading: str) -> str:
    """What stands under a heading, up to the next one of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    body = PAGE.split(f"\n{heading}\n")[1]
    return re.split(rf"\n#{{1,{level}}} ", body)[0]


def tables(text: str) -> list[str]:
    return [block for block in text.strip().split("\n\n") if block.startswith("|")]


def rows(text: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_method_is_in_the_table() -> None:
    table = tables(section("## 7. Methods"))[0]
    assert sorted(name for row in rows(table) for name in named(row[0])) == sorted(METHODS)


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("initialize", "$/cancelRequest")])
def test_the_params_of_a_method_are_the_schemas(method: str) -> None:
    table = tables(section("## 7. Methods"))[0]
    (row,) = (row for row in rows(table) if method in named(row[0]))
    shown = named(row[1]) if len(row) > 2 else []
    params = METHODS[method]["params"]
    names = [each.split(" ")[0].rstrip("?") for each in shown]
    assert names == [param["name"] for param in params]
    assert ["?" not in each for each in shown] == [param["required"] for param in params]


def test_every_range_is_the_schemas() -> None:
    table = tables(section("## 7. Methods"))[1]
    found = {tuple(named(row[0])): row[2].replace(",", "").split(" to ") for row in rows(table)[1:]}
    bounds: dict[tuple[str, ...], tuple[float, float]] = {}
    for method in METHODS.values():
        for param in method["params"]:
            if "maximum" not in param["schema"] or method["name"] == "initialize":
                continue
            limits = (param["schema"]["minimum"], param["schema"]["maximum"])
            # A method with other bounds than those before it has a row of its own.
            if bounds.setdefault((param["name"],), limits) != limits:
                bounds[param["name"], method["name"]] = limits
    assert {names: (float(low), float(high)) for names, (low, high) in found.items()} == bounds


def test_every_kind_has_its_code() -> None:
    pairs = re.findall(r"\| (-?\d+) \| `(\w+)`", section("### Kinds"))
    assert {kind: int(code) for code, kind in pairs} == {each["kind"]: each["code"] for each in CATALOGUE["kinds"]}


def test_the_kinds_that_are_not_safe_to_repeat_are_named() -> None:
    (sentence,) = re.findall(r"^`retry.safe` is false for .+$", PAGE, re.MULTILINE)
    unsafe = {each["kind"] for each in CATALOGUE["kinds"] if not each["retrySafe"] and 0 < each["code"] < 1700}
    assert set(named(sentence)) - {"retry.safe"} == unsafe
    assert not any(each["retrySafe"] for each in CATALOGUE["kinds"] if not 0 < each["code"] < 1700)


def test_the_options_stand_in_their_order() -> None:
    listed = [named(row[0])[0] for row in rows(section("### Options"))[1:]]
    assert listed == [option["id"] for option in CATALOGUE["options"]]


@pytest.mark.parametrize(("kind", "options"), [("outOfSpace", ["cancel", "freeSpace", "buyMoreSpace"])])
def test_what_the_page_says_of_one_kind(kind: str, options: list[str]) -> None:
    (sentence,) = re.findall(rf"^`{kind}` offers exactly .+$", PAGE, re.MULTILINE)
    titles = {option["id"]: option["title"] for option in CATALOGUE["options"]}
    assert named(sentence)[1:] == options
    assert all(f'"{titles[each]}"' in sentence for each in options[1:])
    assert next(each for each in CATALOGUE["kinds"] if each["kind"] == kind)["recoveryOptions"] == options


def test_links_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= anchors
