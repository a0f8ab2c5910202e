"""The clients that others have written: the official SDK, and FastMCP's. What they get is checked behind each test."""

import asyncio
import json
import pathlib
import sys

import fastmcp
import pytest
from fastmcp.client.transports import StdioTransport
from mcp import Client, StdioServerParameters

from conversation import Conversation
from server import ENVIRONMENT, PROGRAM

RELAY = str(pathlib.Path(__file__).with_name("relay.py"))
MODES = pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])


@pytest.fixture(name="command")
def recorded(tmp_path):
    """The command line of a server with these options, whose messages are checked in the end."""
    record = tmp_path / "record"
    yield lambda *options: [sys.executable, RELAY, str(record), PROGRAM, "mcp", *options]
    conversation, answers = Conversation(), 0
    for line in record.read_text(encoding="utf-8").splitlines():
        mark, text = line.split(" ", 1)
        if mark == "→":
            conversation.sent(text)
        else:
            answers += "id" in conversation.received(text)
    assert answers > 1


def client_of(command, **options):
    program, *arguments = command
    return Client(StdioServerParameters(command=program, args=arguments, env=ENVIRONMENT), **options)


@MODES
def test_the_sdk_waits_for_a_build(command, mode, tmp_path):
    build = tmp_path / "build.json"
    build.write_text('{"state": "running"}')

    async def play():
        async with client_of(command("--resource", f"build=file:{build}"), mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert "wait_for" in tools
            condition = {"path": "/state", "oneOf": ["passed", "failed"]}
            arguments = {"resource": "build", "until": condition}
            once = await client.call_tool("wait_for", {**arguments, "timeout": 0})
            assert once.structured_content["reason"] == "timeout"
            wait = asyncio.create_task(client.call_tool("wait_for", arguments))
            await client.call_tool("refresh", {"resource": "build"})
            # In one step, as of a file that is half written the wait would be told a failure, which ends it.
            passed = tmp_path / "passed.json"
            passed.write_text('{"state": "passed"}')
            passed.rename(build)
            return await wait

    result = asyncio.run(play())
    assert result.structured_content["snapshot"]["value"] == {"state": "passed"}
    assert '/state is "passed"' in result.content[0].text


@MODES
def test_the_sdk_recovers_from_a_failure_by_what_the_text_says(command, mode):
    async def play():
        async with client_of(command("--scenario", "first-fails"), mode=mode) as client:
            failed = await client.call_tool("refresh", {})
            assert failed.is_error
            text = failed.content[0].text
            retry = text[text.index("call retry with ") + len("call retry with ") : text.rindex("}") + 1]
            return await client.call_tool("retry", json.loads(retry))

    result = asyncio.run(play())
    assert not result.is_error
    assert result.structured_content["recovered"] is True


@MODES
def test_the_sdk_reads_resources(command, mode):
    async def play():
        async with client_of(command(), mode=mode) as client:
            resources = (await client.list_resources()).resources
            templates = (await client.list_resource_templates()).resource_templates
            read = [await client.read_resource(resource.uri) for resource in resources]
            return resources, templates, read

    resources, templates, read = asyncio.run(play())
    assert [str(resource.uri) for resource in resources][-1] == "statusd://location"
    assert templates[0].uri_template == "statusd://resource/{name}{?path}"
    assert all(json.loads(result.contents[0].text) for result in read)


def test_fastmcp_calls_tools(command):
    async def play():
        program, *arguments = command()
        transport = StdioTransport(program, arguments, env=ENVIRONMENT)
        async with fastmcp.Client(transport) as client:
            assert "get_state" in [tool.name for tool in await client.list_tools()]
            return await client.call_tool("refresh", {}), await client.call_tool(
                "get_state", {"path": "/central"}
            )

    fetched, part = asyncio.run(play())
    assert fetched.structured_content["status"] == "loaded"
    assert part.structured_content["value"].keys() == {"latitude", "longitude"}
