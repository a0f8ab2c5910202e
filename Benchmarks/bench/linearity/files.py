"""Files that a person names: configuration, scenarios, routes and tracks; and what stands on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable

from bench.linearity import texts
from bench.linearity.case import Case, asking, file, instructions, limits, saying, until

SUBSCRIBE = asking("subscribeLocation").strip()


def configured(title: str, size: int, ending: str, make: Callable[[int], str]) -> Case:
    def count(program: str, number: int) -> float:
        path = file(f"{title}-{number}.{ending}", make(number))
        return instructions([program, "config", "--check", "--config", path], saying(b""))

    return Case(f"configuration: {title}", "configuration", size, count)


def located(title: str, form: str, size: int, make: Callable[[int], str]) -> Case:
    def count(program: str, number: int) -> float:
        path = file(f"{title}-{number}.{form}", make(number))
        command = [program, "--config", limits(), "--location", f"{form}:{path}"]
        return instructions(command, until(SUBSCRIBE, b'"loaded"', b'"failed"'))

    return Case(f"{form}: {title}", form, size, count)


def lined(title: str, size: int, words: Callable[[int], list[str]]) -> Case:
    # A refusal of words costs more than a call.
    family = f"command line: {' '.join(words(1)[:3])}"
    return Case(f"command line: {title}", family, size, lambda program, number: instructions([program, *words(number)], saying(b"")))


def track(points: str) -> str:
    return f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>'


def point(number: int, inside: str = "") -> str:
    time = f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
    return f'<trkpt lat="53.{number % 1000:03}" lon="10">{inside}<time>{time}</time></trkpt>'


def table(count: int, line: str) -> str:
    return "".join(line % number for number in range(count))


def resources(count: int) -> str:
    return json.dumps({"resources": {f"r{number}": {"source": f"file:/srv/{number}.json"} for number in range(count)}})


def scenario(count: int) -> str:
    steps: list[dict[str, object]] = [{"failure": "offline"} if number % 2 else {"delay": 1} for number in range(count)]
    return json.dumps({"resources": {"state": {"steps": steps}}})


CONFIGURATION = (
    configured("resources in JSON", 50, "json", resources),
    configured("resources in TOML", 50, "toml", lambda size: table(size, '[resources.r%d]\nsource = "demo"\n')),
    configured("headers in JSON", 200, "json", lambda size: json.dumps(
        {"resources": {"state": {"source": "http://a/", "headers": {f"X-{number}": "a" for number in range(size)}}}})),
    configured("headers in TOML", 200, "toml", lambda size: '[resources.state]\nsource = "http://a/"\n[resources.state.headers]\n' + table(size, 'X-%d = "a"\n')),
    configured("unknown keys in JSON", 200, "json", texts.members),
    configured("unknown keys in TOML", 200, "toml", lambda size: table(size, "k%d = 1\n")),
    configured("unknown keys of a resource", 200, "json", lambda size: f'{{"resources":{{"state":{texts.members(size)}}}}}'),
    configured("unknown tables", 200, "toml", lambda size: table(size, "[t%d]\na = 1\n")),
    configured("escaped names in JSON", 200, "json", lambda size: texts.members(size, True)),
    configured("many kinds of failures", 500, "json", lambda size: json.dumps({"recoveryOptions": {"a": {"title": "A", "for": ["offline"] * size}}})),
    configured("comments in TOML", 4_000, "toml", lambda size: "# a comment\n" * size),
    configured("a long string in TOML", 30_000, "toml", lambda size: '[metrics]\npath = "%s"\n' % ("x" * size)),
    configured("a long string of dollars", 3_000, "toml", lambda size: '[metrics]\npath = "/%s.prom"\n' % ("$${" * size)),
    configured("a long command", 800, "toml", lambda size: '[resources.a]\nsource = "command:true %s"\n' % ("'a b' " * size)),
    configured("a long address", 2_000, "toml", lambda size: '[resources.a]\nsource = "https://example.org/%s"\n' % ("a%20b/" * size)),
    configured("a long query", 2_000, "toml", lambda size: '[resources.a]\nsource = "https://example.org/?%s"\n' % ("a=b&" * size)),
    configured("braces in an address", 4_000, "toml", lambda size: '[resources.a]\nsource = "https://example.org/%s"\n' % ("{1}" * size)),
    configured("braces in a file's name", 4_000, "toml", lambda size: '[resources.a]\nsource = "file:/srv/%s"\n' % ("{1}{" * size)),
    configured("an array in TOML", 4_000, "toml", lambda size: "a = [" + "1," * size + "]\n"),
    configured("what is no TOML", 100_000, "toml", lambda size: "a = 1\n" * 2 + "=" * size),
    configured("what is no JSON", 20_000, "json", lambda size: '{"a":' + "[1," * 20 + "1," * size),
    Case("scenario: steps", "scenario", 300, lambda program, number: instructions(
        [program, "--scenario", file(f"scenario-{number}.json", scenario(number))], saying(b""))),
)  # fmt: skip

LOCATIONS = (
    located("places in JSON", "route", 300, lambda size: json.dumps([{"latitude": 1, "longitude": number % 90} for number in range(size)])),
    located("a place of many members", "route", 3_000, lambda size: f'[{{"latitude":1,"longitude":2,{texts.members(size)[1:-1]}}}]'),
    located("white space in JSON", "route", 30_000, lambda size: "[" + " " * size + '{"latitude":1,"longitude":2}]'),
    located("lines", "route", 500, lambda size: table(size, "53.1,%d\n").replace(",", ",0.")),
    located("comments", "route", 3_000, lambda size: "# a comment\n" * size + "1,2\n"),
    located("long comments", "route", 30_000, lambda size: ("# " + "x" * size + "\n") * 3 + "1,2\n"),
    located("columns", "route", 3_000, lambda size: "latitude,longitude" + ",x" * size + "\n1,2\n"),
    located("a long line", "route", 10_000, lambda size: "1,2" + ",3" * size + "\n"),
    located("points", "gpx", 300, lambda size: track("".join(map(point, range(size))))),
    located("extensions of a point", "gpx", 1_000, lambda size: track(point(0, "<extensions>" + "<a>1</a>" * size + "</extensions>") + point(1))),
    located("deep elements", "gpx", 10, lambda size: track(point(0, ("<a>" * 100 + "</a>" * 100) * size) + point(1))),
    located("attributes", "gpx", 1_000, lambda size: track("<a " + "".join(f'k{number}="1" ' for number in range(size)) + "/>" + point(0) + point(1))),
    located("a long text", "gpx", 60_000, lambda size: track(point(0, "<name>" + "x" * size + "</name>") + point(1))),
    located("a long time", "gpx", 160_000, lambda size: track(point(0) + point(1).replace("<time>", "<time>" + " " * size))),
    located("references in a text", "gpx", 6_000, lambda size: track(point(0, "<name>" + "&#65;" * size + "</name>") + point(1))),
    located("comments in XML", "gpx", 4_000, lambda size: track("<!-- a -->" * size + point(0) + point(1))),
    located("a long comment in XML", "gpx", 100_000, lambda size: track("<!--" + "x" * size + "-->" + point(0) + point(1))),
)  # fmt: skip

FLEET = ["--clock", "manual", "--seed", "1"]
COMMAND_LINE = (
    lined("a template of many places", 100, lambda size: ["watch", "--once", "--format", "{value.couriers.length} " * size, *FLEET]),
    lined("a template of a long path", 1_000, lambda size: ["watch", "--once", "--format", "{value" + ".a" * size + "}", *FLEET]),
    lined("a template of words", 3_000, lambda size: ["watch", "--once", "--format", "{age} " + "word " * size, *FLEET]),
    lined("a template that is open", 20_000, lambda size: ["watch", "--once", "--format", "{{" * size + "{", *FLEET]),
    lined("a pointer of many names", 2_000, lambda size: ["call", "getState", "--pointer", "/a" * size, *FLEET]),
    lined("a pointer of escapes", 2_000, lambda size: ["call", "getState", "--pointer", "/" + "~0" * size, *FLEET]),
    lined("words of a command", 500, lambda size: ["config", "--check", "--resource", "a=command:true" + " 'a'" * size]),
    lined("params in JSON", 2_000, lambda size: ["call", "getState", texts.members(size), *FLEET]),
    lined("many words", 250, lambda size: ["call", "getState", *(f"k{number}=1" for number in range(size)), *FLEET]),
)  # fmt: skip

CASES = (*CONFIGURATION, *LOCATIONS, *COMMAND_LINE)
