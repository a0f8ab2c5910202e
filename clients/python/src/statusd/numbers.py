"""Numbers of any length."""

from __future__ import annotations


def integer(digits: str) -> int | float:
    """What a JSON integer is worth; as a float where Python refuses to read an int so long.

    A resource of shape `any` brings numbers as its source wrote them, and one of them must not end the session.
    https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation
    """
    try:
        return int(digits)
    except ValueError:
        return float(digits)
