/**
 * From degrees to the picture, and back to metres.
 * @module
 */

/** @typedef {import("../../../js/src/types.js").Coordinate} Coordinate */
/** @typedef {{x: number, y: number}} Point */

/** Metres of one degree of latitude. */
const DEGREE = 111_195;
/** Metres: a single place is not shown as large as the picture. */
const SMALLEST = 400;

/** The places that a map shows. It only grows, so that nothing but what moves seems to move. */
export class Extent {
  /** @type {{south: number, north: number, west: number, east: number} | null} */
  #bounds = null;

  /** @param {Coordinate[]} places */
  include(places) {
    for (const { latitude, longitude } of places) {
      const known = this.#bounds ?? { south: latitude, north: latitude, west: longitude, east: longitude };
      this.#bounds = {
        south: Math.min(known.south, latitude),
        north: Math.max(known.north, latitude),
        west: Math.min(known.west, longitude),
        east: Math.max(known.east, longitude),
      };
    }
  }

  /**
   * How the places fit into a picture, in its middle, both axes to the same scale.
   *
   * Equirectangular: at the size of a city, and at that of a country, nobody sees the difference.
   * @param {number} width
   * @param {number} height
   * @param {number} margin
   */
  projection(width, height, margin) {
    const { south, north, west, east } = this.#bounds ?? { south: 0, north: 0, west: 0, east: 0 };
    const latitude = (south + north) / 2;
    const longitude = (west + east) / 2;
    const narrowing = Math.cos((latitude * Math.PI) / 180);
    const across = Math.max((east - west) * DEGREE * narrowing, SMALLEST);
    const down = Math.max((north - south) * DEGREE, SMALLEST);
    const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down);
    return new Projection({ latitude, longitude }, narrowing, scale, { x: width / 2, y: height / 2 });
  }
}

export class Projection {
  #middle;
  #narrowing;
  #centre;

  /**
   * @param {Coordinate} middle
   * @param {number} narrowing Of a degree of longitude.
   * @param {number} scale Units of the picture for each metre.
   * @param {Point} centre
   */
  constructor(middle, narrowing, scale, centre) {
    this.#middle = middle;
    this.#narrowing = narrowing;
    this.scale = scale;
    this.#centre = centre;
  }

  /**
   * @param {Coordinate} place
   * @returns {Point}
   */
  point({ latitude, longitude }) {
    const east = (longitude - this.#middle.longitude) * DEGREE * this.#narrowing;
    const north = (latitude - this.#middle.latitude) * DEGREE;
    return { x: round(this.#centre.x + east * this.scale), y: round(this.#centre.y - north * this.scale) };
  }

  /**
   * The place that a point shows.
   * @param {Point} point
   * @returns {Coordinate}
   */
  place({ x, y }) {
    const east = (x - this.#centre.x) / this.scale;
    const north = (this.#centre.y - y) / this.scale;
    return {
      latitude: this.#middle.latitude + north / DEGREE,
      longitude: this.#middle.longitude + east / (DEGREE * this.#narrowing),
    };
  }

  /**
   * A round number of metres that is `share` of `width` at most.
   * @param {number} width
   * @param {number} share
   */
  roundDistance(width, share) {
    const most = (width * share) / this.scale;
    const power = 10 ** Math.floor(Math.log10(most));
    return [5, 2, 1].map((each) => each * power).find((each) => each <= most) ?? power;
  }
}

/** @param {number} metres */
export function distance(metres) {
  return metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
