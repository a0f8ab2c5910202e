"""What stands where: JSON names, time and chance, unsafe code, imports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Source, Tree, matches

# Where the names of JSON members may stand: those of the domain, of the envelope, of a line of the log.
WIRE = (
    "Sources/StatusServer/Wire/",
    "Sources/StatusServer/Profiles/",
    "Sources/JSONRPC/",
    "Sources/statusd/Host/StandardErrorLog.swift",
    # What status bars read.
    "Sources/statusd/Watch/Formats/",
    # The params of methods that commands call with names of their own.
    "Sources/statusd/Wait/WaitRequest+JSON.swift",
    "Sources/statusd/Client/ClientParams+JSON.swift",
    # What shared daemons say of themselves beside their sockets, and what lists them.
    "Sources/statusd/Connect/SharedInfo+JSON.swift",
    "Sources/statusd/Daemons/RunningDaemon+JSON.swift",
    "Sources/statusd/Doctor/DoctorCheck+JSON.swift",
    "Sources/statusd/Config/SettingsListing+JSON.swift",
    "Sources/statusd/Reference/MethodDescription+JSON.swift",
    # What sources give, which is read and not written.
    "Sources/Providers/Decoding/",
)
MEMBER = re.compile(r'\.member\(\s*(?:named:\s*)?#*"[^"]*"')

# Method and notification names belong to one protocol; other protocols have other names for the same things. Both
# begin with `initialize`.
NATIVE = ("Sources/StatusServer/Profiles/Native/", "Sources/StatusServer/Profiles/MCP/")
WIRE_NAME = re.compile(r'"(?:stateChanged|locationChanged|screenChanged|initialize|shutdown)"')

# Text in place of a case of Explanation is of others, or comes from a module that knows no failures.
WORDS = re.compile(r'\.(?:quoted|composed)\(\s*#*"(?!\\\()')

TIME = re.compile(r"\bDate\(|\bContinuousClock\b|\bSuspendingClock\b|\bTask\.sleep\b|\bclock_gettime\b")
# `Monitor` waits on a condition variable until a date, which pthreads take on the system's clock.
TIME_PLACES = ("Sources/Reactor/Loop/TimeSource.swift", "Sources/Reactor/Threads/Monitor.swift")
CHANCE = re.compile(r"\bSystemRandomNumberGenerator\b|\.random\(in:")
# `Configuration.fixChance` draws the seed where none is given.
CHANCE_PLACES = ("Sources/Engine/Configuration/Configuration.swift",)
SLEEP = re.compile(r"\bTask\.sleep\b|\b(?:u|nano)?sleep\(")

# The modules around C, and the few files of other modules that call it. Each has its proofs in comments.
UNSAFE = re.compile(r"\bunsafe\b")
UNSAFE_PLACES = (
    "Sources/Jansson/",
    "Sources/Reactor/",
    "Sources/Providers/Command/CommandSource.swift",
    "Sources/Providers/File/HomePath.swift",
    "Sources/Providers/File/RegularFile.swift",
    "Sources/Providers/HTTP/Curl",
    "Sources/Providers/HTTP/TransferReport+Problem.swift",
    "Sources/Providers/Location/GPX/XMLReader.swift",
    "Sources/Providers/Network/NetworkRoute.swift",
    "Sources/Settings/Environment/Environment.swift",
    "Sources/Settings/File/PathExistence.swift",
    "Sources/Settings/File/TOMLText.swift",
    "Sources/StatusServer/HelpDocument.swift",
    "Sources/StatusServer/SchemaFile.swift",
    "Sources/Store/FileIdentity.swift",
    "Sources/Store/SQLite/",
    "Sources/Store/StoreFolder.swift",
)

IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(?:[a-z]+[ \t]+)?[\w.]+", re.MULTILINE
)
# What must not be imported below a folder, and why.
FORBIDDEN_IMPORTS = {
    "Sources/Engine/": (
        {"JSONRPC", "StatusServer", "Settings", "statusd"},
        "the engine serves every protocol and knows none",
    ),
    **dict.fromkeys(
        ("Tests/EngineTests/", "Tests/EngineTestSupport/"),
        ({"JSONRPC", "StatusServer", "statusd"}, "the engine is tested without a session"),
    ),
    "Sources/Settings/": (
        {"JSONRPC", "StatusServer", "statusd"},
        "the configuration is read before there is a server",
    ),
}
# What may import nothing else of ours, and why.
PURE: dict[str, tuple[set[str], str]] = {
    "StatusCore": (set(), "the domain imports nothing of ours"),
    "Presenter": ({"StatusCore"}, "what a screen shows is made of the domain alone"),
}


def misplaced(
    tree: Tree, folder: str, pattern: re.Pattern[str], places: tuple[str, ...], check: str, why: str,
    view: str = "code",
) -> Iterator[Finding]:  # fmt: skip
    """Every place of `pattern` below `folder` but outside `places`."""
    for file in tree.swift(folder):
        if not file.is_in(*places):
            for line, what in matches(pattern, getattr(file, view)):
                yield Finding(file.path, line, check, what, why)


def member_names(tree: Tree) -> Iterator[Finding]:
    why = "names of JSON members stand in StatusServer/Wire, StatusServer/Profiles, JSONRPC or the log's format"
    return misplaced(tree, "Sources/", MEMBER, WIRE, "member-names", why, view="without_comments")


def wire_names(tree: Tree) -> Iterator[Finding]:
    why = "names of methods and notifications stand in the folders of StatusServer/Profiles alone"
    return misplaced(tree, "Sources/", WIRE_NAME, NATIVE, "wire-names", why, view="without_comments")


def words(tree: Tree) -> Iterator[Finding]:
    why = "a sentence of ours is a case of Explanation, whose words stand in StatusCore/Failure/Catalogue"
    return misplaced(tree, "Sources/", WORDS, (), "words", why, view="without_comments")


def time(tree: Tree) -> Iterator[Finding]:
    why = "time is a parameter; Reactor's TimeSource alone reads it"
    return misplaced(tree, "Sources/", TIME, TIME_PLACES, "time", why)


def chance(tree: Tree) -> Iterator[Finding]:
    why = "chance comes from the seed, which Configuration.fixChance alone draws"
    return misplaced(tree, "Sources/", CHANCE, CHANCE_PLACES, "chance", why)


def sleeps(tree: Tree) -> Iterator[Finding]:
    why = "a test advances manual time, or waits for the event itself"
    return misplaced(tree, "Tests/", SLEEP, (), "sleep", why)


def unsafe(tree: Tree) -> Iterator[Finding]:
    why = "unsafe code stands in the wrappers of C; add a place only with its proof"
    return misplaced(tree, "Sources/", UNSAFE, UNSAFE_PLACES, "unsafe", why)


def imports(tree: Tree) -> Iterator[Finding]:
    ours = {file.path.split("/")[1] for file in tree.texts if file.path.startswith("Sources/")}
    pure = {f"Sources/{module}/": (ours - {module} - allowed, why) for module, (allowed, why) in PURE.items()}
    for folder, (names, why) in {**FORBIDDEN_IMPORTS, **pure}.items():
        for file in tree.swift(folder):
            yield from forbidden_imports(file, names, why)


def forbidden_imports(file: Source, names: set[str], why: str) -> Iterator[Finding]:
    for line, what in matches(IMPORT, file.code):
        name = what.split()[-1].split(".")[0]
        if name in names:
            yield Finding(file.path, line, "imports", f"import {name}", why)


CHECKS = (member_names, wire_names, words, time, chance, sleeps, unsafe, imports)
