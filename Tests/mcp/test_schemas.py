"""The copies of the official schemas are what their page says."""

import hashlib
import re

import jsonschema_rs
import pytest

import official

PAGE = (official.SCHEMAS / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\d-]+)\.json` \|.*\| `(\w+)` \|$", PAGE, re.MULTILINE)


def test_there_is_one_for_each_version():
    assert [version for version, _ in ROWS] == list(official.VERSIONS)
    assert {path.stem for path in official.SCHEMAS.glob("*.json")} == set(official.VERSIONS)


def test_each_is_a_copy():
    for version, name in ROWS:
        content = (official.SCHEMAS / f"{version}.json").read_bytes()
        assert hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest() == name, version


def test_that_of_tasks_is_a_copy():
    content = (official.SCHEMAS / f"{official.TASKS}.json").read_bytes()
    name = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    assert f"`{name}`" in PAGE


TASK = {"taskId": "t1", "createdAt": "2026-08-21T00:00:00Z", "lastUpdatedAt": "2026-08-21T00:00:00Z", "ttlMs": None}
DONE = {**TASK, "resultType": "complete", "status": "completed"}


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("tools/call", {**TASK, "resultType": "task"}),
        ("tools/call", {**TASK, "resultType": "task", "status": "waiting"}),
        ("tasks/get", DONE),
        ("tasks/get", {**DONE, "result": {"content": "text", "resultType": "complete"}}),
        ("tasks/cancel", {}),
    ],
)
def test_what_is_no_task_is_found(method, result):
    with pytest.raises((jsonschema_rs.ValidationError, AssertionError, ValueError)):
        official.check_result(result, official.PER_REQUEST, method)


def test_a_task_belongs_to_the_version_of_its_request():
    made = {**TASK, "resultType": "task", "status": "working"}
    official.check_result(made, official.PER_REQUEST, "tools/call")
    with pytest.raises(AssertionError):
        official.check_result(made, official.HANDSHAKE[-1], "tools/call")


@pytest.mark.parametrize("version", official.VERSIONS)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("JSONRPCMessage", {"id": 1, "result": {}}),
        ("JSONRPCMessage", {"jsonrpc": "2.0", "id": 1.5, "result": {}}),
        ("JSONRPCMessage", {"jsonrpc": "2.0", "id": 1, "error": {"code": "-32600", "message": ""}}),
        ("CallToolResult", {"content": [{"type": "text", "text": 1}], "resultType": "complete"}),
        ("CallToolResult", {"content": "text", "resultType": "complete"}),
        ("ProgressNotification", {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}),
    ],
)
def test_what_is_no_message_is_found(version, name, value):
    with pytest.raises(jsonschema_rs.ValidationError):
        official.validate(value, version, name)
