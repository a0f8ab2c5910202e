"""The modules of scripts/test are imported by their own names, as they import each other."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/testing"))
