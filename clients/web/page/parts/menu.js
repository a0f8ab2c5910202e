/**
 * The menu in its groups.
 * @module
 */

import { el } from "../drawing/elements.js";
import { icon } from "./icons.js";
import { price as words } from "./price.js";

/** @typedef {import("../../../js/src/types.js").MenuSection} MenuSection */
/** @typedef {import("../../../js/src/types.js").MenuItem} MenuItem */

/** @param {{sections: MenuSection[], isEmpty: boolean}} content */
export function menu({ sections, isEmpty }) {
  if (isEmpty) return el("p", { class: "empty" }, "The menu is empty today.");
  return el("div", { class: "menu" }, sections.map(section));
}

/** @param {MenuSection} section */
function section({ category, items }) {
  return el(
    "section",
    { class: "menu-section", "data-key": category, "aria-label": category },
    el("h3", {}, el("bdi", {}, category)),
    el("ul", {}, items.map(item)),
  );
}

/** @param {MenuItem} item */
function item({ name, spicy, price }) {
  return el(
    "li",
    { class: "dish" },
    el("span", { class: "dish-name" }, el("bdi", {}, name), spicy && spiciness()),
    el("span", { class: "dish-price" }, words(price)),
  );
}

function spiciness() {
  return el("span", { class: "tag tag-spicy" }, icon("chilli"), "spicy");
}
