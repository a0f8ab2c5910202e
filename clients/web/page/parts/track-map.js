/**
 * The track of a location, on a net of degrees.
 * @module
 */

import { svg } from "../drawing/elements.js";
import { distance } from "./projection.js";

/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./projection.js").Point} Point */
/** @typedef {import("../../../js/src/types.js").Position} Position */

export const SIZE = { width: 800, height: 480, margin: 70 };
/** Degrees between two lines of the net. */
const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Lines in each direction, at least. */
const LINES = 3;

/**
 * @param {Position[]} places The last one is the present one.
 * @param {Projection} projection
 */
export function trackMap(places, projection) {
  const points = places.map((place) => projection.point(place));
  const name = places.length === 1 ? "One place" : `Track of ${places.length} places`;
  return svg(
    "svg",
    { class: "map track", viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": name },
    net(projection),
    svg("path", { class: "track-line", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` }),
    points.map(({ x, y }) => svg("circle", { class: "track-place", cx: x, cy: y, r: 3.5 })),
    here(points[points.length - 1]),
    scale(projection),
  );
}

/** @param {Point} point */
function here({ x, y }) {
  return svg(
    "g",
    { class: "track-here", style: `transform: translate(${x}px, ${y}px)` },
    svg("circle", { class: "track-halo", r: 16 }),
    svg("circle", { r: 7 }),
  );
}

/** @param {Projection} projection */
function net(projection) {
  const { latitude: north, longitude: west } = projection.place({ x: 0, y: 0 });
  const { latitude: south, longitude: east } = projection.place({ x: SIZE.width, y: SIZE.height });
  const step = STEPS.find((each) => north - south >= each * LINES) ?? STEPS[STEPS.length - 1];
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return svg(
    "g",
    { class: "rings", "aria-hidden": "true" },
    multiples(south, north, step).flatMap((latitude) => {
      const { y } = projection.point({ latitude, longitude: west });
      const words = degrees(latitude, digits, "N", "S");
      return [svg("path", { d: `M0 ${y}H${SIZE.width}` }), svg("text", { x: 8, y: y - 5 }, words)];
    }),
    multiples(west, east, step).flatMap((longitude) => {
      const { x } = projection.point({ latitude: north, longitude });
      const words = degrees(longitude, digits, "E", "W");
      return [svg("path", { d: `M${x} 0V${SIZE.height}` }), svg("text", { x: x + 5, y: 16 }, words)];
    }),
  );
}

/**
 * The multiples of `step` between two numbers.
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
function multiples(from, to, step) {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/**
 * @param {number} value
 * @param {number} digits
 * @param {string} positive
 * @param {string} negative
 */
function degrees(value, digits, positive, negative) {
  return `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;
}

/** @param {Projection} projection */
function scale(projection) {
  const length = projection.roundDistance(SIZE.width, 0.25);
  const [right, bottom] = [SIZE.width - 24, SIZE.height - 24];
  return svg(
    "g",
    { class: "scale" },
    svg("path", { d: `M${right - length * projection.scale} ${bottom - 6}v6H${right}v-6` }),
    svg("text", { x: right, y: bottom - 12, "text-anchor": "end" }, distance(length)),
  );
}
