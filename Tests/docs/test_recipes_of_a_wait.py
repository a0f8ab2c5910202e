"""The recipes of docs/recipes.md that wait: beside a server that responds as GitHub, GitLab and services do."""

from __future__ import annotations

import http.server
import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from blocks import blocks
from conversation import PATIENCE, with_binary

PAGE = "docs/recipes.md"
HOSTS = (
    "https://api.github.com", "https://gitlab.com", "https://app.example.org", "https://rabbitmq.example.org",
)
GITHUB = "/repos/OWNER/NAME/actions/workflows/WORKFLOW.yml/runs?head_sha={commit}&per_page=1"
GITLAB = "/api/v4/projects/PROJECT/pipelines?sha={commit}&per_page=1"


def github(commit: str, status: str, conclusion: str | None) -> dict[str, object]:
    """A page of workflow runs, with some of its members.

    https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow
    """
    run = {
        "id": 30433642, "name": "Build", "node_id": "MDEyOldvcmtmbG93IFJ1bjI2OTI4OQ==", "check_suite_id": 42,
        "head_branch": "master", "head_sha": commit, "path": ".github/workflows/build.yml@main", "run_number": 562,
        "event": "push", "display_title": "Update README.md", "status": status, "conclusion": conclusion,
        "workflow_id": 159038, "run_attempt": 1, "created_at": "2020-01-22T19:33:08Z", "pull_requests": [],
    }
    return {"total_count": 1, "workflow_runs": [run]}


def gitlab(commit: str, status: str) -> list[dict[str, object]]:
    """A page of pipelines: https://docs.gitlab.com/api/pipelines/#list-project-pipelines"""
    pipeline: dict[str, object] = {
        "id": 47, "iid": 12, "project_id": 1, "status": status, "source": "push", "ref": "new-pipeline", "sha": commit,
        "name": "Build pipeline", "web_url": "https://example.com/foo/bar/pipelines/47",
        "created_at": "2016-08-11T11:28:34.085Z", "updated_at": "2016-08-11T11:32:35.169Z",
    }
    return [pipeline]


#: What the page has besides, in about the order in which they come.
UNDER_WAY = ("created", "waiting_for_resource", "preparing", "pending", "manual", "scheduled", "running")


