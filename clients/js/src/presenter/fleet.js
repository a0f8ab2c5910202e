/**
 * The items of a fleet's map: who carries what, in which vehicle.
 *
 * Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that
 * of an item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by nobody.
 * @module
 */

/** @typedef {import("../types.js").FleetValue} FleetValue */
/** @typedef {import("../types.js").Courier} Courier */
/** @typedef {import("../types.js").Package} Package */
/** @typedef {import("../types.js").Vehicle} Vehicle */
/** @typedef {import("../types.js").Coordinate} Coordinate */

/**
 * What stands on the map. `label` says in words what it is joined with.
 * @typedef {object} MapItem
 * @property {"central" | "courier" | "package" | "vehicle"} kind
 * @property {string} id
 * @property {string} title
 * @property {string} label
 * @property {Coordinate} location
 * @property {string | null} [courierId]
 * @property {string | null} [packageId]
 * @property {string | null} [vehicleId]
 * @property {boolean} [delivered]
 * @property {Coordinate} [destination]
 */

/** The three lists of a fleet, looked up by id. */
class Joins {
  /** @param {FleetValue} fleet */
  constructor(fleet) {
    this.couriers = byID(fleet.couriers);
    this.packages = byID(fleet.packages.filter((each) => !each.delivered));
    this.vehicles = byID(fleet.vehicles);
  }

  /** @param {Courier} courier */
  packageOf(courier) {
    return this.packages.get(courier.packageId ?? "") ?? naming(courier, this.packages);
  }

  /** @param {Courier} courier */
  vehicleOf(courier) {
    return this.vehicles.get(courier.vehicleId ?? "") ?? naming(courier, this.vehicles);
  }

  /**
   * The courier of a package or a vehicle.
   * @param {Package | Vehicle} entity
   * @param {"packageId" | "vehicleId"} member Where couriers name one.
   */
  courierOf(entity, member) {
    const named = this.couriers.get(entity.courierId ?? "");
    return named ?? [...this.couriers.values()].find((each) => each[member] === entity.id);
  }
}

/**
 * @template {{id: string}} Entity
 * @param {Entity[]} entities
 * @returns {Map<string, Entity>}
 */
function byID(entities) {
  return new Map(entities.map((each) => [each.id, each]));
}

/**
 * The first one that names the courier.
 * @template {{courierId?: string}} Entity
 * @param {Courier} courier
 * @param {Map<string, Entity>} entities
 */
function naming(courier, entities) {
  return [...entities.values()].find((each) => each.courierId === courier.id);
}

/**
 * The central, the couriers, the packages, the vehicles, in the daemon's order.
 * @param {FleetValue} fleet
 * @returns {MapItem[]}
 */
export function mapItems(fleet) {
  const joins = new Joins(fleet);
  return [
    { kind: "central", id: "central", title: "Central", label: "Central", location: fleet.central },
    ...fleet.couriers.map((each) => courierItem(each, joins)),
    ...fleet.packages.map((each) => packageItem(each, joins)),
    ...fleet.vehicles.map((each) => vehicleItem(each, joins)),
  ];
}

/**
 * @param {Courier} courier
 * @param {Joins} joins
 * @returns {MapItem}
 */
function courierItem(courier, joins) {
  const { id, name, location } = courier;
  const carried = joins.packageOf(courier);
  const vehicle = joins.vehicleOf(courier);
  const label = name + words(" carries ", carried?.id) + words(" in ", vehicle?.name);
  return { kind: "courier", id, title: name, label, location, ...ids({ packageId: carried, vehicleId: vehicle }) };
}

/**
 * @param {Package} item
 * @param {Joins} joins
 * @returns {MapItem}
 */
function packageItem(item, joins) {
  const { id, delivered, destination, location } = item;
  const courier = delivered ? undefined : joins.courierOf(item, "packageId");
  const vehicle = courier && joins.vehicleOf(courier);
  const carried = words(" is carried by ", courier?.name) + words(" in ", vehicle?.name);
  const label = id + (delivered ? " is delivered" : carried || " waits");
  const joined = ids({ courierId: courier, vehicleId: vehicle });
  return { kind: "package", id, title: id, label, location, delivered, destination, ...joined };
}

/**
 * @param {Vehicle} vehicle
 * @param {Joins} joins
 * @returns {MapItem}
 */
function vehicleItem(vehicle, joins) {
  const { id, name, location } = vehicle;
  const courier = joins.courierOf(vehicle, "vehicleId");
  const carried = courier && joins.packageOf(courier);
  const label = name + words(" is driven by ", courier?.name) + words(" with ", carried?.id);
  return { kind: "vehicle", id, title: name, label, location, ...ids({ courierId: courier, packageId: carried }) };
}

/**
 * @param {string} before
 * @param {string | undefined} name
 */
function words(before, name) {
  return name === undefined ? "" : before + name;
}

/**
 * The id of each entity, null where there is none.
 * @param {Record<string, {id: string} | undefined>} entities
 * @returns {Record<string, string | null>}
 */
function ids(entities) {
  return Object.fromEntries(Object.entries(entities).map(([member, entity]) => [member, entity?.id ?? null]));
}
