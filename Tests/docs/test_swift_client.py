"""clients/swift/README.md, played from an empty folder: what it shows compiles, and does what the page says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from blocks import ROOT, blocks
from conversation import with_binary
from example_org import serving

PAGE = "clients/swift/README.md"
HERE = Path(__file__).resolve().parent
CLIENT = ROOT / "clients/swift"
#: Where the page has the client; the package of a release and a clone have the same files.
SHIPPED = "/usr/share/statusd/clients/swift"
#: Seconds for what a busy machine compiles.
PATIENCE = 1_800


def swift(line: str, folder: Path, scratch: str, environment: dict[str, str]) -> str:
    """What a line of the page prints. What it compiles is kept in a folder of the clone."""
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env={**environment, "SWIFTPM_BUILD_DIR": str(ROOT / scratch)}, text=True,
        timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: text for name, text in with_binary(tmp_path).items() if not name.startswith("STATUSD")}
    return {**kept, "STATUSD": str(tmp_path / "bin/statusd")}


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(SHIPPED, str(CLIENT)), encoding="utf-8")


def test_the_first_program_is_built_and_run(environment: dict[str, str], tmp_path: Path) -> None:
    manifest, program = blocks(PAGE, "swift")[:2]
    folder = tmp_path / "first"
    assert SHIPPED in manifest
    write(folder, "Package.swift", manifest)
    write(folder, named(program), program)
    with serving(tmp_path) as site:
        said = swift(blocks(PAGE, "sh")[0], folder, ".build-clients-swift", environment | site.environment)
    assert said.endswith('Soups ["Ribollita"]\n')


def named(program: str) -> str:
    """The path in the first line of a program."""
    found = re.match(r"// (\S+\.swift)\n", program)
    assert found, f"this program has no name: {program}"
    return found[1]


#: Where each fragment of the page stands in Tests/docs/swift.
MARKS = ("// NOTIFICATIONS", "// POSITIONS", "// SCREEN", "// ALERT")


@pytest.fixture
def fragments(tmp_path: Path) -> Path:
    """A package with everything of the page that is no whole program, and with its test."""
    *rest, test = blocks(PAGE, "swift")[2:]
    source = (HERE / "swift/Fragments.swift").read_text(encoding="utf-8")
    for mark, fragment in zip(MARKS, rest, strict=True):
        assert source.count(mark) == 1
        source = source.replace(mark, f"\n{fragment}")
    folder = tmp_path / "fragments"
    write(folder, "Package.swift", (HERE / "swift/Package.swift").read_text(encoding="utf-8"))
    write(folder, "Sources/Toolkit/Toolkit.swift", (HERE / "swift/Toolkit.swift").read_text(encoding="utf-8"))
    write(folder, "Sources/fragments/Fragments.swift", source)
    write(folder, named(test), test)
    return folder


def test_its_fragments_do_what_they_say(fragments: Path, environment: dict[str, str]) -> None:
    said = swift("swift run fragments", fragments, ".build-clients-swift", environment)
    assert re.search(r"\nstate \w+\n(nil|Optional\(.*\))\nthe menu is \w+\n$", said), said


def test_its_test_passes(fragments: Path, environment: dict[str, str]) -> None:
    said = swift("swift test --disable-xctest", fragments, ".build-clients-swift", environment)
    assert "Test run with 1 test in 0 suites passed" in said


EXAMPLES = blocks(PAGE, "sh")[1:]


@pytest.mark.parametrize("line", EXAMPLES, ids=["apps", "posts"])
def test_the_examples_show_something(line: str, environment: dict[str, str]) -> None:
    shown = {"seed-apps": "\nmenu, blank, not polling\n", "posts": "\nloading\n"}[line.split()[4]]
    assert shown in swift(line, ROOT, ".build-clients-swift", environment)
