"""Recorded sessions with agents are judged by the version that each request speaks."""

import json

import pytest

import recorded

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
SERVER = {"name": "x", "version": "1"}
HELLO = [
    ("in", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-03-26"}}),
    ("out", {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-03-26", "capabilities": {}, "serverInfo": SERVER}}),
]  # fmt: skip
CALL = ("in", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": {}}})
PLAIN = {"content": [{"type": "text", "text": "x"}]}


def response(result):
    return ("out", {"jsonrpc": "2.0", "id": 1, "result": result})


def problems(folder, lines):
    path = folder / "session.jsonl"
    texts = [{"direction": direction, "message": json.dumps(message)} for direction, message in lines]
    path.write_text("".join(json.dumps(text) + "\n" for text in texts), encoding="utf-8")
    return recorded.judge(path)


def test_a_session_without_fault_has_its_messages_counted(tmp_path):
    assert problems(tmp_path, [*HELLO, CALL, response(PLAIN)]) == (2, [])


@pytest.mark.parametrize(
    "result",
    [
        {"content": [{"type": "text"}]},
        {**PLAIN, "structuredContent": {}},  # It came with 2025-06-18.
        {**PLAIN, "resultType": "complete"},
    ],
)
def test_a_result_that_the_version_has_not_is_found(tmp_path, result):
    count, found = problems(tmp_path, [*HELLO, CALL, response(result)])
    assert count == 2
    assert len(found) == 1
    assert found[0].startswith("session.jsonl:4: ")


def test_a_request_may_name_its_version(tmp_path):
    call = json.loads(json.dumps(CALL[1]))
    call["params"]["_meta"] = META
    assert problems(tmp_path, [("in", call), response({**PLAIN, "resultType": "complete"})])[1] == []
    assert len(problems(tmp_path, [("in", call), response(PLAIN)])[1]) == 1


def test_what_nobody_has_asked_for_is_judged_too(tmp_path):
    progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
    assert len(problems(tmp_path, [*HELLO, ("out", progress)])[1]) == 1
    assert len(problems(tmp_path, [*HELLO, ("out", {"jsonrpc": "2.0", "method": "x"})])[1]) == 1


def test_a_folder_without_messages_passes_nothing(tmp_path, capsys):
    assert recorded.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == "0 sessions with agents, 0 messages of the server, 0 problems\n"
