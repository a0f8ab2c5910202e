/**
 * The map of a fleet: rings of distance around the central, the marks, and what joins them.
 * @module
 */

import { svg } from "../drawing/elements.js";
import { spread } from "./clusters.js";
import { glyph } from "./glyphs.js";
import { distance } from "./projection.js";

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./projection.js").Point} Point */

/**
 * What is lit up: the items that are joined with the chosen one, by their keys. Empty where none is chosen.
 * @typedef {{chosen: string | null, pinned: string | null, lit: Set<string>, stop: string}} Choice `stop`: the item
 *   that the Tab key stops at.
 */

export const SIZE = { width: 800, height: 560, margin: 70 };
const RINGS = 3;

/** @param {MapItem} item */
export function keyOf({ kind, id }) {
  return `${kind}:${id}`;
}

/**
 * @param {MapItem[]} items
 * @param {Projection} projection
 * @param {Choice} choice
 */
export function fleetMap(items, projection, choice) {
  const points = new Map(items.map((item) => [keyOf(item), projection.point(item.location)]));
  const places = spread(
    items.map((item) => ({ key: keyOf(item), point: at(points, keyOf(item)), isAnchor: item.kind === "central" })),
  );
  return svg(
    "svg",
    {
      class: choice.lit.size > 0 ? "map map-lit" : "map",
      viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
      role: "group",
      "aria-label": "Map of the fleet. The arrow keys go from item to item.",
    },
    rings(items, projection),
    svg("g", { class: "routes" }, items.flatMap((item) => route(item, places, projection, choice))),
    svg("g", { class: "joins" }, items.flatMap((item) => joins(item, places, choice))),
    svg("g", { class: "marks" }, items.map((item) => mark(item, at(places, keyOf(item)), choice))),
  );
}

/**
 * @param {Map<string, Point>} places
 * @param {string} key
 */
function at(places, key) {
  return places.get(key) ?? { x: 0, y: 0 };
}

/**
 * How far it is from the central.
 * @param {MapItem[]} items
 * @param {Projection} projection
 */
function rings(items, projection) {
  const central = items.find((each) => each.kind === "central");
  if (!central) return null;
  const { x, y } = projection.point(central.location);
  const step = projection.roundDistance(SIZE.width, 0.2);
  const distances = Array.from({ length: RINGS }, (_, index) => (index + 1) * step);
  return svg(
    "g",
    { class: "rings", "aria-hidden": "true" },
    svg("path", { d: `M0 ${y}H${SIZE.width}M${x} 0V${SIZE.height}` }),
    distances.flatMap((metres) => [
      svg("circle", { cx: x, cy: y, r: metres * projection.scale }),
      svg("text", { x: x + 5, y: y - metres * projection.scale - 5 }, distance(metres)),
    ]),
  );
}

/**
 * The way of a package that is not delivered.
 * @param {MapItem} item
 * @param {Map<string, Point>} places
 * @param {Projection} projection
 * @param {Choice} choice
 */
function route(item, places, projection, choice) {
  if (!item.destination || item.delivered) return [];
  const from = at(places, keyOf(item));
  const to = projection.point(item.destination);
  return [
    svg(
      "g",
      { class: lit("route", keyOf(item), choice), "data-key": `route-${item.id}` },
      svg("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
      svg("path", { class: "destination", d: `M${to.x - 4} ${to.y - 4}l8 8m0 -8l-8 8` }),
    ),
  ];
}

/**
 * From a courier to the package and the vehicle.
 * @param {MapItem} item
 * @param {Map<string, Point>} places
 * @param {Choice} choice
 */
function joins(item, places, choice) {
  if (item.kind !== "courier") return [];
  const from = at(places, keyOf(item));
  const others = [item.packageId && `package:${item.packageId}`, item.vehicleId && `vehicle:${item.vehicleId}`];
  return others.flatMap((other) => {
    const to = other && places.get(other);
    if (!to) return [];
    return [svg("path", { class: lit("join", keyOf(item), choice), d: `M${from.x} ${from.y}L${to.x} ${to.y}` })];
  });
}

/**
 * @param {MapItem} item
 * @param {Point} place
 * @param {Choice} choice
 */
function mark(item, place, choice) {
  const key = keyOf(item);
  return svg(
    "g",
    {
      class: `${lit("mark", key, choice)} mark-${item.kind}`,
      "data-key": key,
      "data-item": key,
      role: "button",
      tabindex: choice.stop === key ? 0 : -1,
      "aria-label": item.label,
      "aria-pressed": String(choice.pinned === key),
      style: `transform: translate(${place.x}px, ${place.y}px)`,
    },
    svg("circle", { class: "mark-halo", r: 17 }),
    glyph(item),
  );
}

/**
 * @param {string} name
 * @param {string} key
 * @param {Choice} choice
 */
function lit(name, key, choice) {
  return choice.lit.has(key) ? `${name} lit` : name;
}
