"""Waits that go on behind a task, where `limits.tasks` says so."""

import official
from server import Server

WILLING = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
CONFIGURATION = """
[limits]
tasks = 2
[resources.build]
source = "file:{folder}/build.json"
"""


def wait(server):
    until = {"path": "/state", "equals": "passed"}
    arguments = {"resource": "build", "until": until, "interval": 0.1}
    return server.request("tools/call", name="wait_for", arguments=arguments)["result"]


def serve(folder, state, **options):
    (folder / "build.json").write_text(f'{{"state":"{state}"}}')
    (folder / "statusd.toml").write_text(CONFIGURATION.format(folder=folder))
    return Server("--config", str(folder / "statusd.toml"), version=official.PER_REQUEST, **options)


def test_a_wait_is_answered_at_once_and_asked_for_until_it_is_done(tmp_path):
    with serve(tmp_path, "running", capabilities=WILLING) as server:
        capabilities = server.request("server/discover")["result"]["capabilities"]
        made = wait(server)
        assert made["resultType"] == "task"
        task = server.request("tasks/get", taskId=made["taskId"])["result"]
        assert task["status"] == "working"
        (tmp_path / "passed.json").write_text('{"state":"passed"}')
        (tmp_path / "passed.json").rename(tmp_path / "build.json")
        while task["status"] == "working":
            task = server.request("tasks/get", taskId=made["taskId"])["result"]
        rest, status = server.end()
    assert capabilities["extensions"] == WILLING["extensions"]
    assert task["status"] == "completed"
    assert task["result"]["structuredContent"]["reason"] == "met"
    assert (rest, status) == ([], 0)


def test_the_end_of_the_input_waits_for_no_task(tmp_path):
    with serve(tmp_path, "running", capabilities=WILLING) as server:
        assert wait(server)["status"] == "working"
        assert server.end() == ([], 0)


def test_whoever_does_not_take_tasks_waits(tmp_path):
    with serve(tmp_path, "passed") as server:
        result = wait(server)
    assert result["resultType"] == "complete"
    assert result["structuredContent"]["reason"] == "met"
