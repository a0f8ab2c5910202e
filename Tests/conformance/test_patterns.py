"""Patterns and expectations: what fits, and what does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runner.expectations import first_difference, forbidden
from runner.patterns import mismatch, numbered, resolved

FITTING: list[tuple[Any, str]] = [
    ({"a": 1}, '{"a":1,"b":2}'),
    ({"a": {"b": 1}}, '{"a":{"b":1.0,"c":[]}}'),
    ([{"a": 1}, 2], '[{"a":1,"b":0},2]'),
    ({"a": {"$any": "any"}}, '{"a":null}'),
    ({"a": {"$any": "integer", "minimum": 1, "maximum": 3}}, '{"a":2}'),
    ({"a": {"$any": "string", "contains": "b"}}, '{"a":"abc"}'),
    ({"a": {"$absent": True}}, "{}"),
    ({"$exactly": {"a": {"b": 1}}}, '{"a":{"b":1,"c":2}}'),
    ({"a": {"$raw": "1.0"}}, '{ "b" : [1, {"a":2}], "a" : 1.0 }'),
    ([1, {"$raw": '"\\u0041"'}], '[1, "\\u0041"]'),
    ({"a": {"$oneOf": [1, {"$any": "string"}]}}, '{"a":"x"}'),
    ({"$each": {"id": {"$raw": "${n}"}}, "size": 2}, '[{"id":1},{"id":2}]'),
    ({"$contains": [{"id": 2}]}, '[{"id":1},{"id":2}]'),
    (True, "true"),
]

MISFITTING: list[tuple[Any, str, str]] = [
    ({"a": 1}, '{"b":1}', "/a is missing"),
    ({"a": 1}, '{"a":2}', "/a is 2, not 1"),
    ({"a": 1}, '{"a":true}', "/a is True, not 1"),
    ({"a": True}, '{"a":1}', "/a is 1, not True"),
    ({"a": None}, "{}", "/a is missing"),
    ({"a": 1}, "[]", "the message is [], not an object"),
    ([1], "[1,2]", "the message has 2 elements, not 1"),
    ([1], "{}", "not an array"),
    ({"a": {"$any": "any"}}, "{}", "/a is missing"),
    ({"a": {"$any": "integer"}}, '{"a":true}', "not of the type integer"),
    ({"a": {"$any": "integer"}}, '{"a":1.5}', "not of the type integer"),
    ({"a": {"$any": "number", "minimum": 1}}, '{"a":0.5}', "less than 1"),
    ({"a": {"$any": "number", "maximum": 1}}, '{"a":2}', "more than 1"),
    ({"a": {"$any": "string", "contains": "b"}}, '{"a":"ac"}', "without 'b'"),
    ({"a": {"$absent": True}}, '{"a":null}', "/a is there"),
    ({"$exactly": {"a": 1}}, '{"a":1,"b":2}', "has b besides"),
    ({"$exactly": {"a": 1}}, '{"a":2}', "/a is 2"),
    ({"a": {"$raw": "1.0"}}, '{"a":1}', "/a is written 1, not 1.0"),
    ({"a": {"$raw": "1"}}, "{}", "/a is missing"),
    ({"a": {"$oneOf": [1, 2]}}, '{"a":3}', "not 1; /a is 3, not 2"),
    ({"$each": {"id": 1}, "size": 2}, '[{"id":1}]', "1 elements, not 2"),
    ({"$each": {"id": 1}}, '[{"id":1},{"id":2}]', "/1/id is 2"),
    ({"$contains": [{"id": 3}]}, '[{"id":1}]', "has no element"),
    ({"$contains": [{"id": 1}], "size": 1}, '[{"id":1},{"id":2}]', "2 elements, not 1"),
]


@pytest.mark.parametrize(("pattern", "text"), FITTING)
def test_fits(pattern: Any, text: str) -> None:
    assert mismatch(pattern, text) is None


@pytest.mark.parametrize(("pattern", "text", "why"), MISFITTING)
def test_does_not_fit(pattern: Any, text: str, why: str) -> None:
    assert why in (mismatch(pattern, text) or "")


def test_a_condition_is_decided_by_what_the_server_claims() -> None:
    pattern = {"a": {"$when": "statusd", "then": 1, "else": 2}}
    assert resolved(pattern, frozenset({"statusd"})) == {"a": 1}
    assert resolved(pattern, frozenset()) == {"a": 2}


def test_a_condition_that_does_not_hold_asks_for_nothing() -> None:
    pattern = resolved({"a": {"$when": "statusd", "then": 1}}, frozenset())
    assert mismatch(pattern, "{}") is None
    assert mismatch(pattern, '{"a":5}') is None


def test_numbers_are_filled_in() -> None:
    assert numbered({"id": {"$raw": "${n}"}, "a": ["x${n}", 1]}, 7) == {"id": {"$raw": "7"}, "a": ["x7", 1]}


NOTE = '{"jsonrpc":"2.0","method":"note"}'


def answer(request_id: Any) -> str:
    return json.dumps({"id": request_id})


@pytest.mark.parametrize(
    ("expected", "messages"),
    [
        ([{"id": 1}, {"id": 2}], [answer(1), answer(2)]),
        ([{"id": 1}], [NOTE, answer(1), NOTE]),
        ([{"method": "note"}, {"id": 1}], [NOTE, NOTE, answer(1)]),
        ([{"$repeat": 2, "of": {"id": {"$raw": "${n}"}}}], [answer(1), answer(2)]),
        ([{"$unordered": [{"id": 1}, {"id": 2}]}, {"id": 3}], [answer(2), NOTE, answer(1), answer(3)]),
        ([{"$optional": {"id": 1}}, {"id": 2}], [answer(2)]),
        ([{"$optional": {"id": 1}}, {"id": 2}], [answer(1), answer(2)]),
        ([{"$optional": {"id": 1}}], []),
        ([resolved({"$when": "statusd", "then": {"id": 1}}, frozenset()), {"id": 2}], [answer(2)]),
    ],
)
def test_expected(expected: Any, messages: list[str]) -> None:
    assert first_difference(expected, messages) is None


@pytest.mark.parametrize(
    ("expected", "messages", "why"),
    [
        ([{"id": 1}, {"id": 2}], [answer(2), answer(1)], "/id is 2, not 1"),
        ([{"id": 1}], [answer(1), answer(1)], "nothing more was expected"),
        ([], [answer(None)], "nothing more was expected"),
        ([{"id": 1}, {"id": 2}, {"id": 3}], [answer(1)], "2 more expected"),
        ([{"method": "note"}, {"id": 1}], [answer(1)], "/method is missing"),
        ([{"$repeat": 3, "of": {"id": 1}}], [answer(1), answer(1)], "1 more expected"),
        ([{"$unordered": [{"id": 1}, {"id": 2}]}], [answer(1), answer(1)], "none of those"),
        ([{"$unordered": [{"id": 1}, {"id": 2}]}], [answer(1)], "1 more expected"),
        ([{"$optional": {"id": 1}}, {"id": 2}], [answer(1), answer(1)], "/id is 1, not 2"),
    ],
)
def test_unexpected(expected: Any, messages: list[str], why: str) -> None:
    difference = first_difference(expected, messages)
    assert difference and why in difference.why
    assert difference.is_lack == ("more expected" in why)


def test_what_must_never_come_is_found_among_notifications_too() -> None:
    assert forbidden([{"id": 1}], [NOTE]) is None
    assert "must never come" in (forbidden([{"method": "note"}], [answer(1), NOTE]) or "")
