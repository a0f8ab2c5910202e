"""Whoever reads what others wrote takes time in proportion to its bytes: scripts/bench --linear."""

from bench.linearity.check import closing, count

__all__ = ["closing", "count"]
