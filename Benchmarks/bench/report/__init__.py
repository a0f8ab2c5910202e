"""From figures to docs/performance.md: its tables between markers, its plots beside it."""
