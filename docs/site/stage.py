"""Copies the pages of the repository, and the files that they link to, to a folder, and writes their contents page.

usage: stage.py ROOT FOLDER
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

#: Titles and pages, in the order in which a newcomer wants them. A folder stands for the pages in it that are not named.
CONTENTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Begin",
        ("README.md", "docs/quick-start.md", "docs/recipes.md", "docs/mcp.md", "docs/command-line.md", "docs/sharing.md"),
    ),
    ("Use", ("docs/protocol.md", "docs/sessions.md", "docs/failures.md", "docs/configuration.md")),
    (
        "Test",
        ("docs/scenarios.md", "docs/conformance.md", "schema/conformance/README.md", "schema/mcp/cases/README.md", "schema/client/README.md")
        + ("Fuzz/README.md",),
    ),
    ("Run", ("docs/operations.md", "docs/scaling.md", "docs/performance.md", "SECURITY.md")),
    ("Clients", ("docs/clients.md", "docs/screens.md", "clients", "clients/js/platforms/linux-x64/README.md")),
    ("Develop", ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs", "schema/README.md", "Benchmarks", "CHANGELOG.md")),
    ("Design", ("docs/design/README.md", "docs/design")),
    ("Decisions", ("docs/decisions/README.md", "docs/decisions")),
)
#: Where pages are, beside the root.
PLACES = ("docs/", "clients/", "schema/", "Benchmarks/", "Fuzz/")
#: What no reader looks for.
APART = re.compile(r"docs/site/|clients/.+/(src|tests?|node_modules)/|Fuzz/(Sources|FailCases|Daemon)/")
#: The target of a link, in its brackets.
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)")


def main(root: Path, folder: Path) -> None:
    files = tracked(root)
    pages = [name for name in files if is_page(name)]
    shutil.rmtree(folder, ignore_errors=True)
    lists: set[str] = set()
    for page in pages:
        text = (root / page).read_text(encoding="utf-8")
        folders = linked_folders(root, page, text)
        lists |= {path for path in folders.values() if f"{path}/README.md" not in pages}
        write(folder / page, with_pages(text, folders, lists))
    for path in sorted(lists):
        inside = [posixpath.basename(name) for name in files if posixpath.dirname(name) == path]
        write(folder / path / "contents.md", listing(path, inside))
    # What is shown or linked to lies where it lay.
    for name in files:
        if name not in pages and (name.startswith(PLACES) or posixpath.dirname(name) in lists or "/" not in name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, folder / name)
    write(folder / "contents.md", contents(pages, sorted(f"{path}/contents.md" for path in lists)))


def tracked(root: Path) -> list[str]:
    words = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and (root / name).is_file())


def is_page(name: str) -> bool:
    return name.endswith(".md") and ("/" not in name or name.startswith(PLACES)) and not APART.match(name)


def linked_folders(root: Path, page: str, text: str) -> dict[str, str]:
    """The targets of links to folders, and the paths of these from the root."""
    here = posixpath.dirname(page)
    paths = {target: posixpath.normpath(posixpath.join(here, target)) for target in LINK.findall(text)}
    return {target: path for target, path in paths.items() if (root / path).is_dir()}


def with_pages(text: str, folders: dict[str, str], lists: set[str]) -> str:
    """Links to a folder lead to its page: its README, or the list of its files."""

    def page(match: re.Match[str]) -> str:
        target = match[0]
        if target not in folders:
            return target
        return posixpath.join(target, "contents.md" if folders[target] in lists else "README.md")

    return LINK.sub(page, text)


def listing(folder: str, names: list[str]) -> str:
    return f"# {folder}\n\n" + "\n".join(f"- [{name}]({name})" for name in names) + "\n"


def contents(pages: list[str], hidden: list[str]) -> str:
    left = list(pages)
    named = {name for _, names in CONTENTS for name in names}
    text = "# statusd\n\n"
    for title, names in CONTENTS:
        here: list[str] = []
        for name in names:
            inside = [page for page in left if page.startswith(f"{name}/") and page not in named]
            depth = name.count("/") + (2 if name == "clients" else 1)
            here += [name] if name in left else [page for page in inside if page.count("/") <= depth]
        text += tree(here, caption=title)
        left = [page for page in left if page not in here]
    if left:
        raise SystemExit(f"these pages are in no section of the contents: {', '.join(left)}")
    return text + tree(hidden)


def tree(pages: list[str], caption: str | None = None) -> str:
    options = ":hidden:\n" if caption is None else f":caption: {caption}\n:maxdepth: 1\n"
    return f"```{{toctree}}\n{options}\n" + "\n".join(pages) + "\n```\n\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
