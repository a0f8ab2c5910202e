"""What a client writes, in either framing."""

from __future__ import annotations

from collections.abc import Callable

from bench import frames
from bench.linearity import texts
from bench.linearity.case import Case, instructions, limits, saying

OPENING = '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n'


def told(title: str, size: int, make: Callable[[int], str | bytes]) -> Case:
    def count(program: str, number: int) -> float:
        made = make(number)
        sent = made.encode() if isinstance(made, str) else made
        return instructions([program, "--config", limits()], saying(sent))

    return Case(f"messages: {title}", "messages", size, count)


def framed(body: bytes, *headers: bytes) -> bytes:
    return b"".join(header + b"\r\n" for header in (b"Content-Length: %d" % len(body), *headers)) + b"\r\n" + body


def params(name: str) -> Callable[[int], str]:
    # initialize passes over what it does not know.
    return lambda size: OPENING % ("initialize", f'{{"capabilities":{texts.SHAPES[name](size)}}}')


SMALL = frames.request(1, "getState") + b"\n"
HEADED = framed(frames.request(1, "getState"))

CASES = (
    *(told(f"params with {name}", texts.size(name), params(name)) for name in texts.SHAPES),
    told("params of many members", 2_000, lambda size: OPENING % ("initialize", texts.members(size))),
    told("params of many escaped names", 800, lambda size: OPENING % ("initialize", texts.members(size, True))),
    told("positional params", 8_000, lambda size: OPENING % ("getState", list(range(size)))),
    told("unknown members of a request", 2_000, lambda size: '{"jsonrpc":"2.0","id":1,"method":"getState",' + texts.members(size)[1:] + "\n"),
    told("an unknown method with a long name", 800_000, lambda size: OPENING % ("m" * size, "{}")),
    told("an unknown param with a long name", 800_000, lambda size: OPENING % ("getState", '{"%s":1}' % ("n" * size))),
    told("a long id", 800_000, lambda size: '{"jsonrpc":"2.0","id":"%s","method":"getState"}\n' % ("i" * size)),
    told("a resource with a long name", 800_000, lambda size: OPENING % ("getState", '{"resource":"%s"}' % ("n" * size))),
    told("a batch of calls", 400, lambda size: b"[" + b",".join([SMALL.strip()] * size) + b"]\n"),
    told("a batch of what is no call", 200, lambda size: "[" + ",".join(["1"] * size) + "]\n"),
    told("many messages", 400, lambda size: SMALL * size),
    told("many lines that are no JSON", 200, lambda size: b"noise\n" * size),
    told("a long line that is no JSON", 2_000_000, lambda size: b"x" * size + b"\n"),
    told("a long message that ends too early", 20_000, lambda size: "[" * 100 + "1," * size + "\n"),
    told("blank lines", 100_000, lambda size: b"\n" * size + SMALL),
    told("a long line of invalid UTF-8", 400_000, lambda size: b'{"jsonrpc":"' + b"\xff" * size + b'"}\n'),
    told("headers: many messages", 400, lambda size: HEADED * size),
    told("headers: many of one message", 16_000, lambda size: framed(b"1", *[b"X: y"] * size) + HEADED),
    told("headers: many that are short, in many messages", 100, lambda size: framed(b"1", *[b"X: y"] * 100) * size),
    told("headers: a long one", 4_000_000, lambda size: framed(b"1", b"X: " + b"y" * size) + HEADED),
    told("headers: parameters of a type", 20, lambda size: framed(b"1", b"Content-Type: a/b" + b";a=b" * 1_000) * size),
    told("headers: noise", 400_000, lambda size: HEADED + b"Content-Lengt" * size + b"\r\n" + HEADED),
    told("headers: a long body that is no JSON", 8_000_000, lambda size: framed(b"x" * size)),
)  # fmt: skip
