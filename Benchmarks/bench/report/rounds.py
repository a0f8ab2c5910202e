"""What the rounds of a suite have measured."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

Round = dict[str, Any]


def median(rows: Sequence[Round], key: str) -> float:
    return statistics.median(float(row[key]) for row in rows)


def values(rows: Sequence[Round], key: str) -> list[float]:
    return [float(row[key]) for row in rows]
