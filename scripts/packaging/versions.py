"""Checks that every place that names statusd's version names the one of Sources/Engine/Version.swift.

usage: versions.py [--set VERSION]     writes that version to all of them; scripts/schema then writes the rest
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NUMBER = r"\d+\.\d+\.\d+"
#: What stands before a number, in each file; every place in a file counts.
PLACES = {
    "Sources/Engine/Version.swift": r'static let current = "',
    "Tests/conformance/pyproject.toml": r'^version = "',
    "README.md": r"\bstatusd[-_](?:linux-x64-)?",
    "clients/emacs/statusd-connection.el": r'\(defconst statusd-version "',
    "clients/emacs/statusd.el": r"^;; Version: ",
    "clients/go/client.go": r'"statusd-go", "version": "',
    "clients/js/README.md": r"\bstatusd-(?:linux-x64-)?",
    "clients/js/package.json": r'^  "version": "|"@statusd/[a-z0-9-]+": "',
    "clients/js/platforms/linux-x64/package.json": r'^  "version": "',
    "clients/js/src/connection.js": r'export const VERSION = "',
    "clients/neovim/lua/statusd/connection.lua": r"^local VERSION = '",
    "clients/python/pyproject.toml": r'^version = "',
    "clients/python/src/statusd/connection.py": r'^VERSION = "',
    "clients/shell/lib/restarts.bash": r'"statusd-shell","version":"',
    "clients/shell/lib/start.bash": r'"statusd-shell","version":"',
    "clients/swift/Sources/StatusdClient/Connection/Connection+Open.swift": r'"statusd-swift", "version": "',
    "clients/vim/autoload/statusd/daemon.vim": r"^const VERSION = '",
    "clients/vscode/README.md": r"\bstatusd-(?:linux-x64-)?",
    "clients/vscode/package.json": r'^  "version": "',
    "clients/web/package.json": r'^  "version": "',
    "schema/document.json": r'^    "version": "',
}


def main(words: list[str]) -> int:
    if words[:1] == ["--set"] and len(words) == 2 and re.fullmatch(NUMBER, words[1]):
        for name, before in PLACES.items():
            path = ROOT / name
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(f"({before}){NUMBER}", rf"\g<1>{words[1]}", text, flags=re.MULTILINE), encoding="utf-8")
    elif words:
        sys.exit(__doc__)
    current = found("Sources/Engine/Version.swift")[0]
    wrong = {name: numbers for name in PLACES if set(numbers := found(name)) != {current}}
    for name, numbers in wrong.items():
        print(f"{name} has {', '.join(numbers) or 'no version'}, not {current}", file=sys.stderr)
    print(current)
    return 1 if wrong else 0


def found(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(f"(?:{PLACES[name]})({NUMBER})", text, re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
