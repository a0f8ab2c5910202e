"""The unkind bodies of scripts/bench are what they are meant to be."""

from __future__ import annotations

import json

import pytest

from bench.report.tables import unkind
from bench.suites.unkind import changed
from bench.unkind.forms import FORMS, Form

BAD = ("bad", "without an end", "invalid")


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_an_unkind_body_has_its_size_and_changes_at_its_end(form: Form) -> None:
    size = 20_000
    body = form.make(size)
    assert size * 0.7 < len(body) <= size
    other = changed(body)
    assert other != body
    assert len(other) - len(body) in (0, 1)
    assert other[: len(body) - 400] == body[:-400]


@pytest.mark.parametrize("form", [form for form in FORMS if form.shape not in ("text", "lines")], ids=str)
def test_an_unkind_body_is_json_unless_its_title_says_otherwise(form: Form) -> None:
    body = form.make(4_000)
    if any(word in form.title for word in BAD):
        with pytest.raises((json.JSONDecodeError, UnicodeDecodeError)):
            json.loads(body)
    else:
        json.loads(body)


def test_the_table_begins_with_the_worst_body() -> None:
    rows = unkind({"rounds": {"kind": [1.0, 2.0, 9.0], "unkind": [3.0, 3.0, 3.0]}}).splitlines()
    assert [row.split(" | ")[0] for row in rows[2:]] == ["| unkind", "| kind"]
