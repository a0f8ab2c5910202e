"""The modules of Tests/docs, which have a terminal and the binary under test, are imported by their own names."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Tests/docs"))