class Server(http.server.ThreadingHTTPServer):
    """Responds at each path with the statuses and values of a list, one after the other; the last one stays."""

    def __init__(self) -> None:
        self.responses: dict[str, list[tuple[int, object]]] = {}
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        responses = self.server.responses[self.path]
        status, value = responses.pop(0) if len(responses) > 1 else responses[0]
        if "github" in self.path or self.path.startswith("/repos"):
            status = status if self.headers["Authorization"] == "Bearer t0ken" else 401
        if "gitlab" in self.path or self.path.startswith("/api/v4"):
            status = status if self.headers["PRIVATE-TOKEN"] == "t0ken" else 401
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    threading.Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def environment(tmp_path: Path, server: Server) -> dict[str, str]:
    """One with the recipe's configuration, its hosts on this machine, and programs that say that they have run."""
    (config,) = (block for block in blocks(PAGE, "toml") if "head_sha" in block)
    for host in HOSTS:
        assert host in config
        config = config.replace(host, server.address)
    config = re.sub(r"autoPolling.interval = \d+", "autoPolling.interval = 0.1", config)
    home = tmp_path / "config/statusd"
    home.mkdir(parents=True)
    (home / "config.toml").write_text(config, encoding="utf-8")
    variables = {
        **with_binary(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "GITHUB_TOKEN": "t0ken",
        "GITLAB_TOKEN": "t0ken",
    }
    for program in ("bin/notify-send", "deploy", "maintenance"):
        (tmp_path / program).write_text(f'#!/bin/sh\necho "{Path(program).name}: $*"\n', encoding="utf-8")
        (tmp_path / program).chmod(0o755)
    return variables


@pytest.fixture
def commit(tmp_path: Path) -> str:
    """The one that is checked out in the folder."""
    git = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", str(tmp_path))
    subprocess.run((*git, "init", "-q", "-b", "main"), check=True)
    subprocess.run((*git, "commit", "-q", "--allow-empty", "-m", "begin"), check=True)
    return subprocess.run((*git, "rev-parse", "HEAD"), check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


Play = Callable[..., tuple[str, int]]


@pytest.fixture
def play(environment: dict[str, str], tmp_path: Path) -> Play:
    """Runs a script to its end: what it prints, and its status."""

    def run(script: str, *shell: str) -> tuple[str, int]:
        done = subprocess.run(
            [*(shell or ("bash", "-c")), script], cwd=tmp_path, env=environment, text=True, timeout=PATIENCE,
            check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        return done.stdout, done.returncode

    return run


def recipe(word: str, language: str = "bash") -> str:
    """The one block in a language that has a word."""
    (found,) = (block for block in blocks(PAGE, language) if word in block)
    return found


@pytest.mark.parametrize(
    ("conclusion", "outcome"),
    [("success", ("deploy: \n", 0))]
    # The conclusions that the page has, and `startup_failure`, which only the event workflow_run documents.
    + [
        (each, ("", 1))
        for each in (
            "action_required", "cancelled", "failure", "neutral", "skipped", "stale", "startup_failure", "timed_out",
        )
    ],
)
def test_a_run_of_github_is_waited_for(
    conclusion: str, outcome: tuple[str, int], server: Server, commit: str, play: Play
) -> None:
    server.responses[GITHUB.format(commit=commit)] = [
        (200, {"total_count": 0, "workflow_runs": []}), (200, github(commit, "requested", None)),
        (200, github(commit, "queued", None)), (200, github(commit, "waiting", None)),
        (200, github(commit, "in_progress", None)), (200, github(commit, "completed", conclusion)),
    ]
    assert play(recipe("statusd wait github")) == outcome


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("success", ("notify-send: The pipeline has passed\n", 0)), ("failed", ("", 1)), ("canceled", ("", 1)),
        ("skipped", ("", 1)),
    ],
)
def test_a_pipeline_of_gitlab_is_waited_for(
    status: str, outcome: tuple[str, int], server: Server, commit: str, play: Play
) -> None:
    server.responses[GITLAB.format(commit=commit)] = [
        (200, []), *((200, gitlab(commit, each)) for each in (*UNDER_WAY, status)),
    ]
    assert play(recipe("notify-send 'The")) == outcome


@pytest.mark.parametrize(
    ("status", "limit", "outcome"),
    [
        ("success", "30m", ("The pipeline has passed.\n", 0)), ("failed", "30m", ("The pipeline has not passed.\n", 1)),
        ("running", "0.3s", ("The pipeline takes more than half an hour.\n", 124)),
    ],
)
def test_a_function_of_a_shell_says_how_it_ended(
    status: str, limit: str, outcome: tuple[str, int], server: Server, commit: str, play: Play
) -> None:
    server.responses[GITLAB.format(commit=commit)] = [(200, gitlab(commit, "running")), (200, gitlab(commit, status))]
    function = recipe("await_pipeline").replace("--timeout 30m", f"--timeout {limit}")
    assert play(function + "await_pipeline\n") == outcome
    assert play(function + f"await_pipeline {commit}\n") == outcome


def test_a_function_of_a_shell_keeps_the_error(server: Server, commit: str, play: Play) -> None:
    server.responses[GITLAB.format(commit=commit)] = [(401, {"message": "401 Unauthorized"})]
    printed, status = play(recipe("await_pipeline") + "await_pipeline\n")
    assert json.loads(printed)["data"]["kind"] == "unauthorized" and status == 2


@pytest.mark.parametrize(("status", "deploys"), [("success", True), ("failed", False), ("canceled", False)])
def test_make_goes_on_when_the_pipeline_has_passed(
    status: str, deploys: bool, server: Server, commit: str, play: Play, tmp_path: Path
) -> None:
    (tmp_path / "Makefile").write_text(recipe("statusd wait", "make"), encoding="utf-8")
    server.responses[GITLAB.format(commit=commit)] = [(200, gitlab(commit, "running")), (200, gitlab(commit, status))]
    printed, code = play("deploy", "make", "--silent")
    assert ("deploy: " in printed) == deploys == (code == 0)


def test_a_step_of_a_workflow_waits_for_a_service(server: Server, play: Play) -> None:
    server.responses["/health"] = [
        (502, "Bad Gateway"), (404, "no such service"), (503, {"status": "DOWN"}), (200, {"status": "STARTING"}),
        (200, {"status": "UP"}),
    ]
    step = recipe("statusd wait", "yaml")
    (script,) = re.findall(r"run: \|\n((?: {4}.*\n)+)", step)
    # As GitHub runs a step on Linux (docs.github.com, “Workflow syntax”, shell).
    assert play(script.replace("    ", ""), "bash", "-e", "-c") == ("", 0)
    assert server.responses["/health"] == [(200, {"status": "UP"})]


def test_an_empty_queue_is_waited_for(server: Server, play: Play) -> None:
    counts = [{"name": "orders", "vhost": "/", "messages": count, "messages_ready": count} for count in (3, 1, 0)]
    server.responses["/api/queues/%2F/orders"] = [(200, count) for count in counts]
    assert play(recipe("statusd wait queue")) == ("maintenance: \n", 0)


def started(script: str, environment: dict[str, str], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["bash", "-c", f"{script.rstrip()} --interval 0.1 --log-level debug"], cwd=folder, env=environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )


def after_a_look(program: subprocess.Popen[str], act: Callable[[], None]) -> tuple[str, int]:
    """Does it once the program has looked; what it prints then, and its status."""
    deadline = threading.Timer(PATIENCE, program.kill)
    deadline.start()
    try:
        assert program.stderr
        while "attempt attempt=1" not in (line := program.stderr.readline()):
            assert line
        act()
        printed, _ = program.communicate()
        return printed, program.returncode
    finally:
        deadline.cancel()


def put(path: Path, value: object) -> None:
    """Replaces a file, so that nobody reads half of it."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value), encoding="utf-8")
    new.rename(path)


def test_a_file_that_is_yet_to_come_is_waited_for(environment: dict[str, str], tmp_path: Path) -> None:
    program = started(recipe("report=file:"), environment, tmp_path)
    printed = after_a_look(program, lambda: put(tmp_path / "report.json", {"pages": 3}))
    assert printed == ('{"pages":3}\n', 0)


def test_the_next_value_is_waited_for(environment: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / "price.json", {"euro": 9.5, "at": 1})
    program = started(recipe("price=file:"), environment, tmp_path)

    def act() -> None:
        put(tmp_path / "price.json", {"euro": 9.50, "at": 2})
        put(tmp_path / "price.json", {"euro": 9.6, "at": 3})

    assert after_a_look(program, act) == ("9.6\n", 0)
