"""What sources give: values of each shape, from a file."""

from __future__ import annotations

import json
from collections.abc import Callable

from bench import values
from bench.linearity import texts
from bench.linearity.case import Case, asking, file, instructions, limits, saying

PLACE = {"latitude": 53.5, "longitude": 10.0}


def read(title: str, shape: str, size: int, make: Callable[[int], str | bytes]) -> Case:
    def count(program: str, number: int) -> float:
        path = file(f"{shape} {title}-{number}.json", make(number))
        name = {"fleet": "state", "menu": "menu", "any": "other"}[shape]
        command = [program, "--config", limits(), "--resource", f"{name}=file:{path}"]
        return instructions(command, saying(asking("refresh", {"resource": name})))

    return Case(f"{shape}: {title}", shape, size, count)


def fleet(**members: object) -> str:
    return json.dumps({"central": PLACE, "couriers": [], "packages": [], "vehicles": [], **members})


def courier(number: int, **members: object) -> dict[str, object]:
    return {"id": f"c{number}", "name": "A", "location": PLACE, **members}


def with_members(text: str, size: int, escaped: bool = False) -> str:
    """Has the object that begins with the id of a courier, or the outermost one, many members more."""
    more = texts.members(size, escaped)[1:-1]
    return text.replace('"id"', f'{more}, "id"', 1) if '"id"' in text else "{" + more + "," + text[1:]


ONE = fleet(couriers=[courier(1)])
DISH = {"name": "A", "category": "B", "spicy": True, "price": 1}

CASES = (
    *(read(name, "any", texts.size(name), texts.SHAPES[name]) for name in texts.SHAPES),
    read("text that ends too early", "any", 40_000, lambda size: "[" + "1," * size),
    read("invalid UTF-8 at the end", "any", 800_000, lambda size: b'"' + b"x" * size + b'\xff"'),
    read("a page of HTML", "any", 200_000, lambda size: "<html>" + "<p>" * size),
    read("couriers, packages and vehicles", "fleet", 300, values.fleet),
    read("one courier of many members", "fleet", 2_000, lambda size: with_members(ONE, size)),
    read("one courier of many escaped names", "fleet", 2_000, lambda size: with_members(ONE, size, escaped=True)),
    read("many members beside the couriers", "fleet", 2_000, lambda size: with_members(fleet(), size)),
    read("a courier of the first name twice", "fleet", 6_000,
         lambda size: with_members(ONE, size).replace('"k1"', '"k0"')),
    read("couriers in the wrong order", "fleet", 300,
         lambda size: fleet(couriers=[courier(number) for number in range(size, 0, -1)])),
    read("couriers of one id", "fleet", 300, lambda size: fleet(couriers=[courier(1)] * size)),
    read("couriers whose ids begin alike", "fleet", 200,
         lambda size: fleet(couriers=[courier(number * 7919 % size, id="x" * 200 + str(number)) for number in range(size)])),
    read("couriers whose ids have escapes", "fleet", 300,
         lambda size: fleet(couriers=[courier(number, id=f"é\n{number * 7919 % size}") for number in range(size)])),
    read("a name of escapes", "fleet", 4_000, lambda size: fleet(couriers=[courier(1, name="é\n" * size)])),
    read("a fault in the last courier", "fleet", 300,
         lambda size: fleet(couriers=[*(courier(number) for number in range(size)), {"id": 1}])),
    read("dishes", "menu", 500, values.menu),
    read("one dish of many members", "menu", 2_000,
         lambda size: json.dumps([DISH]).replace('"name"', texts.members(size)[1:-1] + ',"name"')),
    read("a section for each dish", "menu", 500,
         lambda size: json.dumps([{**DISH, "category": f"c{number}"} for number in range(size)])),
    read("sections whose names have escapes", "menu", 500,
         lambda size: json.dumps([{**DISH, "category": f"é\n{number}"} for number in range(size)])),
    read("categories of many members", "menu", 2_000,
         lambda size: json.dumps([{**DISH, "category": {"name": "B"}}]).replace('{"name": "B"', texts.members(size)[:-1] + ',"name": "B"')),
)  # fmt: skip
