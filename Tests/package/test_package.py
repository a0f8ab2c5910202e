"""scripts/package: what it packs can be installed, works, can be removed, and is the same bytes each time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

ROOT = Path(__file__).resolve().parents[2]
REQUEST = '{"jsonrpc":"2.0","id":1,"method":"getState"}\n'


def run(*words: str | Path, **options: object) -> str:
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return str(done.stdout)


@pytest.fixture
def system(tmp_path: Path) -> Iterator[Path]:
    """A folder that dpkg takes for a system without packages."""
    root = tmp_path / "system"
    for folder in ("info", "updates"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    yield root


def dpkg(system: Path, *words: str | Path) -> str:
    # The libraries are this machine's, of which that system knows nothing.
    forced = ("--force-depends", "--force-not-root", "--force-script-chrootless")
    path = {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    return run("dpkg", f"--root={system}", "--log=/dev/null", *forced, *words, env={**os.environ, **path})


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def contents(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_debian_package_is_installed_works_and_is_removed(packed: Path, system: Path) -> None:
    dpkg(system, "--install", only(packed, "*.deb"))
    program = system / "usr/bin/statusd"
    assert '"status":"idle"' in run(program, input=REQUEST)
    share = system / "usr/share"
    for name in ("man/man1/statusd.1.gz", "bash-completion/completions/statusd", "statusd/schema/openrpc.json",
                 "statusd/clients/python/src/statusd/client.py", "doc/statusd/copyright"):  # fmt: skip
        assert (share / name).stat().st_size > 100, name
    assert (system / "usr/lib/systemd/user/statusd.socket").exists()
    dpkg(system, "--purge", "statusd")
    assert contents(system / "usr") == set()


def test_the_program_needs_glibc_alone(binary: Path) -> None:
    glibc, *libraries = run("/usr/bin/python3", ROOT / "scripts/packaging/elf.py", binary).splitlines()
    # As in Debian 12. README.md and docs/operations.md name it.
    assert glibc == "glibc 2.36"
    assert [name for name in libraries if not name.startswith("ld-linux")] == ["libc.so.6", "libm.so.6"]


def test_the_package_says_what_it_needs_and_what_it_contains(packed: Path) -> None:
    package = only(packed, "*.deb")
    depends = run("dpkg-deb", "--field", package, "Depends")
    assert [each.split()[0] for each in depends.strip().split(", ")] == ["libc6"]
    assert "libcurl4" in run("dpkg-deb", "--field", package, "Recommends")
    assert "expat (= 2." in run("dpkg-deb", "--field", package, "Static-Built-Using")


def test_lintian_has_nothing_to_say(packed: Path) -> None:
    apart = (
        "initial-upload-closes-no-bugs",  # The first upload of a package to Debian closes a bug, which this is not.
        "embedded-library",  # expat is linked in on purpose.
        "unknown-field",  # Static-Built-Using: dpkg knows it, Debian 12's lintian does not yet.
    )
    run("lintian", "--suppress-tags", ",".join(apart), "--allow-root", "--fail-on", "error,warning", only(packed, "*.deb"))


def test_the_archive_has_the_same_files_and_the_licence(packed: Path, tmp_path: Path, system: Path) -> None:
    dpkg(system, "--unpack", only(packed, "*.deb"))
    run("tar", "--extract", "--directory", tmp_path, "--file", only(packed, "*-linux.tar.gz"))
    added = contents(only(tmp_path, "statusd-*")) - contents(system / "usr")
    assert added == {"share/doc/statusd/LICENSE"}
    assert contents(system / "usr") <= contents(only(tmp_path, "statusd-*"))


def test_the_npm_packages_have_the_client_and_the_program(packed: Path, binary: Path, tmp_path: Path) -> None:
    for name in ("statusd-[0-9]*.tgz", "statusd-linux-x64-*.tgz"):
        run("tar", "--extract", "--directory", tmp_path, "--file", only(packed, name))
    assert {"src/index.js", "types/index.d.ts", "bin/statusd.js"} <= contents(tmp_path / "package")
    assert (tmp_path / "package/bin/statusd").read_bytes() == binary.read_bytes()


def test_the_extensions_need_nothing_else(packed: Path, binary: Path) -> None:
    for pattern, has_program in (("statusd-[0-9]*.vsix", False), ("statusd-linux-x64-*.vsix", True)):
        with zipfile.ZipFile(only(packed, pattern)) as archive:
            assert b"ProcessTransport = class" in archive.read("extension/dist/extension.cjs")
            assert ("extension/bin/statusd" in archive.namelist()) == has_program
            if has_program:
                assert archive.read("extension/bin/statusd") == binary.read_bytes()
                assert archive.getinfo("extension/bin/statusd").external_attr >> 16 & 0o111


def test_the_same_commit_gives_the_same_bytes(packed: Path, binary: Path, tmp_path: Path) -> None:
    again = Path(run(ROOT / "scripts/package", tmp_path / "again", binary).strip())
    assert (again / "SHA256SUMS").read_text() == (packed / "SHA256SUMS").read_text()
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=packed)


def test_the_bill_of_materials_is_valid_and_names_what_is_linked(packed: Path) -> None:
    path = only(packed, "*.spdx.json")
    assert validate_full_spdx_document(parse_file(str(path))) == []
    names = {package["name"]: package["versionInfo"] for package in json.loads(path.read_text())["packages"]}
    assert {"statusd", "swift-runtime", "swift-collections", "swift-log", "jansson", "expat"} <= set(names)
    assert all(names.values())


def test_what_is_built_is_not_linked_again(binary: Path) -> None:
    before = binary.stat().st_mtime_ns
    again = subprocess.run([ROOT / "scripts/build-release"], capture_output=True, text=True, check=True)
    assert again.stdout.strip() == str(binary)
    assert again.stderr == ""
    assert binary.stat().st_mtime_ns == before


def test_the_program_says_its_commit(binary: Path) -> None:
    changed = run("git", "-C", ROOT, "status", "--porcelain", "--", "Package.swift", "Sources", "schema")
    commit = run("git", "-C", ROOT, "rev-parse", "HEAD").strip()[:12]
    assert (f"commit {commit}" in run(binary, "--version")) == (changed == "")


def test_the_wheels_need_no_clone(packed: Path, binary: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--no-index", *packed.glob("*.whl"))
    assert (tmp_path / "venv/bin/statusd").read_bytes() == binary.read_bytes()
    said = run(tmp_path / "venv/bin/statusd-conformance", "--quick", "--only", "parse", "--", binary, cwd=tmp_path)
    assert " 0 failed" in said and not said.startswith("0 passed")
    agent = ["mcp", "--version", "2025-11-25", "--only", "messages", "--", binary, "mcp"]
    said = run(tmp_path / "venv/bin/statusd-conformance", *agent, cwd=tmp_path)
    assert " 0 failed" in said and "\n0 passed" not in said
    driver = "clients/python/tests/kit_driver.py"
    said = run(tmp_path / "venv/bin/statusd-conformance", "client", "--only", "result", "--", python, ROOT / driver)
    assert " 0 failed" in said and ": 0 passed" not in said
    use = "import statusd, inspect; print(inspect.getfile(statusd))"
    assert str(tmp_path) in run(python, "-c", use, cwd=tmp_path)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_units_are_good(packed: Path, binary: Path, system: Path, tmp_path: Path) -> None:
    dpkg(system, "--unpack", only(packed, "*.deb"))
    for unit in (system / "usr/lib/systemd/user").iterdir():
        text = unit.read_text()
        # The program that the package has stands elsewhere on this machine.
        assert unit.suffix == ".socket" or "ExecStart=/usr/bin/statusd serve\n" in text
        (tmp_path / unit.name).write_text(text.replace("/usr/bin/statusd", str(binary)))
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    for name in ("statusd.socket", "statusd.service"):
        run("systemd-analyze", "verify", "--user", "--man=no", tmp_path / name, env=environment)
