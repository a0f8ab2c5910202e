"""The cases of schema/mcp/cases against a server of the Model Context Protocol."""
