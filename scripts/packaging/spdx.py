"""Prints the bill of materials of a release (SPDX 2.3, JSON): its files, and what the program was made of.

usage: spdx.py ROOT VERSION     ROOT has the installed files
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
SWIFT = "Apache-2.0 WITH Swift-exception"
#: Licences of the sources in Package.resolved.
LICENCES = {"swift-collections": SWIFT, "swift-log": "Apache-2.0"}
#: What Debian's packages put into the program, and its licences.
ARCHIVES = {
    "jansson": ("libjansson-dev", "MIT"), "expat": ("libexpat1-dev", "MIT"),
    "tomlplusplus": ("libtomlplusplus-dev", "MIT"),
    "libstdc++": ("libgcc-s1", "GPL-3.0-or-later WITH GCC-exception-3.1"),
}  # fmt: skip
#: What is loaded from the system, and the Debian packages that have it.
LIBRARIES = {"curl": "libcurl4", "sqlite": "libsqlite3-0"}


def main(root: Path, version: str) -> None:
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    commit = output("git", "-C", str(HERE), "rev-parse", "HEAD")
    files = [described(path, root) for path in sorted(root.rglob("*")) if path.is_file()]
    contained = [package(name, found, licence) for name, found, licence in linked()]
    needed = [package(name, installed(debian), None) for name, debian in LIBRARIES.items()]
    whole = package("statusd", version, "Apache-2.0") | {
        "SPDXID": "SPDXRef-statusd", "filesAnalyzed": True, "sourceInfo": f"commit {commit}",
        "packageVerificationCode": {"packageVerificationCodeValue": verification(files)},
    }  # fmt: skip
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"statusd-{version}",
        "documentNamespace": f"https://spdx.invalid/statusd/{version}/{commit}",
        "creationInfo": {"created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: statusd-package"]},
        "packages": [whole, *contained, *needed],
        "files": files,
        "relationships": [
            relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-statusd"),
            *(relation("SPDXRef-statusd", "CONTAINS", file["SPDXID"]) for file in files),
            *(relation("SPDXRef-statusd", "STATIC_LINK", each["SPDXID"]) for each in contained),
            *(relation("SPDXRef-statusd", "DYNAMIC_LINK", each["SPDXID"]) for each in needed),
        ],
    }, indent=1))  # fmt: skip


def output(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def installed(debian: str) -> str:
    return output("dpkg-query", "-W", "-f", "${Version}", debian)


def linked() -> list[tuple[str, str, str]]:
    """Name, version and licence of everything that is compiled or linked into the program."""
    pins = json.loads((HERE / "Package.resolved").read_text(encoding="utf-8"))["pins"]
    found = [(pin["identity"], str(pin["state"].get("version")), LICENCES[pin["identity"]]) for pin in pins]
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    assert swift, "swift --version says no version"
    archives = [(name, installed(debian), licence) for name, (debian, licence) in ARCHIVES.items()]
    return [*sorted(found), ("swift-runtime", swift[1], SWIFT), *archives]


def package(name: str, version: str, licence: str | None) -> dict[str, Any]:
    return {
        "SPDXID": identifier("package", name), "name": name, "versionInfo": version, "filesAnalyzed": False,
        "downloadLocation": "NOASSERTION", "licenseConcluded": licence or "NOASSERTION",
        "licenseDeclared": licence or "NOASSERTION", "copyrightText": "NOASSERTION",
    }  # fmt: skip


def described(path: Path, root: Path) -> dict[str, Any]:
    content = path.read_bytes()
    name = f"./{path.relative_to(root)}"
    return {
        "SPDXID": identifier("file", name), "fileName": name, "copyrightText": "NOASSERTION",
        "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
        "checksums": [
            {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()},
        ],
    }  # fmt: skip


def verification(files: list[dict[str, Any]]) -> str:
    """SPDX 2.3 section 7.9."""
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def identifier(kind: str, name: str) -> str:
    # A sum keeps names apart that differ in other characters alone.
    short = hashlib.sha1(name.encode()).hexdigest()[:8]
    return f"SPDXRef-{kind}-{re.sub('[^A-Za-z0-9.]+', '-', name).strip('-')}-{short}"


def relation(one: str, kind: str, other: str) -> dict[str, str]:
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
