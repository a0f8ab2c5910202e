"""docs/failures.md says what schema/failures.json says, of every kind."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest

from blocks import ROOT

CATALOGUE = json.loads((ROOT / "schema/failures.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs/failures.md").read_text(encoding="utf-8")
REASONS = json.loads((ROOT / "schema/types/FailureDetail.schema.json").read_text(encoding="utf-8"))
OPTIONS = [option["id"] for option in CATALOGUE["options"]]
KINDS = [entry["kind"] for entry in CATALOGUE["kinds"]]


@dataclass
class Section:
    heading: str
    text: str

    @property
    def anchor(self) -> str:
        """As Markdown renderers derive it."""
        return re.sub(r"[^a-z0-9_ -]", "", self.heading.lower()).replace(" ", "-")

    def line(self, pattern: str) -> re.Match[str]:
        found = re.search(pattern, self.text, re.MULTILINE)
        assert found, f"{self.heading} has no line like {pattern}"
        return found

    @property
    def options(self) -> list[str]:
        return re.findall(r"^- `(\w+)`: .+\.$", self.text, re.MULTILINE)


def sections(level: int) -> list[Section]:
    parts = re.split(rf"^{'#' * level} (.+)\n", PAGE, flags=re.MULTILINE)
    return [
        Section(heading, re.split(r"^## ", text, flags=re.MULTILINE)[0])
        for heading, text in zip(parts[1::2], parts[2::2])
    ]


OF_KIND = {section.heading: section for section in sections(3)}
every_kind = pytest.mark.parametrize("entry", CATALOGUE["kinds"], ids=KINDS)


def test_the_sections_are_the_kinds_in_the_catalogues_order() -> None:
    assert [section.heading for section in sections(3)] == KINDS


@every_kind
def test_the_anchor_is_the_one_that_failures_carry(entry: dict[str, Any]) -> None:
    assert OF_KIND[entry["kind"]].anchor == entry["helpAnchor"]


@every_kind
def test_a_person_finds_the_words_that_were_shown(entry: dict[str, Any]) -> None:
    shown = OF_KIND[entry["kind"]].line(r"^> \*\*(.+)\.\*\* (.+)$")
    sentences = [entry["failureReason"], entry.get("recoverySuggestion")]
    assert (shown[1], shown[2]) == (entry["title"], " ".join(filter(None, sentences)))


@every_kind
def test_code_and_advice_are_the_catalogues(entry: dict[str, Any]) -> None:
    told = OF_KIND[entry["kind"]].line(r"^Code (-?\d+) · [a-z0-9 ]+ · `retry\.safe` (true|false)$")
    assert (int(told[1]), told[2] == "true") == (entry["code"], entry["retrySafe"])


@every_kind
def test_every_option_is_explained_in_order(entry: dict[str, Any]) -> None:
    assert ["cancel", *OF_KIND[entry["kind"]].options] == entry["recoveryOptions"]


@every_kind
def test_no_other_option_is_spoken_of(entry: dict[str, Any]) -> None:
    named = set(re.findall(r"`(\w+)`", OF_KIND[entry["kind"]].text)) & set(OPTIONS)
    assert named <= set(entry["recoveryOptions"])


@every_kind
def test_something_is_said_beside_what_the_catalogue_says(entry: dict[str, Any]) -> None:
    assert OF_KIND[entry["kind"]].line(r"^(?!> |- |Code |\[).*\.$")


def test_the_table_of_options_has_them_all() -> None:
    (options,) = (section for section in sections(2) if section.heading == "The options")
    assert sorted(re.findall(r"^\| `(\w+)` \|", options.text, re.MULTILINE)) == sorted(OPTIONS)


def test_every_finer_reason_of_a_fetch_is_explained() -> None:
    told = set(re.findall(r"`(\w+)`", PAGE))
    described = REASONS["properties"]["reason"]["description"]
    assert {word for part in re.findall(r": ([\w, ]+)\.", described) for word in part.split(", ")} <= told | {
        "those from header to initializedTwice"
    }


def test_links_within_the_page_lead_somewhere() -> None:
    anchors = {section.anchor for section in [*sections(2), *sections(3)]}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= anchors
