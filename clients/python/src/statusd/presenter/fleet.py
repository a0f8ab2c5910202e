"""The items of a fleet's map: who carries what, in which vehicle.

Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that of
an item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Entity = dict[str, Any]


class Joins:
    """The three lists of a fleet, looked up by id."""

    def __init__(self, fleet: dict[str, Any]) -> None:
        self.couriers: dict[str, Entity] = {each["id"]: each for each in fleet["couriers"]}
        self.packages: dict[str, Entity] = {
            each["id"]: each for each in fleet["packages"] if not each["delivered"]
        }
        self.vehicles: dict[str, Entity] = {each["id"]: each for each in fleet["vehicles"]}

    def package_of(self, courier: Entity) -> Entity | None:
        return self.packages.get(courier.get("packageId", "")) or naming(courier, self.packages.values())

    def vehicle_of(self, courier: Entity) -> Entity | None:
        return self.vehicles.get(courier.get("vehicleId", "")) or naming(courier, self.vehicles.values())

    def courier_of(self, entity: Entity, member: str) -> Entity | None:
        """The courier of a package or a vehicle. `member`: where couriers name one."""
        named = self.couriers.get(entity.get("courierId", ""))
        back = (each for each in self.couriers.values() if each.get(member) == entity["id"])
        return named or next(back, None)


def naming(courier: Entity, entities: Iterable[Entity]) -> Entity | None:
    """The first one that names the courier."""
    return next((each for each in entities if each.get("courierId") == courier["id"]), None)


def map_items(fleet: dict[str, Any]) -> list[Entity]:
    """What stands on the map: the central, the couriers, the packages, the vehicles."""
    joins = Joins(fleet)
    central = {**item("central", "central", "Central", fleet["central"]), "label": "Central"}
    return [
        central,
        *(courier_item(each, joins) for each in fleet["couriers"]),
        *(package_item(each, joins) for each in fleet["packages"]),
        *(vehicle_item(each, joins) for each in fleet["vehicles"]),
    ]


def courier_item(courier: Entity, joins: Joins) -> Entity:
    package, vehicle = joins.package_of(courier), joins.vehicle_of(courier)
    label = courier["name"] + words(" carries ", package, "id") + words(" in ", vehicle, "name")
    return {**item("courier", courier["id"], courier["name"], courier["location"]), "label": label,
            "packageId": id_of(package), "vehicleId": id_of(vehicle)}  # fmt: skip


def package_item(package: Entity, joins: Joins) -> Entity:
    courier = None if package["delivered"] else joins.courier_of(package, "packageId")
    vehicle = joins.vehicle_of(courier) if courier else None
    state = words(" is carried by ", courier, "name") + words(" in ", vehicle, "name")
    label = package["id"] + (" is delivered" if package["delivered"] else state or " waits")
    return {**item("package", package["id"], package["id"], package["location"]), "label": label,
            "delivered": package["delivered"], "destination": package["destination"],
            "courierId": id_of(courier), "vehicleId": id_of(vehicle)}  # fmt: skip


def vehicle_item(vehicle: Entity, joins: Joins) -> Entity:
    courier = joins.courier_of(vehicle, "vehicleId")
    package = joins.package_of(courier) if courier else None
    label = vehicle["name"] + words(" is driven by ", courier, "name") + words(" with ", package, "id")
    return {**item("vehicle", vehicle["id"], vehicle["name"], vehicle["location"]), "label": label,
            "courierId": id_of(courier), "packageId": id_of(package)}  # fmt: skip


def item(kind: str, id: str, title: str, location: Entity) -> Entity:
    return {"kind": kind, "id": id, "title": title, "location": location}


def words(before: str, entity: Entity | None, member: str) -> str:
    return "" if entity is None else before + str(entity[member])


def id_of(entity: Entity | None) -> str | None:
    return None if entity is None else str(entity["id"])
