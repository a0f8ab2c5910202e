"""Text from outside is handled by bytes or by Unicode scalars, not by `Character`.

To Swift's `Character` a slash with a combining mark behind it is no slash. A secret, a separator or an escape could be
hidden from us that programs and servers see. Sources/Text/String+Bytes.swift has these operations by bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from invariants.tree import Finding, Tree, matches

# A receiver whose elements are bytes or scalars says so by its name.
PLAIN = r"(?<![sS]calars)(?<!utf8)"
OPERATIONS = re.compile(
    r"\bhas(?:Prefix|Suffix)\b"
    rf'|{PLAIN}\.split\(\s*separator:\s*"[^"\n]*"'
    rf'|{PLAIN}\.(?:first|last)Index\(of:\s*"[^"\n]*"'
    # One character: of a list of names the first may be compared.
    rf'|{PLAIN}\.(?:first|last)\s*[!=]=\s*"(?:\\.[^"\n]*|[^"\n])"'
    rf'|{PLAIN}\.contains\("[^"\n]*"(?!\.utf8)'
    r"|\.replacing\((?!bytesOf:)[^(),]+,\s*with:"
    r'|\bflatMap\s*\{\s*\$0\s*==\s*"[^"\n]*"'
)
# Where the text is our own, or the elements are no characters.
PLACES = (
    # The command line, which its caller writes for itself, and what we print.
    "Sources/statusd/",
    # Digits that Swift has written.
    "Sources/Jansson/JSONWriter.swift",
    # The pages of our own documentation.
    "Sources/StatusServer/HelpDocument.swift",
    # Keys of the tables, and names of variables in capital letters.
    "Sources/Settings/Table/Setting.swift",
    # Arrays and slices of scalars.
    "Sources/Providers/Command/WordSplitter.swift",
    "Sources/Settings/Watch/LineTemplate.swift",
    # A set of names, which are compared whole.
    "Sources/Settings/File/FileLayer+RecoveryOptions.swift",
)
WHY = "a combining mark would hide it; use bytes or scalars, as Sources/Text/String+Bytes.swift does"


def check(tree: Tree) -> Iterator[Finding]:
    for file in tree.swift("Sources/"):
        if not file.is_in(*PLACES):
            for line, what in matches(OPERATIONS, file.without_comments):
                yield Finding(file.path, line, "characters", what, WHY)
