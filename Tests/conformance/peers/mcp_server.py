"""A server without tools, by the MCP SDK (PyPI: mcp): one message a line."""

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def main() -> None:
    server = Server("conformance")
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


anyio.run(main)
