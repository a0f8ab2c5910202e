/**
 * Where marks stand that would cover each other: in a ring around their place.
 * @module
 */

/** @typedef {import("./projection.js").Point} Point */
/** @typedef {{key: string, point: Point, isAnchor: boolean}} Mark An anchor stays in the middle of its ring. */

/** Marks that are nearer than this, in units of the picture, stand together. */
const NEAR = 26;
const FIRST_RADIUS = 24;
/** What each mark takes of a ring's circumference. */
const ROOM = 31;

/**
 * The place of each mark, by its key.
 * @param {Mark[]} marks
 * @returns {Map<string, Point>}
 */
export function spread(marks) {
  /** @type {Mark[][]} */
  const clusters = [];
  for (const mark of marks) {
    const cluster = clusters.find(([first]) => isNear(first.point, mark.point));
    if (cluster) cluster.push(mark);
    else clusters.push([mark]);
  }
  return new Map(clusters.flatMap(placed));
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function isNear(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
}

/**
 * @param {Mark[]} cluster
 * @returns {[string, Point][]}
 */
function placed(cluster) {
  const { point } = cluster[0];
  const ring = cluster.length === 1 ? [] : cluster.filter((each) => !each.isAnchor);
  const radius = ring.length === 1 ? FIRST_RADIUS : Math.max(FIRST_RADIUS, (ring.length * ROOM) / (2 * Math.PI));
  return cluster.map((mark) => {
    const index = ring.indexOf(mark);
    if (index < 0) return [mark.key, mark.point];
    const angle = (2 * Math.PI * index) / ring.length - Math.PI / 2;
    return [mark.key, { x: point.x + radius * Math.cos(angle), y: point.y + radius * Math.sin(angle) }];
  });
}
