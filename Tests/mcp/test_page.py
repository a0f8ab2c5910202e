"""The conversation of docs/mcp.md, and the configuration of its hosts."""

import json
import re

import pytest

from server import ROOT, Server

PAGE = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
CONVERSATION = re.search(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def pattern(line):
    return re.compile(".*".join(map(re.escape, line.split("…"))))


def test_the_conversation_is_as_it_is_shown():
    with Server("--scenario", "first-fails", handshake=False) as server:
        for line in CONVERSATION.splitlines():
            direction, text = line.split(" ", 1)
            if direction == "→":
                server.write(text)
            else:
                said = server.read_line().rstrip("\n")
                assert pattern(text).fullmatch(said), said


@pytest.mark.parametrize("block", re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_what_is_copied_is_json(block):
    assert json.loads(block)


def test_each_tool_is_on_the_page():
    with Server("--clock", "manual") as server:
        tools = server.request("tools/list")["result"]["tools"]
    named = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", PAGE, re.MULTILINE)
    assert [name for name, _ in named] == [tool["name"] for tool in tools]
    for tool, (_, arguments) in zip(tools, named):
        assert set(re.findall(r"`(\w+)`", arguments)) == set(tool["inputSchema"]["properties"])
