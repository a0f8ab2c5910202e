/**
 * The fleet: map and list of the same items. What is chosen in one is lit up in both, with all that it is joined to.
 * @module
 */

import { el, svg } from "../drawing/elements.js";
import { Surface } from "../drawing/surface.js";
import { keyOf, marksOf } from "./clusters.js";
import { fleetMap, labelOf } from "./fleet-map.js";
import { glyph } from "./glyphs.js";
import { Extent } from "./projection.js";

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */

/** @type {[string, string][]} */
const GROUPS = [["courier", "Couriers"], ["package", "Packages"], ["vehicle", "Vehicles"]];
/** The kinds that have no list among the others: the central has none. */
const KNOWN = new Set(["central", ...GROUPS.map(([kind]) => kind)]);
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const CENTRAL = "central:central";

/** What a person points at. It has no part in what the daemon knows, so it is the page's own. */
export class Fleet {
  #extent = new Extent();
  #name;
  #surface;
  #changed;
  /** @type {MapItem[]} */
  #items = [];
  /** @type {import("./clusters.js").Mark[]} */
  #marks = [];
  /** @type {string | null} */
  #pointed = null;
  /** @type {string | null} */
  #focused = null;
  /** @type {string | null} */
  #pinned = null;
  #stop = CENTRAL;

  /**
   * @param {string} name Of the part: two fleets may stand on one page.
   * @param {HTMLElement} root Below which it stands.
   * @param {() => void} changed
   */
  constructor(name, root, changed) {
    this.#name = name;
    this.#changed = changed;
    this.#surface = new Surface(root, `[data-fleet="${CSS.escape(name)}"] .map`, changed);
    this.#listen(root);
  }

  /**
   * Takes what happens to items below `root`.
   * @param {HTMLElement} root
   */
  #listen(root) {
    root.addEventListener("pointerover", ({ target }) => this.#point(this.#itemAt(target)));
    root.addEventListener("pointerleave", () => this.#point(null));
    root.addEventListener("focusin", ({ target }) => this.#focus(this.#itemAt(target)));
    root.addEventListener("focusout", () => this.#focus(null));
    root.addEventListener("click", ({ target }) => this.#pin(this.#itemAt(target)));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {{items: MapItem[]}} content */
  draw({ items }) {
    this.#items = items;
    this.#extent.include(items.flatMap((each) => [each.location, each.destination ?? each.location]));
    const { size, margin } = this.#surface;
    const projection = this.#extent.projection(size.width, size.height, margin);
    this.#marks = marksOf(items, ({ location }) => projection.point(location));
    const choice = this.#choice();
    const map = fleetMap(items, this.#marks, projection, size, choice);
    return el(
      "div",
      { class: "fleet", "data-fleet": this.#name },
      el("figure", { class: "fleet-figure" }, map, this.#caption()),
      el("div", { class: "fleet-lists" }, listsOf(items, choice.lit)),
    );
  }

  /** @param {EventTarget | null} target */
  #itemAt(target) {
    const item = target instanceof Element ? target.closest("[data-item]") : null;
    const isMine = item?.closest("[data-fleet]")?.getAttribute("data-fleet") === this.#name;
    return isMine ? item.getAttribute("data-item") : null;
  }

  get #chosen() {
    return this.#focused ?? this.#pointed ?? this.#pinned;
  }

  /**
   * The marks and the rows have the keys of their items; a mark of several has one of its own.
   * @returns {MapItem[]}
   */
  get #chosenItems() {
    const mark = this.#marks.find((each) => each.key === this.#chosen);
    return mark?.items ?? this.#items.filter((each) => keyOf(each) === this.#chosen);
  }

  #choice() {
    const isStop = this.#marks.some((each) => each.key === this.#stop);
    return {
      pinned: this.#pinned,
      lit: new Set(this.#chosenItems.flatMap(related)),
      stop: isStop ? this.#stop : CENTRAL,
    };
  }

  #caption() {
    const items = this.#chosenItems;
    const words = items.length > 0 ? labelOf({ items }) : "Point at an item to see what it is joined with.";
    return el("figcaption", { class: "map-caption" }, el("bdi", {}, words));
  }

  /** @param {string | null} key */
  #point(key) {
    if (key === this.#pointed) return;
    this.#pointed = key;
    this.#changed();
  }

  /** @param {string | null} key */
  #focus(key) {
    if (key === this.#focused) return;
    this.#focused = key;
    this.#stop = key ?? this.#stop;
    this.#changed();
  }

  /** @param {string | null} key */
  #pin(key) {
    if (key === null) return;
    this.#pinned = key === this.#pinned ? null : key;
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = this.#itemAt(event.target);
    if (key === null || !(event.target instanceof SVGElement)) return;
    if (event.key === "Enter" || event.key === " ") this.#pin(key);
    else if (event.key === "Escape") this.#pin(this.#pinned);
    else if (event.key in STEPS) this.#step(event.target, key, STEPS[event.key]);
    else return;
    event.preventDefault();
  }

  /**
   * @param {SVGElement} mark
   * @param {string} key
   * @param {number} by
   */
  #step(mark, key, by) {
    const keys = this.#marks.map((each) => each.key);
    const next = keys[(keys.indexOf(key) + by + keys.length) % keys.length];
    const found = mark.ownerSVGElement?.querySelector(`[data-item="${CSS.escape(next)}"]`);
    if (found instanceof SVGElement) found.focus();
  }
}

/**
 * The keys of an item and of all that it is joined with.
 * @param {MapItem} item
 */
function related(item) {
  const { courierId, packageId, vehicleId } = item;
  const others = Object.entries({ courier: courierId, package: packageId, vehicle: vehicleId });
  return [keyOf(item), ...others.flatMap(([kind, id]) => (id ? [`${kind}:${id}`] : []))];
}

/**
 * A list for each kind, and one for what only a later daemon knows, if there is any.
 * @param {MapItem[]} items
 * @param {Set<string>} lit
 */
function listsOf(items, lit) {
  const lists = GROUPS.map(([kind, title]) => list(title, items.filter((each) => each.kind === kind), lit));
  const others = items.filter((each) => !KNOWN.has(each.kind));
  return others.length > 0 ? [...lists, list("Others", others, lit)] : lists;
}

/**
 * @param {string} title
 * @param {MapItem[]} items
 * @param {Set<string>} lit
 */
function list(title, items, lit) {
  return el(
    "section",
    { class: "fleet-list", "aria-label": title },
    el("h3", {}, title, " ", el("span", { class: "count" }, items.length)),
    el("ul", {}, items.map((item) => row(item, lit))),
  );
}

/**
 * @param {MapItem} item
 * @param {Set<string>} lit
 */
function row(item, lit) {
  const key = keyOf(item);
  const size = { viewBox: "-16 -16 32 32", width: 22, height: 22 };
  const sign = svg("svg", { class: "list-sign", ...size, "aria-hidden": "true" }, glyph(item));
  const name = lit.has(key) ? "fleet-row lit" : "fleet-row";
  return el("li", { class: name, "data-key": key, "data-item": key }, sign, el("bdi", {}, item.label));
}
