"""Zip files of which the same content is always the same bytes."""

from __future__ import annotations

import os
import time
import zipfile
from pathlib import Path

#: What a ZIP archive can say at the earliest.
ZIP_TIME = 315_532_800
#: The content and the mode of each file, by its name.
Files = dict[str, tuple[bytes, int]]


def write_zip(path: Path, files: Files) -> None:
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", ZIP_TIME)))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (content, mode) in files.items():
            info = zipfile.ZipInfo(name, moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100000 | mode) << 16
            archive.writestr(info, content)
