"""scripts/check-invariants finds what is planted, where it stands, and leaves what is allowed alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/check-invariants"

# The beginning of a table whose rows name their tests.
HELD = "<!-- held by tests -->\n| | held by |\n|---|---|\n"
KEYED = HELD.replace("| held by |", "| key | held by |")

# The map of the code, with a table of tasks that has this row.
MAP = "# Architecture\n\n## I want to change …\n\n| … | files | tests |\n|---|---|---|\n"

# A tree in which everything stands where it may, with every pattern once in a place or form that is allowed.
SOUND = {
    "ARCHITECTURE.md": (
        MAP + "| a shelf | `Shelf.put`, `StatusCore/L*.swift`, [limits](docs/operations.md#limits), StatusCore |"
        " `ShelfTests.swift`, `Tests/CoreTests/` |\n\n## Words\n\n| `anything` |\n"
    ),
    ".gitignore": "/.build/\n",
    "docs/design/shelves.md": (
        "A `Shelf` in `StatusCore/Links.swift`, `Links.swift` and `../operations.md`, as `Task` and `NAME` are.\n"
        "`Sources/NAME/L*.swift`, `.build/debug/a.o`, `/gone/a.swift`, `~/a.swift`, `$/a`, `text/event-stream`, `next/branch`, `a/`.\n"
        "```\n`gone/A.swift` and `Shelve`\n```\n"
    ),
    "docs/design/a/b.md": "",
    "CHANGELOG.md": "The numbers of PROTOCOL" + ".md are gone.\n",
    "Tests/ShelfTests.swift": "@Test func `a shelf holds ten books`() {}\n",
    "docs/configuration.md": "| `limits.books` | integer |\n",
    "docs/operations.md": (
        "| | limit | held by |\n|---|---|---|\n| outside of a table that is held | 1 | |\n\n"
        "<!-- held by tests -->\n| | limit | key | held by |\n|---|---|---|---|\n"
        "| books | 10 | `limits.books` | `a shelf holds ten books` |\n"
        "| shelves | 2 | fixed | [a file](../docs/configuration.md), `a shelf holds ten books` |\n"
        "| time | 1 s | `--time-out` | `a shelf holds ten books` |\n<!-- end -->\n"
    ),
    "Sources/Engine/Configuration/Configuration.swift": "import StatusCore\nvar system = SystemRandomNumberGenerator()\n",
    "Sources/JSONRPC/JSONWriter+Messages.swift": 'json.member("jsonrpc", "2.0")\n',
    "Sources/Reactor/Loop/TimeSource.swift": "let now = ContinuousClock.now\nunsafe clock_gettime(a, b)\n",
    "Sources/Settings/Settings.swift": "internal import Engine\n",
    "Sources/StatusCore/FailureKind.swift": (
        "enum FailureKind: String {\n  case offline, timeout\n  case notFound\n\n"
        "  var isLocal: Bool {\n    switch self {\n    case .offline: true\n"
        "    case .timeout, .notFound: false\n    }\n  }\n}\n"
    ),
    "Sources/StatusCore/Options.swift": "enum RecoveryOptionID { case tryAgain, useCache, custom(String) }\n",
    "Sources/StatusCore/Links.swift": (
        "/// A ``Shelf`` as ``StatusCore/Shelf``, ``Shelf/Row/count``, ``put(_:at:)`` and ``Shelf/put(_:at:)``.\n"
        "/// Also ``Row/label(_:size:)``, ``bound``, ``level``, ``subscript(_:)`` and ``FailureKind/offline``.\n"
        "@frozen\npublic struct Shelf: Level {\n  let bound = { (a: Int) in 1 }\n"
        "  enum Row {\n    case label(String, size: Int), empty\n    var count: Int { 0 }\n  }\n"
        "  func put<T>(_ book: [T: (Int, Int)],\n    at place: Int) {\n    let inner = 1\n  }\n"
        "  subscript(place: Int) -> Int { 1 }\n}\n"
        "extension Shelf {\n  /// ``init(of:)``, ``put(_:at:)``, ``Row`` and ``free(_:)``; `noLink` and ``.\n"
        "  init(of count: Int) {}\n}\n"
        "protocol Level {\n  var level: Int { get }\n}\nfunc free(_ shelf: Shelf) {}\n"
    ),
    "Sources/StatusCore/Shelf.swift": "extension Shelf {}\n",
    "Sources/StatusCore/Text.swift": (
        "// Neither Date() nor Task.sleep, and nothing unsafe.\n"
        'let words = "Date() unsafe" + #"Task.sleep("")"# /* import JSONRPC\n */\n'
    ),
    "Sources/StatusServer/Profiles/Native/Names.swift": 'let name = "stateChanged"\njson.member("a")\n',
    "Sources/StatusServer/Other.swift": (
        "switch letter {\ncase .offline: 1\ncase .elsewhere: 2\ndefault: 3\n}\n"
        'json.member(name)\nlet sentence = "initialize it first"\n'
    ),
    "Sources/StatusCore/Bytes.swift": (
        "// Not text.split(separator: \"/\"), nor name.hasPrefix(prefix).\n"
        'let parts = text.unicodeScalars.split(separator: "/") + scalars.first == "~"\n'
        'let rest = text.utf8.firstIndex(of: UInt8(ascii: "/")) ?? text.replacing(bytesOf: "a", by: "b")\n'
        'let is = names.first == name && names.last == "length" && text.utf8.contains("a") && bytes.replacing(Array(secret.utf8), with: Array(stars))\n'
    ),
    "Sources/statusd/Words.swift": 'let isOption = word.hasPrefix("-")\n',
    "Tests/CoreTests/Turns.swift": "init() { EventLoopThread.start() }\n@LoopActor @Test func `a turn`() {}\n",
    "Tests/CoreTests/A.swift": 'let now = ContinuousClock.now\nlet none = "/proc/nonexistent"\n',
}

PLANTED = [
    ("member-names", "Sources/StatusServer/Methods/A.swift", '\njson.member("id", 1)\n', 2),
    ("member-names", "Sources/Settings/A.swift", 'json.member(\n  "id", 1)\n', 1),
    ("member-names", "Sources/Engine/A.swift", 'json.member(named: "id") { $0.integer(1) }\n', 1),
    ("wire-names", "Sources/StatusServer/Session/A.swift", 'note("stateChanged")\n', 1),
    ("wire-names", "Sources/Engine/A.swift", '\n\nnote("shutdown")\n', 3),
    ("words", "Sources/Engine/A.swift", 'let a = "";\nlet b = Explanation.quoted(\n  "The cook is ill.")\n', 2),
    ("words", "Sources/Engine/A.swift", 'problem.explanation = .composed(#"Is it?"#)\n', 1),
    ("time", "Sources/Engine/A.swift", "let now = Date()\n", 1),
    ("time", "Sources/Reactor/Other.swift", 'let a = "//"; try await Task.sleep(for: .seconds(1))\n', 1),
    ("time", "Sources/StatusCore/A.swift", "/* two\nlines */ let now = SuspendingClock().now\n", 2),
    ("chance", "Sources/Engine/A.swift", "var system = SystemRandomNumberGenerator()\n", 1),
    ("chance", "Sources/StatusCore/A.swift", "let factor = Double.random(in: 0.9...1.1)\n", 1),
    ("sleep", "Tests/CoreTests/B.swift", "usleep(1_000)\n", 1),
    ("unsafe", "Sources/Engine/A.swift", "let first = unsafe pointer[0]\n", 1),
    ("unsafe", "Sources/StatusServer/A.swift", "nonisolated(unsafe) var count = 0\n", 1),
    ("imports", "Sources/Engine/A.swift", "import Jansson\nimport JSONRPC\n", 2),
    ("imports", "Sources/Engine/A.swift", "@testable import StatusServer\n", 1),
    ("imports", "Sources/Settings/A.swift", "package import struct StatusServer.Limits\n", 1),
    ("imports", "Sources/StatusCore/A.swift", "import Reactor\n", 1),
    ("imports", "Tests/EngineTests/A.swift", "import Engine\n@testable import StatusServer\n", 2),
    ("imports", "Tests/EngineTestSupport/A.swift", "import JSONRPC\n", 1),
    ("imports", "Sources/Presenter/A.swift", "import StatusCore\nimport Reactor\n", 2),
    (
        "closed-sets", "Sources/Engine/A.swift",
        "switch kind {\ncase .offline,\n  .timeout:\n  if true { }\ndefault: break\n}\n", 5,
    ),
    (
        "closed-sets", "Sources/Engine/A.swift",
        "switch a {\ncase .other:\n  switch b {\n  case .tryAgain: 1\n  @unknown default: 2\n  }\n}\n", 5,
    ),
    (
        "closed-sets", "Sources/Engine/A.swift",
        "switch option {\ncase .tryAgain: 1\ncase .custom(let name): 2\ndefault: 3\n}\n", 4,
    ),
    ("links", "Sources/Engine/A.swift", "\n/// As ``Shelve`` does.\n", 2),
    ("links", "Sources/Engine/A.swift", "/// As ``put(_:at:)`` does.\nstruct Other {}\n", 1),
    ("links", "Sources/Engine/A.swift", "/// As ``Shelf/put(_:to:)`` does.\n", 1),
    ("links", "Sources/Engine/A.swift", "/// As ``Shelf/put`` does.\n", 1),
    ("links", "Sources/Engine/A.swift", "/// As ``Shelf/Row/label(_:)`` does.\n", 1),
    ("links", "Sources/Engine/A.swift", "/// As ``Shelf/inner`` does.\n", 1),
    ("links", "Sources/Engine/A.swift", "/// As ``StatusCore/put(_:at:)`` does.\n", 1),
    ("links", "Sources/Engine/A.swift", "struct A {\n  /// As ``gone`` was.\n  var a: Int { let gone = 1 }\n}\n", 2),
    ("held", "docs/a.md", HELD + "| a | `no such test` |\n", 4),
    ("held", "docs/a.md", HELD + "| a | |\n", 4),
    ("held", "docs/a.md", HELD + "| a | words alone |\n", 4),
    ("held", "docs/a.md", HELD + "| a | [a file](../gone.py) |\n", 4),
    ("held", "README.md", HELD + "| a | `no such test` |\n", 4),
    ("held", "docs/a.md", KEYED + "| a | `limits.gone` | `a shelf holds ten books` |\n", 4),
    ("characters", "Sources/Engine/A.swift", '\nlet parts = path.split(separator: "/")\n', 2),
    ("characters", "Sources/Engine/A.swift", 'let parts = path.split(\n  separator: "/")\n', 1),
    ("characters", "Sources/Engine/A.swift", "let is = path.hasPrefix(prefix)\n", 1),
    ("characters", "Sources/Engine/A.swift", "let is = list.contains(where: text.hasSuffix)\n", 1),
    ("characters", "Sources/Engine/A.swift", 'let end = path.lastIndex(of: "/")\n', 1),
    ("characters", "Sources/Engine/A.swift", 'if path.first != "/" {}\n', 1),
    ("characters", "Sources/Engine/A.swift", 'if path.contains("/") {}\n', 1),
    ("characters", "Sources/Engine/A.swift", 'let text = line.replacing(secret, with: "***")\n', 1),
    ("characters", "Sources/Engine/A.swift", 'name.flatMap { $0 == "~" ? "~0" : String($0) }\n', 1),
    ("tasks", "ARCHITECTURE.md", "# Architecture\n", 1),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | `Shelf` | |\n", 7),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | words | `Tests/CoreTests/` |\n", 7),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | [gone](docs/gone.md) | `Tests/CoreTests/` |\n", 7),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | `Links.swift` | `Tests/CoreTests/` |\n", 7),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | `Shelf` | `swift test` |\n", 7),
    ("tasks", "ARCHITECTURE.md", MAP + "| a shelf | `Level` | `Tests/CoreTests/` |\n", 7),
    ("names", "CONTRIBUTING.md", "A `Shelve`.\n", 1),
    ("names", "docs/design/a.md", "\nA `Shelve`.\n", 2),
    ("names", "docs/adding-a-book.md", "\n`Shelf.get(_:)` finds it.\n", 2),
    ("paths", "docs/a.md", "\n```\na\n```\n\nSee `Engine/Gone.swift`.\n", 6),
    ("paths", "docs/a.md", "See `Gone.swift`.\n", 1),
    ("paths", "docs/a.md", "See `Sources/Gone/`.\n", 1),
    ("paths", "docs/a.md", "See `StatusCore/Gone`.\n", 1),
    ("paths", "docs/a.md", "See `Gone/`.\n", 1),
    ("paths", "docs/a.md", "See `Sources/NAME/Gone*.swift`.\n", 1),
    ("paths", "docs/a.md", "See `../gone/a.md`.\n", 1),
    ("excuses", "scripts/a", "#!/bin/sh\n# shellcheck" + " disable=SC1000\n", 2),
    ("excuses", "clients/.shellcheckrc", "disable" + "=SC1000\n", 1),
    ("length", "Sources/Engine/A.swift", "let a = 1\n" * 301, 301),
    ("length", "scripts/a", "#!/bin/sh\n" + "true\n" * 300, 301),
    ("length", "clients/a.css", "a {}\n" * 301, 301),
    ("length", "Sources/StatusCore/Failure/Catalogue/FailureCatalogue.swift", "let a = 1\n", 1),
    ("citations", "docs/a.md", "\nSee PROTOCOL" + ".md section 4.\n", 2),
    ("absences", "Tests/CoreTests/B.swift", '\nread("/none' + 'xistent/a")\n', 2),
    ("absences", "clients/js/test/a.test.js", "start('/no" + "/such/program')\n", 1),
    ("loops", "Tests/CoreTests/B.swift", "\n@LoopActor @Test func `a turn`() {}\n", 2),
    ("loops", "Tests/CoreTests/B.swift", "@LoopActor @Suite struct Turns {}\n", 1),
    ("loops", "Tests/CoreTests/B.swift", "@LoopActor struct TurnTests {}\n", 1),
]  # fmt: skip

# The longest function that may be is a header, this body and an end.
BODY = "    a\n" * 38
FUNCTIONS = [
    ("a.swift", "struct A {\n  @Test(.x) func `a b`(\n    c: Int\n  ) throws {\n", BODY[6 * 2 :], "  }\n}\n", 2),
    ("a.swift", "extension A {\n  package var b: Int {\n", BODY, "  }\n}\n", 2),
    ("a.swift", "extension A {\n  init?(b: Int) {\n", BODY, "  }\n}\n", 2),
    ("a.py", "async def a():\n", "    a\n" * 39, "", 1),
    ("a.js", "export async function a(b) {\n", BODY, "}\n", 1),
    ("a.js", "export function a(\n  b,\n) {\n", BODY[6 * 2 :], "}\n", 1),
    ("a.js", "const a = (b) => {\n", BODY, "};\n", 1),
    ("a.js", "class A {\n  static async #a(b) {\n", BODY, "  }\n}\n", 2),
    ("a.ts", "export function a(b: B): C {\n", BODY, "}\n", 1),
    ("a.test.js", 'test("a", async () => {\n', BODY, "});\n", 1),
    ("a.sh", "a() { # B\n", BODY, "}\n", 1),
    ("a.bash", "a() {\n  cat <<END\nb\nEND\n", BODY[6 * 3:], "}\n", 1),
    ("a.bats", '@test "a" {\n', BODY, "}\n", 1),
    ("a.lua", "function A.b(c)\n", BODY, "end\n", 1),
    ("a.lua", "A.b('c', function(d)\n", BODY, "end)\n", 1),
    ("a.el", "(cl-defun a (b)\n", "  a\n" * 38, "  b)\n\n;; about the next\n(defvar c)\n", 1),
    ("a.c", "static int a(int b) {\n#if 1\n", BODY[6:], "}\n", 1),
    ("a.h", "static inline int a(int b,\n                 int c) {\n", BODY[6:], "}\n", 1),
    ("a.vim", "export def A(b: number)\n", BODY, "enddef\n", 1),
    ("a.vim", "a['b'] = () => {\n", BODY, "}\n", 1),
]


def plant(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A work tree without a violation."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    plant(tmp_path, SOUND)
    return tmp_path


def findings(root: Path) -> tuple[list[str], int]:
    done = subprocess.run(
        [sys.executable, SCRIPT, root], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout.splitlines()[:-1], done.returncode


def test_what_is_allowed_is_no_finding(tree: Path) -> None:
    assert findings(tree) == ([], 0)


@pytest.mark.parametrize(("check", "path", "text", "line"), PLANTED)
def test_a_violation_is_found_where_it_stands(tree: Path, check: str, path: str, text: str, line: int) -> None:
    plant(tree, {path: text})
    lines, status = findings(tree)
    assert [found.split("] ")[0] for found in lines] == [f"{path}:{line}: [{check}"]
    assert status == 1


@pytest.mark.parametrize(("name", "header", "body", "end", "line"), FUNCTIONS)
def test_a_function_has_forty_lines(tree: Path, name: str, header: str, body: str, end: str, line: int) -> None:
    path = f"clients/{name}"
    plant(tree, {path: header + body + end})
    assert findings(tree) == ([], 0)
    plant(tree, {path: header + body + "    a\n" + end})
    lines, status = findings(tree)
    assert [found.split("] ")[0] for found in lines] == [f"{path}:{line}: [length"]
    assert "has 41 lines" in lines[0] and status == 1


def test_what_git_ignores_is_not_looked_at(tree: Path) -> None:
    plant(tree, {".gitignore": "/.build/\n/build/\n", "build/A.swift": "a\n" * 400})
    assert findings(tree) == ([], 0)


def test_what_a_program_has_written_may_be_long(tree: Path) -> None:
    plant(tree, {"clients/types.py": '"""Types. Written by scripts/schema."""\n' + "a = 1\n" * 400})
    assert findings(tree) == ([], 0)
    plant(tree, {"clients/types.py": '"""Types."""\n# Written by scripts/schema.\n' + "a = 1\n" * 400})
    assert [found.split("] ")[0] for found in findings(tree)[0]] == ["clients/types.py:402: [length"]


def test_an_empty_tree_is_a_failure(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert findings(tmp_path) == ([], 1)
