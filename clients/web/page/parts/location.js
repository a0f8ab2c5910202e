/**
 * The location: its track since the page was opened, start and stop, and what the receiver says.
 * @module
 */

import { el } from "../drawing/elements.js";
import { inlineFailure } from "./failure.js";
import { icon } from "./icons.js";
import { Extent } from "./projection.js";
import { trackMap } from "./track-map.js";

/** @typedef {import("../drawing/surface.js").Surface} Surface */
/** @typedef {import("../../../js/src/types.js").ScreenPlace} LocationScreen */
/** @typedef {import("../../../js/src/types.js").Position} Position */

const ID = "panel-location";
/** Places of the track that are kept. */
const PLACES = 500;

export class Track {
  #extent = new Extent();
  #surface;
  /** @type {Position[]} */
  #places = [];

  /** @param {Surface} surface Of its picture. */
  constructor(surface) {
    this.#surface = surface;
  }

  /**
   * @param {LocationScreen | null} shown Null before the daemon has said more.
   * @param {boolean} isConnected Without a daemon nothing can be pressed.
   */
  draw(shown, isConnected) {
    const screen = shown ?? { phase: "blank", on: false, coordinate: null, age: null, failure: null };
    this.#follow(screen.coordinate);
    return el(
      "section",
      { class: "panel", "data-key": ID, "data-phase": screen.phase, "aria-labelledby": ID, tabindex: -1 },
      head(screen, isConnected),
      screen.failure && inlineFailure(screen.failure),
      screen.coordinate ? this.#found(screen.coordinate) : nowhere(screen),
    );
  }

  /** @param {Position | null} place */
  #follow(place) {
    const last = this.#places.at(-1);
    if (!place || (last?.latitude === place.latitude && last.longitude === place.longitude)) return;
    this.#places = [...this.#places, place].slice(-PLACES);
    this.#extent.include([place]);
  }

  /** @param {Position} place */
  #found(place) {
    const { size, margin } = this.#surface;
    const projection = this.#extent.projection(size.width, size.height, margin);
    return el(
      "div",
      { class: "location", "data-key": "content" },
      el("figure", { class: "fleet-figure" }, trackMap(this.#places, projection, size)),
      facts(place, this.#places.length),
    );
  }
}

/**
 * @param {LocationScreen} screen
 * @param {boolean} isConnected
 */
function head(screen, isConnected) {
  const { on } = screen;
  const tools = [
    tool("startLocation", "Start", isConnected && !on),
    tool("stopLocation", "Stop", isConnected && on),
  ];
  return el(
    "header",
    { class: "panel-head" },
    el("div", { class: "panel-title" }, el("h2", { id: ID }, "Location"), freshness(screen)),
    el("div", { class: "panel-tools" }, tools),
  );
}

/** @param {LocationScreen} screen */
function freshness({ phase, age, on }) {
  const words = age ?? (on ? "waiting for the first place" : "switched off");
  const old = phase === "stale" && el("span", { class: "tag tag-stale" }, "old");
  return el("p", { class: "freshness" }, old, el("span", {}, words));
}

/**
 * @param {"startLocation" | "stopLocation"} button
 * @param {string} title
 * @param {boolean} isEnabled
 */
function tool(button, title, isEnabled) {
  return el(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": `${title} the location`,
      "aria-disabled": !isEnabled && "true",
      press: { button },
    },
    icon(title.toLowerCase()),
    el("span", {}, title),
  );
}

/** @param {LocationScreen} screen */
function nowhere({ phase }) {
  if (phase === "error") return null;
  const words = phase === "loading" ? "No place has come yet." : "Start the location to see where this computer is.";
  return el("div", { class: "invitation", "data-key": "invitation" }, el("p", {}, words));
}

/**
 * @param {Position} place
 * @param {number} count
 */
function facts(place, count) {
  const { latitude, longitude, altitude, accuracy, speed, heading } = place;
  /** @type {[string, string | null][]} */
  const rows = [
    ["Latitude", `${latitude.toFixed(5)}°`],
    ["Longitude", `${longitude.toFixed(5)}°`],
    ["Altitude", known(altitude, "m")],
    ["Accuracy", known(accuracy, "m")],
    ["Speed", known(speed, "m/s")],
    ["Heading", known(heading, "°")],
    ["Places seen", String(count)],
  ];
  const shown = rows.filter(([, value]) => value !== null);
  const lines = shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  return el("dl", { class: "facts" }, lines);
}

/**
 * @param {number | undefined} value
 * @param {string} unit
 */
function known(value, unit) {
  return value === undefined ? null : `${Math.round(value * 10) / 10} ${unit}`;
}
