"""schema/mcp/server.json: what the registry of the Model Context Protocol is told of a release.

https://modelcontextprotocol.io/registry has the form; Tests/mcp/registry has a copy of its schema.
"""

from __future__ import annotations

import json
from typing import Any

FORM = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
#: The site, from the back: whoever publishes proves that it is theirs.
NAME = "example.statusd/statusd"
SITE = "https://statusd.example/"
#: At most 100 characters.
DESCRIPTION = "Waits for builds, deployments and files, watches what they say, and recovers from their failures"
#: Each package has the program; README.md of clients/python and package.json of clients/js name this server.
REGISTRIES = (("pypi", "https://pypi.org", "uvx"), ("npm", "https://registry.npmjs.org", "npx"))


def text(title: str, version: str) -> str:
    """The text of the file."""
    document = {
        "$schema": FORM,
        "name": NAME,
        "title": title,
        "description": DESCRIPTION,
        "version": version,
        "websiteUrl": SITE,
        "packages": [package(title, version, *registry) for registry in REGISTRIES],
    }
    return json.dumps(document, indent=2) + "\n"


def package(name: str, version: str, registry: str, address: str, runner: str) -> dict[str, Any]:
    return {
        "registryType": registry,
        "registryBaseUrl": address,
        "identifier": name,
        "version": version,
        "runtimeHint": runner,
        "transport": {"type": "stdio"},
        "packageArguments": [
            {"type": "positional", "value": "mcp"},
            {
                "type": "named",
                "name": "--config",
                "description": "The configuration file: what is watched, and where its values come from",
                "format": "filepath",
                "placeholder": "~/.config/statusd/config.toml",
            },
            {
                "type": "named",
                "name": "--resource",
                "description": "Something to watch: NAME=SOURCE, as in build=file:/home/you/build/status.json",
                "isRepeated": True,
            },
        ],
    }
