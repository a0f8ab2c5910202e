/**
 * The map of a fleet: rings of distance around the central, the marks, and what joins them.
 * @module
 */

import { svg } from "../drawing/elements.js";
import { keyOf } from "./clusters.js";
import { glyph } from "./glyphs.js";
import { distance } from "./projection.js";

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */
/** @typedef {import("../drawing/surface.js").Size} Size */
/** @typedef {import("./clusters.js").Mark} Mark */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./projection.js").Point} Point */

/**
 * What is lit up: the items that are joined with the chosen one, by their keys. Empty where none is chosen.
 * @typedef {{pinned: string | null, lit: Set<string>, stop: string}} Choice `stop`: the mark that the Tab key stops at.
 */

const RINGS = 3;
/** More ways than these hide what they lead to: then those alone are drawn that are lit up. */
const ROUTES = 12;
/** How many of the items of a mark are named. */
const NAMED = 4;

/**
 * @param {MapItem[]} items
 * @param {Mark[]} marks Of these items.
 * @param {Projection} projection
 * @param {Size} size
 * @param {Choice} choice
 */
export function fleetMap(items, marks, projection, size, choice) {
  const places = new Map(marks.flatMap((mark) => mark.items.map((item) => [keyOf(item), mark.point])));
  return svg(
    "svg",
    {
      class: choice.lit.size > 0 ? "map map-lit" : "map",
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: "group",
      "aria-label": "Map of the fleet. The arrow keys go from item to item.",
    },
    rings(items, projection, size),
    svg("g", { class: "routes" }, routes(items, choice).flatMap((item) => route(item, places, projection, choice))),
    svg("g", { class: "joins" }, items.flatMap((item) => joins(item, places, choice))),
    svg("g", { class: "marks" }, marks.map((each) => markOf(each, choice))),
  );
}

/**
 * What a mark stands for, in words.
 * @param {Pick<Mark, "items">} mark
 */
export function labelOf({ items }) {
  if (items.length === 1) return items[0].label;
  const names = items.slice(0, NAMED).map((each) => each.title);
  const more = items.length > NAMED ? ` and ${items.length - NAMED} more` : "";
  return `${items.length} ${items[0].kind}s: ${names.join(", ")}${more}`;
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
 * @param {Size} size
 */
function rings(items, projection, { width, height }) {
  const central = items.find((each) => each.kind === "central");
  if (!central) return null;
  const { x, y } = projection.point(central.location);
  const step = projection.roundDistance(width, 0.2);
  const distances = Array.from({ length: RINGS }, (_, index) => (index + 1) * step);
  return svg(
    "g",
    { class: "rings", "aria-hidden": "true" },
    svg("path", { d: `M0 ${y}H${width}M${x} 0V${height}` }),
    distances.flatMap((metres) => [
      svg("circle", { cx: x, cy: y, r: metres * projection.scale }),
      svg("text", { x: x + 5, y: y - metres * projection.scale - 5 }, distance(metres)),
    ]),
  );
}

/**
 * The packages whose ways are drawn: those that are not delivered.
 * @param {MapItem[]} items
 * @param {Choice} choice
 */
function routes(items, { lit }) {
  const found = items.filter((each) => each.destination && !each.delivered);
  return found.length > ROUTES ? found.filter((each) => lit.has(keyOf(each))) : found;
}

/**
 * @param {MapItem} item
 * @param {Map<string, Point>} places
 * @param {Projection} projection
 * @param {Choice} choice
 */
function route(item, places, projection, choice) {
  if (!item.destination) return [];
  const from = at(places, keyOf(item));
  const to = projection.point(item.destination);
  return [
    svg(
      "g",
      { class: lit("route", [item], choice), "data-key": `route-${item.id}` },
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
    return [svg("path", { class: lit("join", [item], choice), d: `M${from.x} ${from.y}L${to.x} ${to.y}` })];
  });
}

/**
 * @param {Mark} mark
 * @param {Choice} choice
 */
function markOf(mark, choice) {
  const { key, items, point } = mark;
  return svg(
    "g",
    {
      class: `${lit("mark", items, choice)} mark-${items[0].kind}`,
      "data-key": key,
      "data-item": key,
      role: "button",
      tabindex: choice.stop === key ? 0 : -1,
      "aria-label": labelOf(mark),
      "aria-pressed": String(choice.pinned === key),
      style: `transform: translate(${point.x}px, ${point.y}px)`,
    },
    svg("circle", { class: "mark-halo", r: 17 }),
    glyph(items[0], items.length),
  );
}

/**
 * @param {string} name
 * @param {MapItem[]} items
 * @param {Choice} choice
 */
function lit(name, items, choice) {
  return items.some((each) => choice.lit.has(keyOf(each))) ? `${name} lit` : name;
}
