/**
 * The parts of a screen that shows everything which a recorded session is about.
 * @module
 */

import { laneOf } from "./calls.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("../../../js/src/presenter.js").Described} Described */
/** @typedef {{described: Record<string, Described>, titles: Record<string, string>}} Parts By lanes. */

/** @param {Entry[]} entries */
export function partsOf(entries) {
  /** @type {Parts} */
  const parts = { described: {}, titles: {} };
  for (const snapshot of entries.flatMap(snapshots)) {
    const lane = laneOf(snapshot);
    const known = parts.described[lane];
    const shape = "value" in snapshot ? shapeOf(snapshot.value) : null;
    if (known && !shape) continue;
    parts.described[lane] = {
      shape: shape ?? "any",
      resource: snapshot.resource,
      arguments: /** @type {any} */ (snapshot.arguments),
    };
    parts.titles[lane] = title(snapshot);
  }
  return parts;
}

/**
 * @param {Entry} entry
 * @returns {Record<string, any>[]}
 */
function snapshots({ direction, messages }) {
  const found = messages.flatMap(({ method, params, result }) => [
    method === "stateChanged" ? params : null,
    result,
    result?.result,
  ]);
  return direction === "in" ? [] : found.filter((each) => typeof each?.resource === "string" && "revision" in each);
}

/**
 * The shape is the configuration's, which no message says; the two that have one of their own are told by it.
 * @param {any} value
 */
function shapeOf(value) {
  if (Array.isArray(value?.couriers) && Array.isArray(value.packages)) return "fleet";
  return Array.isArray(value?.sections) ? "menu" : "any";
}

/** @param {Record<string, any>} snapshot */
function title({ resource, arguments: given = {} }) {
  const words = Object.entries(given).map(([name, value]) => `${name} ${value}`);
  return words.length > 0 ? `${resource} (${words.join(", ")})` : resource;
}
