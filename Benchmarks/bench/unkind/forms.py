"""The forms of unkind bodies, each of any size."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from bench.unkind.pieces import courier, couriers, dish, filled, fleet, listed, numbered


@dataclass(frozen=True)
class Form:
    """A body that somebody could choose to hold the loop."""

    title: str
    shape: str
    make: Callable[[int], bytes]
    #: Where the value is in the body.
    pointer: str = ""

    def __str__(self) -> str:
        return f"{self.shape}{' at ' + self.pointer if self.pointer else ''}: {self.title}"


def names(letter: bytes) -> Callable[[int], bytes]:
    return lambda number: b'"%s%d":1' % (letter, number)


def in_order(size: int) -> bytes:
    return couriers(size, (b"%08d" % number for number in itertools.count()))


def many(name: bytes) -> Callable[[int], bytes]:
    """Members of a courier or a dish, which are passed over."""
    return lambda size: numbered(size - 300, b"", names(name), b",")


DEEP = b'[{"abcdefgh":' * 62 + b"1" + b"}]" * 62
SHUFFLED = 7_919

#: JSON as such, which the shape any takes.
JSON: dict[str, Callable[[int], bytes]] = {
    "one long string": lambda size: filled(size, b'"', b"x", b'"'),
    "one string beyond ASCII": lambda size: filled(size, b'"', "é".encode(), b'"'),
    "one string of line breaks of Unicode": lambda size: filled(size, b'"', "\u2028".encode(), b'"'),
    "one string of escapes": lambda size: filled(size, b'"', rb"\u0041", b'"'),
    "one string of short escapes": lambda size: filled(size, b'"', rb"\n", b'"'),
    "one string of surrogate pairs": lambda size: filled(size, b'"', rb"\ud83d\ude00", b'"'),
    "many short strings": lambda size: listed(size, b"[", b'"ab"', b"]"),
    "many strings of one escape": lambda size: listed(size, b"[", rb'"\n"', b"]"),
    "many empty arrays": lambda size: listed(size, b"[", b"[      ]", b"]"),
    "many empty objects": lambda size: listed(size, b"[", b"{      }", b"]"),
    "deep arrays and objects": lambda size: listed(size, b"[", DEEP[13:-2], b"]"),
    "one object of many names": lambda size: numbered(size, b"{", names(b"k"), b"}"),
    "one object of many escaped names": lambda size: numbered(size, b"{", names(rb"\u006b"), b"}"),
    "one object of names that begin alike": lambda size: numbered(size, b"{", names(b"k" * 24), b"}"),
    "one object of short names": lambda size: numbered(size, b"{", lambda number: b'"%x":1' % number, b"}"),
    "one name twice at the end": lambda size: numbered(size, b"{", names(b"k"), b',"k0":1}'),
    "small objects of escaped names": lambda size: listed(size, b"[", rb'{"\u0061":1,"\u0062":2}', b"]"),
    "one long name": lambda size: filled(size, b'{"', b"n", b'":1}'),
    "one long name of escapes": lambda size: filled(size, b'{"', rb"\u006e", b'":1}'),
    "one number of many digits": lambda size: filled(size, b"", b"1", b""),
    "one fraction of many digits": lambda size: filled(size, b"0.", b"1", b""),
    "one exponent of many digits": lambda size: filled(size, b"1e", b"0", b"1"),
    "many short numbers": lambda size: listed(size, b"[", b"1.25", b"]"),
    "many numbers of 309 digits": lambda size: listed(size, b"[", b"1" * 309, b"]"),
    "many numbers with exponents": lambda size: listed(size, b"[", b"1e30", b"]"),
    "white space": lambda size: filled(size, b"[", b" \n", b"1]"),
    "white space between all tokens": lambda size: listed(size, b"[", b" \t1\r\n", b"]"),
    "bad at the very end": lambda size: listed(size, b"[", b'"ab"', b"}"),
    "a string without an end": lambda size: filled(size, b'"', b"x", b""),
    "invalid UTF-8 at the end": lambda size: filled(size, b'"', "é".encode(), b'\xff"'),
}

FLEETS: dict[str, Callable[[int], bytes]] = {
    "couriers in order": in_order,
    "couriers in the reverse order": lambda size: couriers(size, (b"%08d" % number for number in range(10_000_000, 0, -1))),
    "couriers in no order": lambda size: couriers(size, (b"%08d" % (number * SHUFFLED % 10_000_019) for number in itertools.count())),
    "couriers of one id": lambda size: couriers(size, itertools.repeat(b"1")),
    "couriers of long ids that begin alike": lambda size: couriers(
        size, (b"x" * (size // 80) + b"%08d" % number for number in range(10_000_000, 0, -1))),
    "two couriers of ids of escapes": lambda size: fleet(
        b"[" + courier(rb"\u0007" * (size // 12 - 60) + b"2") + b"," + courier(rb"\u0007" * (size // 12 - 60) + b"1") + b"]"),
    "one courier of many names": lambda size: fleet(b"[" + courier(b"1", more=many(b"k")(size)) + b"]"),
    "one courier of many escaped names": lambda size: fleet(b"[" + courier(b"1", more=many(rb"\u006b")(size)) + b"]"),
    "one courier with a name of escapes": lambda size: fleet(b"[" + courier(b"1", filled(size - 300, b"", rb"\u0041", b"")) + b"]"),
    "one courier with a long name": lambda size: fleet(b"[" + courier(b"1", filled(size - 300, b"", b"x", b"")) + b"]"),
    "one courier with a name beyond ASCII": lambda size: fleet(b"[" + courier(b"1", filled(size - 300, b"", "é".encode(), b"")) + b"]"),
    "one courier with a deep member": lambda size: fleet(
        b"[" + courier(b"1", more=listed(size - 300, b'"more":[', DEEP[39:-6], b"],")) + b"]"),
    "one courier with a latitude of many digits": lambda size: fleet(b"[" + courier(b"1").replace(b"53.5", filled(size - 300, b"53.", b"1", b"")) + b"]"),
    "one courier with a latitude of many zeros": lambda size: fleet(b"[" + courier(b"1").replace(b"53.5", filled(size - 300, b"53.", b"0", b"1")) + b"]"),
    "couriers with latitudes of 17 digits": lambda size: fleet(
        numbered(size - 200, b"[", lambda number: courier(b"%d" % number).replace(b"53.5", b"53.123456789012345"), b"]")),
    "a place of many names": lambda size: fleet(b"[" + courier(b"1").replace(b'{"lat', b"{" + many(b"k")(size) + b'"lat') + b"]"),
    "many names beside the couriers": lambda size: fleet(before=many(b"k")(size)),
    "many escaped names beside the couriers": lambda size: fleet(before=many(rb"\u006b")(size)),
    "a fault in the last courier": lambda size: fleet(
        numbered(size - 200, b"[", lambda number: courier(b"%08d" % number), b',{"id":1}]')),
    "one id of many escapes": lambda size: fleet(b"[" + courier(filled(size - 300, b"", rb"\u0041", b"")) + b"]"),
}  # fmt: skip

MENUS: dict[str, Callable[[int], bytes]] = {
    "one dish of many names": lambda size: b"[" + dish(more=many(b"k")(size)) + b"]",
    "one dish of many escaped names": lambda size: b"[" + dish(more=many(rb"\u006b")(size)) + b"]",
    "one dish with a name of escapes": lambda size: b"[" + dish(filled(size - 300, b"", rb"\u0041", b"")) + b"]",
    "a category of many names": lambda size: b"[" + dish(category=numbered(size - 300, b"{", names(b"k"), b',"name":"B"}')) + b"]",
    "a price of many digits": lambda size: b"[" + dish(price=filled(size - 300, b"1.", b"1", b"")) + b"]",
    "prices with exponents": lambda size: listed(size, b"[", dish(price=b"1.2345678901234567e-30"), b"]"),
    "one section": lambda size: listed(size, b"[", dish(), b"]"),
    "a section for each dish": lambda size: numbered(size, b"[", lambda number: dish(category=b'"c%d"' % number), b"]"),
    "sections in the reverse order": lambda size: numbered(
        size, b"[", lambda number: dish(category=b'"c%d"' % (10_000_000 - number)), b"]"),
    "two long categories": lambda size: b"[" + dish(category=b'"' + b"c" * (size // 2 - 100) + b'1"') + b","
        + dish(category=b'"' + b"c" * (size // 2 - 100) + b'2"') + b"]",
}  # fmt: skip

TEXTS: dict[str, Callable[[int], bytes]] = {
    "ASCII": lambda size: filled(size, b"", b"x", b"\n"),
    "what needs escapes": lambda size: filled(size, b"", b"\x01", b""),
    "quotes": lambda size: filled(size, b"", b'"', b""),
    "line breaks of Unicode": lambda size: filled(size, b"", "\u2028".encode(), b""),
    "invalid UTF-8 at the end": lambda size: filled(size, b"", "é".encode(), b"\xff"),
    "blank lines": lambda size: filled(size, b"x", b"\n", b""),
    "short lines": lambda size: filled(size, b"", b"abcd\r\n", b""),
}


def within(make: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """The same within a member that a pointer leads to."""
    return lambda size: b'{"x":[' + make(size // 2 - 8) + b'],"y":' + make(size // 2 - 8) + b"}"


POINTED = ("one long string", "one string of escapes", "one object of many escaped names", "one number of many digits", "many short numbers")

FORMS = (
    *(Form(title, "any", make) for title, make in JSON.items()),
    *(Form(title, "any", within(JSON[title]), "/y") for title in POINTED),
    Form("one long name of escapes on the way", "any", lambda size: filled(size, b'{"', rb"\u006e", b'":1,"y":2}'), "/y"),
    *(Form(title, "fleet", make) for title, make in FLEETS.items()),
    *(Form(title, "menu", make) for title, make in MENUS.items()),
    *(Form(title, shape, make) for shape in ("text", "lines") for title, make in TEXTS.items()),
)
