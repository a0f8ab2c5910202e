"""README.md for a package index, where a link into the repository leads nowhere; all else is in pyproject.toml."""

from __future__ import annotations

import pathlib

from setuptools import setup

README = pathlib.Path(__file__).with_name("README.md").read_text(encoding="utf-8")
setup(
    long_description=README.replace("](../../", "](https://statusd.example/"),
    long_description_content_type="text/markdown",
)
