"""`statusd mcp --shared`: an agent is a client of the daemon that bars and editors share."""

import asyncio
import contextlib
import http.server
import json
import os
import pathlib
import signal
import subprocess
import threading
import time

import pytest
from mcp import Client, StdioServerParameters

import server
from server import PROGRAM


@pytest.fixture
def place(tmp_path):
    """An environment in which the daemons of one test meet; they are ended behind it."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    environment = {**server.ENVIRONMENT, "XDG_RUNTIME_DIR": str(runtime), "no_proxy": "*"}
    yield environment
    subprocess.run([PROGRAM, "stop", "--all"], env=environment, capture_output=True, check=False)


@contextlib.contextmanager
def counted():
    """The URL of a server whose values are 1, 2 and so on: as many as it had requests."""
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append(self.path)
            body = json.dumps({"n": len(requests)}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as origin:
        threading.Thread(target=origin.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{origin.server_port}/", requests
        origin.shutdown()


def daemons(environment):
    listing = subprocess.run([PROGRAM, "daemons", "--json"], env=environment, capture_output=True, check=True)
    return json.loads(listing.stdout)["daemons"]


class Shared(server.Server):
    """A session of the shared daemon, checked as any other."""

    arguments = ("mcp", "--shared=only")

    def __init__(self, environment, *options, **settings):
        self.environment = environment
        super().__init__(*options, **settings)


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_the_sdk_and_a_bar_make_one_request(place, tmp_path, mode):
    with counted() as (url, requests):
        configuration = tmp_path / "statusd.toml"
        configuration.write_text(f'[resources.n]\nsource = "{url}"\nautoPolling = {{ interval = 86400 }}\n')
        options = ["--config", str(configuration), "--shared=only"]
        bar = subprocess.Popen(
            [PROGRAM, "watch", "n", *options, "--format", "{value.n}"], env=place, stdout=subprocess.PIPE
        )
        assert b"1\n" in iter(bar.stdout.readline, b"")

        async def play():
            parameters = StdioServerParameters(command=PROGRAM, args=["mcp", *options], env=place)
            async with Client(parameters, mode=mode) as client:
                known = await client.call_tool("get_state", {"resource": "n"})
                assert known.structured_content["value"] == {"n": 1}
                assert len(requests) == 1
                [running] = await asyncio.to_thread(daemons, place)
                assert running["sessions"] == 2
                return await client.call_tool("refresh", {"resource": "n"})

        assert asyncio.run(play()).structured_content["value"] == {"n": 2}
        # What the agent has fetched is on the bar.
        assert b"2\n" in iter(bar.stdout.readline, b"")
        assert len(requests) == 2
        bar.terminate()
        bar.wait()


def test_the_first_response_comes_within_a_second_though_a_daemon_has_to_start(place):
    # A busy machine makes it slow and not red: a start that took too long is tried again.
    for _ in range(10):
        begun = time.monotonic()
        with Shared(place):
            took = time.monotonic() - begun
        subprocess.run([PROGRAM, "stop"], env=place, check=True)
        if took < 1:
            return
    pytest.fail(f"the last of ten starts took {took} s")


def test_two_agents_recover_from_one_failure(place):
    with Shared(place, "--scenario", "first-fails") as one, Shared(place, "--scenario", "first-fails") as two:
        failure = one.call("refresh")["structuredContent"]["failure"]
        seen = two.call("get_state")["structuredContent"]["failure"]
        assert seen["failureId"] == failure["failureId"]
        retried = two.call("retry", failureId=failure["failureId"], optionId="tryAgain")
        assert retried["structuredContent"]["recovered"] is True
        assert one.call("get_state")["structuredContent"]["status"] == "loaded"


def test_an_agent_sees_its_own_wish_though_nothing_else_changes(place):
    with Shared(place) as one, Shared(place) as two:
        for agent in one, two:
            polling = agent.call("get_state")["structuredContent"]["autoPolling"]
            assert polling["enabled"] is False
            agent.call("set_auto_polling", enabled=True, interval=86400)
            polling = agent.call("get_state")["structuredContent"]["autoPolling"]
            assert polling["enabled"] is True
        two.call("set_auto_polling", enabled=False)
        assert two.call("get_state")["structuredContent"]["autoPolling"]["enabled"] is False
        assert one.call("get_state")["structuredContent"]["autoPolling"]["enabled"] is True


def test_a_session_ends_as_one_of_its_own(place):
    with Shared(place) as session:
        request = session.send(
            "tools/call", name="wait_for", arguments={"until": {"path": "/never", "exists": True}}
        )
        rest, status = session.end()
    assert [message["id"] for message in rest if "id" in message] == [request]
    assert rest[-1]["error"]["code"] == 1001
    assert status == 0


def test_when_the_daemon_is_gone_the_status_is_70(place):
    with Shared(place) as session:
        session.request("ping")
        os.kill(daemons(place)[0]["pid"], signal.SIGKILL)
        assert session.read() is None
        assert session.process.wait() == 70
        assert b"the daemon is gone" in session.process.stderr.read()


def test_where_no_socket_may_be_it_serves_by_itself(place):
    folder = pathlib.Path(place["XDG_RUNTIME_DIR"], "statusd")
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    alone = subprocess.run(
        [PROGRAM, "mcp", "--shared"], env=place, input=ping, text=True, capture_output=True, check=False
    )
    assert json.loads(alone.stdout)["result"] == {}
    assert "this process fetches by itself" in alone.stderr
    assert alone.returncode == 0
    only = subprocess.run(
        [PROGRAM, "mcp", "--shared=only"], env=place, input=ping, text=True, capture_output=True, check=False
    )
    assert (only.stdout, only.returncode) == ("", 77)


def test_a_wrong_configuration_is_what_a_process_of_its_own_says(place, tmp_path):
    configuration = tmp_path / "wrong.toml"
    configuration.write_text("limits.batch = 0\n")
    own, shared = (
        subprocess.run(
            [PROGRAM, "mcp", "--config", str(configuration), *options],
            env=place, input="", text=True, capture_output=True, check=False,
        )
        for options in ([], ["--shared"])
    )  # fmt: skip
    assert (shared.stdout, shared.stderr, shared.returncode) == (own.stdout, own.stderr, own.returncode)
    assert "limits.batch" in own.stderr
    assert daemons(place) == []


@pytest.mark.parametrize("options", [["--clock", "manual"], ["--trace", "session.jsonl"], ["--shared=all"]])
def test_what_is_one_clients_is_refused(place, options):
    ended = subprocess.run(
        [PROGRAM, "mcp", "--shared", *options], env=place, input=b"", capture_output=True, check=False
    )
    assert ended.returncode == os.EX_USAGE
