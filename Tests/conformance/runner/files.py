"""Files of cases: an object on each line."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

HERE = pathlib.Path(__file__).resolve()
#: Beside this file in the wheel of scripts/package.
PACKED = HERE.parent / "kit"
SCHEMA = PACKED if PACKED.is_dir() else HERE.parents[3] / "schema"


@dataclass(frozen=True)
class Line:
    """One line of a case file."""

    group: str
    number: int
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.content["name"])

    @property
    def place(self) -> str:
        return f"{self.group}.jsonl:{self.number}"

    @property
    def requires(self) -> frozenset[str]:
        return frozenset(self.content.get("requires", ()))


Kind = TypeVar("Kind", bound=Line)


def read(directory: pathlib.Path, kind: type[Kind]) -> list[Kind]:
    """The cases of every file of that directory, in order."""
    return [
        kind(path.stem, number, json.loads(line))
        for path in sorted(directory.glob("*.jsonl"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.strip()
    ]
