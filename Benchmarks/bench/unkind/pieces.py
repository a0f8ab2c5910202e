"""What unkind bodies are made of: pieces that are repeated until a size is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable

PLACE = b'{"latitude":53.5,"longitude":10}'


def filled(size: int, opening: bytes, piece: bytes, closing: bytes) -> bytes:
    """As many of the piece as there is room for."""
    return opening + piece * ((size - len(opening) - len(closing)) // len(piece)) + closing


def listed(size: int, opening: bytes, piece: bytes, closing: bytes) -> bytes:
    """The same with commas between them."""
    return filled(size, opening, piece + b",", piece + closing)


def numbered(size: int, opening: bytes, piece: Callable[[int], bytes], closing: bytes, most: int = 1_990_000) -> bytes:
    """The same of pieces that differ; so many at most, of two tokens each."""
    room = size - len(opening) - len(closing)
    pieces: list[bytes] = []
    while len(pieces) < most // 2:
        made = piece(len(pieces))
        room -= len(made) + 1
        if room < 0:
            break
        pieces.append(made)
    return opening + b",".join(pieces) + closing


def fleet(couriers: bytes = b"[]", packages: bytes = b"[]", before: bytes = b"") -> bytes:
    """A fleet with these arrays; `before` are members in front, each with a comma behind it."""
    return (
        b"{" + before + b'"central":' + PLACE + b',"couriers":' + couriers + b',"packages":' + packages + b',"vehicles":[]}'
    )


def courier(number: bytes, name: bytes = b"A", more: bytes = b"") -> bytes:
    """One with an id; `more` are members in front, each with a comma behind it."""
    return b"{" + more + b'"id":"' + number + b'","name":"' + name + b'","location":' + PLACE + b"}"


def couriers(size: int, ids: Iterable[bytes]) -> bytes:
    """A fleet of couriers with these ids, as far as there is room."""
    room, made = size - 200, []
    for number in ids:
        one = courier(number)
        room -= len(one) + 1
        if room < 0:
            break
        made.append(one)
    return fleet(b"[" + b",".join(made) + b"]")


def dish(name: bytes = b"A", category: bytes = b'"B"', price: bytes = b"1", more: bytes = b"") -> bytes:
    return b"{" + more + b'"name":"' + name + b'","category":' + category + b',"spicy":true,"price":' + price + b"}"
