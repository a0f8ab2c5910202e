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
    paths = [*sorted(CLIENT.glob("*.el")), CLIENT / "README.md", ROOT / "LICENSE"]
    found = re.search(r'define-package "statusd" "([^"]+)"', (CLIENT / "statusd-pkg.el").read_text(encoding="utf-8"))
    assert found, "statusd-pkg.el has no version"
    # package.el wants a folder of the same name as the file.
    name = f"statusd-{found[1]}"
    with tarfile.open(folder / f"{name}.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for path in paths:
            content = path.read_bytes()
            info = tarfile.TarInfo(f"{name}/{path.name}")
            info.mtime, info.size = int(os.environ["SOURCE_DATE_EPOCH"]), len(content)
            archive.addfile(info, io.BytesIO(content))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
