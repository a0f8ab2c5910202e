"""docs/operations.md names the libraries that the binary needs."""

from __future__ import annotations

import re
from pathlib import Path

from blocks import ROOT, blocks
from conversation import run, with_binary

#: What every Debian system has, or the release contains.
EVERYWHERE = {"libc6", "libexpat1", "libgcc-s1", "libjansson4", "libstdc++6"}


def test_the_libraries_to_install_are_those_of_the_binary(tmp_path: Path) -> None:
    environment = with_binary(tmp_path)
    (command,) = blocks("docs/operations.md", "sh")
    named = set(command.removeprefix("apt-get install ").split())
    # Those of the Swift toolchain lie elsewhere, and the release contains them.
    linked = re.findall(r" => (?:/usr)?/lib/.*/(\S+) \(", run(["ldd", "bin/statusd"], environment, tmp_path))
    sources = ("Providers/HTTP/CurlLibrary.swift", "Store/SQLite/SQLiteLibrary.swift")
    source = "".join((ROOT / "Sources" / name).read_text(encoding="utf-8") for name in sources)
    loaded = re.findall(r'soname(?:: | = )"(.+)"', source)
    assert len(loaded) == 2
    files = [f"*/{name}" for name in [*linked, *loaded]]
    found = run(["dpkg-query", "--search", *files], environment, tmp_path)
    packages = {line.split(":")[0] for line in found.splitlines()}
    assert packages - EVERYWHERE == named - {"ca-certificates"}
