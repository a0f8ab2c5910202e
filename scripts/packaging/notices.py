"""Prints the notices of everything that is linked into the program, as its packages have them here.

usage: notices.py CHECKOUTS     CHECKOUTS is the folder with the sources of Package.resolved
"""

from __future__ import annotations

import sys
from pathlib import Path

#: Debian's packages whose archives or headers go into the program.
DEBIAN = {"jansson": "libjansson-dev", "expat": "libexpat1-dev", "toml++": "libtomlplusplus-dev"}
HEAD = """The program statusd is under the Apache License 2.0. What is linked into it has these terms.

- The Swift runtime and swift-collections: Apache License 2.0 with the Runtime Library Exception.
- libstdc++ and libgcc: GNU GPL 3 with the GCC Runtime Library Exception 3.1.
- swift-log: Apache License 2.0, with the notice below.
- jansson, expat and toml++: the terms below, as Debian states them.
"""


def main(checkouts: Path) -> None:
    parts = [("swift-log", checkouts / "swift-log/NOTICE.txt")]
    parts += [(name, Path("/usr/share/doc") / package / "copyright") for name, package in DEBIAN.items()]
    texts = [f"{'-' * 70}\n{name}\n{'-' * 70}\n\n{path.read_text(encoding='utf-8').strip()}\n" for name, path in parts]
    print("\n".join([HEAD, *texts]), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
