/**
 * What is drawn of items that would cover each other. A few stand in a ring around their place; of many, each kind
 * is one mark with a number. Nothing lies on anything else.
 * @module
 */

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */
/** @typedef {import("./projection.js").Point} Point */
/** @typedef {{key: string, items: MapItem[], point: Point}} Mark Several items have one kind. */
/** @typedef {{items: MapItem[], centre: Point, reach: number}} Cluster `reach`: the radius of what is drawn of it. */

/** Pixels from the middle of a mark to its edge, with some air. */
const MARK = 18;
/** What stands in one ring, each item by itself. */
const RING = 6;

/** @param {MapItem} item */
export function keyOf({ kind, id }) {
  return `${kind}:${id}`;
}

/**
 * @param {MapItem[]} items
 * @param {(item: MapItem) => Point} pointOf
 * @returns {Mark[]}
 */
export function marksOf(items, pointOf) {
  /** @type {Cluster[]} */
  let clusters = [];
  for (const item of items) {
    let cluster = clusterOf([item], pointOf);
    // What has become larger may lie on others.
    for (let near = neighbour(cluster, clusters); near; near = neighbour(cluster, clusters)) {
      clusters = clusters.filter((each) => each !== near);
      cluster = clusterOf([...near.items, ...cluster.items], pointOf);
    }
    clusters.push(cluster);
  }
  const order = new Map(items.map((item, index) => [keyOf(item), index]));
  const rank = (/** @type {Mark} */ { items: [first] }) => order.get(keyOf(first)) ?? 0;
  return clusters.flatMap(placed).sort((one, other) => rank(one) - rank(other));
}

/**
 * @param {Cluster} cluster
 * @param {Cluster[]} clusters
 */
function neighbour({ centre, reach }, clusters) {
  return clusters.find((each) => Math.hypot(each.centre.x - centre.x, each.centre.y - centre.y) < each.reach + reach);
}

/**
 * The central stands where it is, and what is near stands around it.
 * @param {MapItem[]} items
 * @param {(item: MapItem) => Point} pointOf
 * @returns {Cluster}
 */
function clusterOf(items, pointOf) {
  const central = items.find(isCentral);
  const points = (central ? [central] : items).map(pointOf);
  const mean = (/** @type {"x" | "y"} */ axis) => points.reduce((sum, each) => sum + each[axis], 0) / points.length;
  const reach = radiusOf(groups(items).length, central !== undefined) + MARK;
  return { items, centre: { x: mean("x"), y: mean("y") }, reach };
}

/**
 * What each mark of a cluster stands for, without the central.
 * @param {MapItem[]} items
 * @returns {MapItem[][]}
 */
function groups(items) {
  const others = items.filter((each) => !isCentral(each));
  if (others.length <= RING) return others.map((each) => [each]);
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  return kinds.map((kind) => others.filter((each) => each.kind === kind));
}

/**
 * Of a ring in which so many marks stand beside each other.
 * @param {number} count
 * @param {boolean} hasMiddle Whether one stands in the middle.
 */
function radiusOf(count, hasMiddle) {
  const least = hasMiddle && count > 0 ? 2.25 * MARK : 0; // Numbers reach beyond their marks.
  return count > 1 ? Math.max(least, MARK / Math.sin(Math.PI / count)) : least;
}

/**
 * @param {Cluster} cluster
 * @returns {Mark[]}
 */
function placed({ items, centre }) {
  const central = items.filter(isCentral);
  const ring = groups(items);
  const radius = radiusOf(ring.length, central.length > 0);
  const marks = ring.map((group, index) => {
    const angle = (2 * Math.PI * index) / ring.length - Math.PI / 2;
    const point = { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    const key = keyOf(group[0]);
    return { key: group.length === 1 ? key : `group:${key}`, items: group, point };
  });
  return [...central.map((item) => ({ key: keyOf(item), items: [item], point: centre })), ...marks];
}

/** @param {MapItem} item */
function isCentral({ kind }) {
  return kind === "central";
}
