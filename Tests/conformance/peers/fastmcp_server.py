"""A server with something of everything, by FastMCP (PyPI: fastmcp)."""

import anyio
from fastmcp import Context, FastMCP

server = FastMCP("conformance")


@server.tool(annotations={"readOnlyHint": True})
def hello() -> str:
    """Says hello."""
    return "hello"


@server.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool
def fail() -> str:
    """Fails."""
    raise ValueError("as it should")


@server.tool
async def stay() -> str:
    """Takes for ever."""
    await anyio.sleep_forever()
    return "never"


@server.tool
async def count(context: Context) -> str:
    """Reports progress."""
    for number in range(3):
        await context.report_progress(number, 3)
    return "done"


@server.resource("conformance://text")
def text() -> str:
    """A text."""
    return "text"


@server.resource("conformance://text/{name}")
def named(name: str) -> str:
    """A text with a name."""
    return name


@server.prompt
def ask(what: str) -> str:
    """Asks for something."""
    return f"What is {what}?"


server.run(show_banner=False)
