"""Makes the wheel that users install: that of the Python client, with the program as one of its scripts.

usage: wheel.py CLIENT PROGRAM FOLDER     CLIENT is the client's own wheel, FOLDER gets the new one
"""

from __future__ import annotations

import base64
import hashlib
import platform
import sys
import zipfile
from pathlib import Path

from archive import Files, write_zip
from elf import glibc


def main(client: Path, program: Path, folder: Path) -> None:
    name, version, *_ = client.name.split("-")
    major, minor = glibc(program)
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    with zipfile.ZipFile(client) as wheel:
        files: Files = {info.filename: (wheel.read(info), 0o644) for info in wheel.infolist() if not info.is_dir()}
    # An installer copies a script that does not begin with #! as it is.
    files[f"{name}-{version}.data/scripts/statusd"] = (program.read_bytes(), 0o755)
    about = f"{name}-{version}.dist-info"
    files[f"{about}/WHEEL"] = (described(files[f"{about}/WHEEL"][0], tag), 0o644)
    record = f"{about}/RECORD"
    del files[record]
    files[record] = (recorded(files, record), 0o644)
    write_zip(folder / f"{name}-{version}-{tag}.whl", files)


def described(text: bytes, tag: str) -> bytes:
    """The file WHEEL, of a wheel for one platform."""
    kept = [line for line in text.decode().splitlines() if line and not line.startswith(("Root-Is-Purelib:", "Tag:"))]
    return "\n".join([*kept, "Root-Is-Purelib: false", f"Tag: {tag}", ""]).encode()


def recorded(files: Files, record: str) -> bytes:
    """The file RECORD: the digest and the length of every other file."""
    lines = []
    for name, (content, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{record},,", ""]).encode()


if __name__ == "__main__":
    main(*(Path(word) for word in sys.argv[1:4]))
