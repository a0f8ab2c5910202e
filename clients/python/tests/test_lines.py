"""Framing as a value."""

from __future__ import annotations

import pytest
from statusd.lines import LineBuffer

STREAM = b"one\n\ntwo, which is longer\nthree\ncut sho"


@pytest.mark.parametrize("size", range(1, len(STREAM) + 1))
def test_lines_do_not_depend_on_how_they_arrive(size: int) -> None:
    buffer = LineBuffer()
    pieces = [STREAM[start : start + size] for start in range(0, len(STREAM), size)]
    lines = [line for piece in pieces for line in buffer.feed(piece)]
    assert lines == [b"one", b"", b"two, which is longer", b"three"]
