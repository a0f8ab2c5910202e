/**
 * The track of a location, on a net of degrees.
 * @module
 */

import { svg } from "../drawing/elements.js";
import { distance } from "./projection.js";

/** @typedef {import("../drawing/surface.js").Size} Size */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./projection.js").Point} Point */
/** @typedef {import("../../../js/src/types.js").Position} Position */

/** Degrees between two lines of the net. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45];
/** Pixels between two meridians, and between two parallels, at least. */
const APART = { meridians: 150, parallels: 90 };
/** Pixels in which the names of the meridians stand. */
const HEAD = 24;
/** Pixels that a name takes. */
const NAME = 70;

/**
 * @param {Position[]} places The last one is the present one.
 * @param {Projection} projection
 * @param {Size} size
 */
export function trackMap(places, projection, size) {
  const points = places.map((place) => projection.point(place));
  const name = places.length === 1 ? "One place" : `Track of ${places.length} places`;
  return svg(
    "svg",
    { class: "map track", viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": name },
    net(projection, size),
    svg("path", { class: "track-line", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` }),
    points.map(({ x, y }) => svg("circle", { class: "track-place", cx: x, cy: y, r: 3.5 })),
    here(points[points.length - 1]),
    scale(projection, size),
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

/**
 * @param {Projection} projection
 * @param {Size} size
 */
function net(projection, size) {
  return svg("g", { class: "rings", "aria-hidden": "true" }, parallels(projection, size), meridians(projection, size));
}

/**
 * Those below the names of the meridians.
 * @param {Projection} projection
 * @param {Size} size
 */
function parallels(projection, { width, height }) {
  const { latitude: north, longitude } = projection.place({ x: 0, y: HEAD + 16 });
  const { latitude: south } = projection.place({ x: 0, y: height });
  const step = stepFor(north - south, height / APART.parallels);
  return multiples(south, north, step).flatMap((latitude) => {
    const { y } = projection.point({ latitude, longitude });
    return [svg("path", { d: `M0 ${y}H${width}` }), svg("text", { x: 8, y: y - 5 }, degrees(latitude, step, "N", "S"))];
  });
}

/**
 * Those whose names have room at the right.
 * @param {Projection} projection
 * @param {Size} size
 */
function meridians(projection, { width, height }) {
  const { latitude, longitude: west } = projection.place({ x: 0, y: 0 });
  const { longitude: east } = projection.place({ x: width - NAME, y: 0 });
  const step = stepFor(east - west, width / APART.meridians);
  return multiples(west, east, step).flatMap((longitude) => {
    const { x } = projection.point({ latitude, longitude });
    const words = degrees(longitude, step, "E", "W");
    return [svg("path", { d: `M${x} 0V${height}` }), svg("text", { x: x + 5, y: 16 }, words)];
  });
}

/**
 * The smallest step with so many lines at most.
 * @param {number} span Degrees.
 * @param {number} lines
 */
function stepFor(span, lines) {
  return STEPS.find((each) => span / each <= lines) ?? STEPS[STEPS.length - 1];
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
 * @param {number} step Which says how many digits tell two lines apart.
 * @param {string} positive
 * @param {string} negative
 */
function degrees(value, step, positive, negative) {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;
}

/**
 * @param {Projection} projection
 * @param {Size} size
 */
function scale(projection, { width, height }) {
  const length = projection.roundDistance(width, 0.25);
  const [right, bottom] = [width - 24, height - 24];
  return svg(
    "g",
    { class: "scale" },
    svg("path", { d: `M${right - length * projection.scale} ${bottom - 6}v6H${right}v-6` }),
    svg("text", { x: right, y: bottom - 12, "text-anchor": "end" }, distance(length)),
  );
}
