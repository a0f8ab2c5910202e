"""Where things stand. Whatever is made stands in .build-bench, which git ignores."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "Benchmarks"
WORK = ROOT / ".build-bench"

BUDGETS = BENCHMARKS / "budgets.json"
PAGE = ROOT / "docs/performance.md"
PLOTS = ROOT / "docs/performance"
SCALING_PAGE = ROOT / "docs/scaling.md"
SCALING_PLOTS = ROOT / "docs/scaling"
PROFILE = WORK / "profile"
RAW = WORK / "figures.json"


def work(name: str) -> Path:
    """A file of the work folder, whose folder is there."""
    path = WORK / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
