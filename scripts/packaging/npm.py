"""Packs the npm packages, as `npm pack` would: `statusd`, the client, and `@statusd/linux-x64`, the program.

The same sources and the same program give the same bytes. It needs tsc, which writes the client's declarations.

usage: npm.py PROGRAM FOLDER [NOTICES]     FOLDER gets the packages; NOTICES is about what is linked into the program
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients/js"
PLATFORM = CLIENT / "platforms/linux-x64"
LICENCE = ROOT / "LICENSE"
#: What npm gives to every file of a package.
NPM_TIME = 499_162_500


def main(program: Path, folder: Path, notices: Path | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        pack(client(Path(work) / "client"), folder)
        pack(platform(Path(work) / "platform", program, notices), folder)


def client(stage: Path) -> Path:
    for name in ("bin", "src"):
        shutil.copytree(CLIENT / name, stage / name)
    for path in (CLIENT / "package.json", CLIENT / "README.md", LICENCE):
        shutil.copy(path, stage)
    declare(stage / "types")
    return stage


def declare(types: Path) -> None:
    """What `npm run types` does, in another folder."""
    words = ["tsc", "--project", str(CLIENT / "tsconfig.json"), "--emitDeclarationOnly", "--outDir", str(types)]
    subprocess.run(words, check=True)
    for written in (CLIENT / "src").glob("*.d.ts"):
        shutil.copy(written, types)


def platform(stage: Path, program: Path, notices: Path | None) -> Path:
    shutil.copytree(PLATFORM, stage)
    shutil.copy(LICENCE, stage)
    (stage / "bin").mkdir()
    shutil.copyfile(program, stage / "bin/statusd")
    (stage / "bin/statusd").chmod(0o755)
    if notices:
        shutil.copyfile(notices, stage / "NOTICES.txt")
    return stage


def pack(stage: Path, folder: Path) -> None:
    about = json.loads((stage / "package.json").read_text(encoding="utf-8"))
    name = about["name"].removeprefix("@").replace("/", "-")
    path = folder / f"{name}-{about['version']}.tgz"
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(mode="w", fileobj=packed, format=tarfile.USTAR_FORMAT) as archive:
            for each in sorted(stage.rglob("*")):
                if each.is_file():
                    add(archive, f"package/{each.relative_to(stage)}", each)


def add(archive: tarfile.TarFile, name: str, path: Path) -> None:
    info = tarfile.TarInfo(name)
    info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
    info.mtime = int(os.environ.get("SOURCE_DATE_EPOCH", NPM_TIME))
    content = path.read_bytes()
    info.size = len(content)
    archive.addfile(info, io.BytesIO(content))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: npm.py PROGRAM FOLDER [NOTICES]")
    main(*map(Path, sys.argv[1:]))
