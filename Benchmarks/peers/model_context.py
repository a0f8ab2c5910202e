"""An MCP server on the official SDK, as it is: it responds to ping."""

from mcp.server import MCPServer

MCPServer("peer", log_level="CRITICAL").run("stdio")
