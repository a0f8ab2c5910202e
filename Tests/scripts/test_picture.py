"""README's picture shows the session that it is drawn from, and is up to date."""

from __future__ import annotations

import json
import re
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from drawing import session
from drawing.shortening import LEFT_OUT, shortened, tokens, wrapped
from drawing.transcript import read

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPT = ROOT / "Tests/TranscriptTests/Transcripts/a-status-line-turns-red.transcript"
TEXT, GROUP = "{http://www.w3.org/2000/svg}text", "{http://www.w3.org/2000/svg}g"
ARROWS = {"→", "←"}


def test_the_picture_is_up_to_date() -> None:
    done = subprocess.run([ROOT / "scripts/picture", "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def texts(element: xml.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(TEXT)]


def test_every_message_of_the_session_is_shown_and_none_is_made_up() -> None:
    groups = [texts(group) for group in xml.fromstring(session.draw(TRANSCRIPT)).iter(GROUP)]
    shown = [(mark, "".join(map(str.strip, lines))) for _, mark, *lines in (group for group in groups if ARROWS & {*group})]
    messages = read(TRANSCRIPT)
    assert [mark for mark, _ in shown] == ["→" if message.is_sent else "←" for message in messages]
    for (_, line), message in zip(shown, messages):
        content = {name: value for name, value in message.content.items() if name != "jsonrpc"}
        whole = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        assert re.fullmatch(".*".join(map(re.escape, line.split(LEFT_OUT))), whole), line


def test_the_status_line_and_the_buttons_have_the_sessions_words() -> None:
    shown = texts(xml.fromstring(session.draw(TRANSCRIPT)))
    (failure, *_) = (each.snapshot["failure"] for each in read(TRANSCRIPT) if each.snapshot and "failure" in each.snapshot)
    assert {"deploy 4.2 live", f"deploy 4.2 live: {failure['title']}", "deploy 4.3 live"} <= {*shown}
    assert {option["title"] for option in failure["recoveryOptions"]} <= {*shown}


def test_a_session_of_another_length_is_refused(tmp_path: Path) -> None:
    short = tmp_path / "short.transcript"
    short.write_text("".join(TRANSCRIPT.read_text(encoding="utf-8").splitlines(keepends=True)[:8]), encoding="utf-8")
    with pytest.raises(SystemExit, match="has 3 messages to show, not 9"):
        session.draw(short)


@pytest.mark.parametrize(
    ("kept", "text"),
    [
        ("a", '{"a":1,…}'),
        ("b c", '{…,"b":{"c":[…]}}'.replace("[…]", "[1,{…}]")),
        ("", "{…}"),
        ("jsonrpc a b c d", '{"jsonrpc":"2.0","a":1,"b":{"c":[1,{"d":null}]}}'),
    ],
)
def test_what_is_left_out_leaves_one_mark(kept: str, text: str) -> None:
    value = {"jsonrpc": "2.0", "a": 1, "b": {"c": [1, {"d": None}]}}
    assert shortened(value, frozenset(kept.split())) == text


def test_a_long_line_ends_with_a_comma() -> None:
    assert wrapped('{"a":1,"b":2,"c":3}', 14) == ['{"a":1,"b":2,', '  "c":3}']


def test_names_texts_and_values_have_their_colours() -> None:
    pieces = tokens('{"a":"b: \\"c\\"",…,"d":-1.5}')
    assert "".join(text for text, _ in pieces) == '{"a":"b: \\"c\\"",…,"d":-1.5}'
    assert [(text, name) for text, name in pieces if name] == [
        ('"a"', "name"), ('"b: \\"c\\""', "text"), ("…", "gap"), ('"d"', "name"), ("-1.5", "value"),
    ]
