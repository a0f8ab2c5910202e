"""What a soak run looks for."""

from __future__ import annotations


class Violation(Exception):
    """The daemon did what its contract forbids, or did not do in time what it promises."""
