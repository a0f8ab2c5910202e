/**
 * Parts of a screen, each with its title and as its shape is drawn.
 * @module
 */

import { el } from "../drawing/elements.js";
import { Fleet } from "./fleet.js";
import { menu } from "./menu.js";
import { panel } from "./panel.js";
import { anything, lines, text } from "./value.js";

/** @typedef {import("../../../js/src/types.js").ScreenPart} ScreenPart */

/**
 * What there is before the daemon has said more.
 * @type {ScreenPart}
 */
const BLANK = {
  resource: "",
  shape: "any",
  phase: "blank",
  spinner: false,
  attempt: null,
  content: null,
  age: null,
  failure: null,
  refresh: { enabled: false },
  stop: { enabled: false },
  polling: null,
};

/** Each fleet has its own extent, and something in it that a person points at. */
export class Contents {
  #changed;
  #root;
  /** @type {Map<string, Fleet>} */
  #fleets = new Map();

  /**
   * @param {HTMLElement} root Below which the parts stand.
   * @param {() => void} changed
   */
  constructor(root, changed) {
    this.#root = root;
    this.#changed = changed;
  }

  /**
   * @param {string} name
   * @param {ScreenPart} [part]
   * @param {Node[]} [tools] More buttons than every part has.
   */
  draw(name, part = BLANK, tools = []) {
    return panel(name, titleOf(name, part), part, (content) => this.#content(name, part.shape, content), tools);
  }

  /**
   * @param {string} name
   * @param {ScreenPart["shape"]} shape
   * @param {any} content
   * @returns {Node}
   */
  #content(name, shape, content) {
    if (shape === "menu") return menu(content);
    if (shape === "text") return text(content);
    if (shape === "lines") return lines(content);
    return shape === "fleet" ? this.#fleet(name).draw(content) : anything(content);
  }

  /** @param {string} name */
  #fleet(name) {
    const known = this.#fleets.get(name);
    if (known) return known;
    const fleet = new Fleet(name, this.#root, this.#changed);
    this.#fleets.set(name, fleet);
    return fleet;
  }
}

/**
 * What a person calls a part.
 * @param {string} name
 * @param {ScreenPart} part
 */
export function titleOf(name, { resource, shape, arguments: given = {} }) {
  if (name === "state" && (shape === "fleet" || resource === "")) return "Fleet";
  if (name === "menu" && (shape === "menu" || resource === "")) return "Menu";
  const words = Object.entries(given).map(([parameter, value]) => `${parameter} ${value}`);
  return words.length > 0 ? `${resource} (${words.join(", ")})` : resource || name;
}

/** Stands where there is nothing to list. */
export function nothing(/** @type {(Node | string)[]} */ ...words) {
  return el("div", { class: "invitation", "data-key": "nothing" }, el("p", {}, words));
}
