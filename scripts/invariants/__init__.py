"""The checks of scripts/check-invariants, one group to a file."""
