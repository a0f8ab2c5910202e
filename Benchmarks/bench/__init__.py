"""What scripts/bench runs. See there for how it is called, and docs/performance.md for what it writes."""
