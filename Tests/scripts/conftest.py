"""The modules of scripts/test, scripts/schema and scripts/bench are imported by their own names, as they import each other."""

import sys
from pathlib import Path

for folder in ("scripts", "scripts/testing", "Benchmarks"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / folder))
