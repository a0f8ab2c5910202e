"""Numbers as sources may write them."""

from __future__ import annotations

import json

import pytest
from statusd.numbers import integer


@pytest.mark.parametrize("digits", ["0", "-7", "123456789012345678901234567890"])
def test_integers_are_exact(digits: str) -> None:
    assert json.loads(f"[{digits}]", parse_int=integer) == [int(digits)]


@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_beyond_pythons_limit_is_infinite_and_no_error(sign: str) -> None:
    digits = sign + "9" * 5_000
    with pytest.raises(ValueError):
        json.loads(digits)
    assert json.loads(f"[{digits}]", parse_int=integer) == [float(sign + "inf")]
