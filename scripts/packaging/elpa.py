"""Packs the client for Emacs as package.el wants it: a tar that `package-install-file` takes.

usage: elpa.py FOLDER     FOLDER gets statusd-VERSION.tar
"""

from __future__ import annotations

import io
import os
import re
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients/emacs"


def main(folder: Path) -> None:
    head = (CLIENT / "statusd.el").read_text(encoding="utf-8")
    version = header(head, "Version")
    files = {path.name: path.read_bytes() for path in sorted(CLIENT.glob("*.el"))}
    files |= {"README.md": (CLIENT / "README.md").read_bytes(), "LICENSE": (ROOT / "LICENSE").read_bytes()}
    files["statusd-pkg.el"] = definition(head, version).encode()
    with tarfile.open(folder / f"statusd-{version}.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(f"statusd-{version}/{name}")
            info.mtime, info.size = int(os.environ["SOURCE_DATE_EPOCH"]), len(content)
            archive.addfile(info, io.BytesIO(content))


def definition(head: str, version: str) -> str:
    """What package.el reads before it loads anything (info node `Multi-file Packages` of the Emacs Lisp manual)."""
    summary = re.search(r"--- (.*?)(?: +-\*-.*)?$", head, re.MULTILINE)
    assert summary, "the first line of statusd.el has no summary"
    words = f'"statusd" "{version}" "{summary[1]}" \'{header(head, "Package-Requires")}'
    return f"(define-package {words})\n;; Local Variables:\n;; no-byte-compile: t\n;; End:\n"


def header(head: str, name: str) -> str:
    found = re.search(rf"^;; {name}: (.*)$", head, re.MULTILINE)
    assert found, f"statusd.el has no header {name}"
    return found[1]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
