/**
 * The marks of the map: kinds differ in form, and not in colour alone.
 * @module
 */

import { svg } from "../drawing/elements.js";

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */

/** @param {MapItem} item */
export function glyph(item) {
  return svg("g", { class: `glyph glyph-${item.kind}`, "aria-hidden": "true" }, FORMS[item.kind](item));
}

/** @type {Record<MapItem["kind"], (item: MapItem) => SVGElement[]>} */
const FORMS = {
  central: () => [
    svg("path", { class: "glyph-body", d: "M-13 -1L0 -12L13 -1V12H-13z" }),
    svg("path", { class: "glyph-ink", d: "M-4 12V3H4V12" }),
  ],
  courier: ({ title }) => [
    svg("circle", { class: "glyph-body", r: 12 }),
    svg("text", { class: "glyph-letter", "text-anchor": "middle", y: 4.5 }, firstLetter(title)),
  ],
  package: ({ delivered }) => [
    svg("path", { class: delivered ? "glyph-body glyph-done" : "glyph-body", d: "M-10 -10h20v20h-20z" }),
    svg("path", { class: "glyph-ink", d: delivered ? "M-5 0l4 4l6.500 -8" : "M0 -10V-2M-3.500 -2h7" }),
  ],
  vehicle: () => [
    svg("path", { class: "glyph-body", d: "M-13 5V-6H3V-2H8L13 2V5z" }),
    svg("circle", { class: "glyph-wheel", cx: -7, cy: 6, r: 3.5 }),
    svg("circle", { class: "glyph-wheel", cx: 7, cy: 6, r: 3.5 }),
  ],
};

/**
 * What a person sees first of a name: a letter with its accents, and no half of one.
 * @param {string} name
 */
function firstLetter(name) {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? "";
}
