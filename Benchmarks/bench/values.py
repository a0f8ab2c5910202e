"""Files for sources: fleets and menus of any size, the same in every run."""

from __future__ import annotations

import json
import random
from pathlib import Path

from bench.paths import work

#: How many entities and items make 2 MiB.
FLEET_2_MIB, MENU_2_MIB = 16_040, 28_530


def fleet(entities: int, variant: int = 0) -> bytes:
    """A fleet in the form in which sources give it: not sorted. Variants differ in coordinates alone."""
    chance = random.Random(entities)
    shift = variant * 0.000001

    def place() -> dict[str, float]:
        latitude, longitude = chance.uniform(-80, 80) + shift, chance.uniform(-170, 170) + shift
        return {"latitude": round(latitude, 6), "longitude": round(longitude, 6)}

    # A third of each kind; as many couriers as it takes to fill up.
    third = entities // 3
    couriers = [{"id": f"c{i:07}", "name": f"Courier {i}", "location": place()} for i in range(entities - 2 * third)]
    packages = [
        {"id": f"p{i:07}", "destination": place(), "courierId": f"c{i:07}", "delivered": i % 3 == 0, "location": place()}
        for i in range(third)
    ]
    vehicles = [
        {"id": f"v{i:07}", "courierId": f"c{i:07}", "location": place(), "name": f"Vehicle {i}"} for i in range(third)
    ]
    for entity in (couriers, packages, vehicles):
        chance.shuffle(entity)
    value = {"central": place(), "couriers": couriers, "packages": packages, "vehicles": vehicles}
    return json.dumps(value, separators=(",", ":")).encode()


def menu(items: int, variant: int = 0) -> bytes:
    chance = random.Random(items)
    categories = [f"category {number}" for number in range(20)]
    listed = [
        {
            "name": f"Dish {number}", "category": chance.choice(categories), "spicy": number % 4 == 0,
            "price": round(chance.uniform(1, 40), 2) + variant,
        }
        for number in range(items)
    ]  # fmt: skip
    return json.dumps(listed, separators=(",", ":")).encode()


def write(name: str, content: bytes) -> Path:
    path = work(f"values/{name}")
    path.write_bytes(content)
    return path
