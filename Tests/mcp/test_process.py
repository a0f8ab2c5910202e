"""What the process does: framing, ends, and what it must not touch before its first response."""

import os
import pathlib
import signal
import subprocess

from server import ENVIRONMENT, PROGRAM, Server


def test_a_header_is_no_message():
    with Server() as server:
        server.write("Content-Length: 2\r")
        assert server.read()["error"]["code"] == -32700
        assert server.request("ping")["result"] == {}


def test_the_end_of_the_input_ends_what_waits_within_a_second():
    with Server() as server:
        request = server.send(
            "tools/call", name="wait_for", arguments={"until": {"path": "/never", "exists": True}}
        )
        rest, status = server.end()
    assert [message["id"] for message in rest if "id" in message] == [request]
    assert rest[-1]["error"]["code"] == 1001
    assert status == 0


def test_a_signal_ends_it_in_good_order():
    with Server() as server:
        server.request("ping")
        server.process.send_signal(signal.SIGTERM)
        assert server.read() is None
        assert server.process.wait() == 0


def test_the_first_response_touches_neither_store_nor_library(tmp_path):
    store = tmp_path / "store"
    with Server("--store", str(store), "--state", "http://127.0.0.1:1/", handshake=False) as server:
        server.request("initialize", protocolVersion="2025-11-25", capabilities={})
        maps = pathlib.Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
        assert "libcurl" not in maps
        server.call("get_state")
        assert store.exists()


def test_a_wrong_option_ends_with_64():
    ended = subprocess.run(
        [PROGRAM, "mcp", "--framing", "lines"], env=ENVIRONMENT, capture_output=True, check=False
    )
    assert ended.returncode == os.EX_USAGE
