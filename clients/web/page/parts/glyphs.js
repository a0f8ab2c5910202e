/**
 * The marks of the map: kinds differ in form, and not in colour alone.
 * @module
 */

import { svg } from "../drawing/elements.js";

/** @typedef {import("../../../js/src/types.js").MapItem} MapItem */

/**
 * @param {MapItem} item
 * @param {number} count How many of the kind it stands for.
 */
export function glyph(item, count = 1) {
  const form = count > 1 ? [...(COMMON[item.kind] ?? OTHER)(), ...badge(count)] : (FORMS[item.kind] ?? OTHER)(item);
  return svg("g", { class: `glyph glyph-${item.kind}`, "aria-hidden": "true" }, form);
}

/** What stands for a kind that only a later daemon knows. */
const OTHER = () => [svg("circle", { class: "glyph-body", r: 12 })];

/**
 * What stands for any of a kind.
 * @type {Record<MapItem["kind"], () => SVGElement[]>}
 */
const COMMON = {
  central: () => [
    svg("path", { class: "glyph-body", d: "M-13 -1L0 -12L13 -1V12H-13z" }),
    svg("path", { class: "glyph-ink", d: "M-4 12V3H4V12" }),
  ],
  courier: () => [
    svg("circle", { class: "glyph-body", r: 12 }),
    svg("path", { class: "glyph-ink", d: "M-3 -4a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M-6 7a6 6 0 0 1 12 0" }),
  ],
  package: () => [
    svg("path", { class: "glyph-body", d: "M-12 -12h24v24h-24z" }),
    svg("path", { class: "glyph-ink", d: "M0 -11V-2M-3.500 -2h7" }),
  ],
  vehicle: () => [
    svg("path", { class: "glyph-body", d: "M-13 5V-6H3V-2H8L13 2V5z" }),
    svg("circle", { class: "glyph-wheel", cx: -7, cy: 6, r: 3.5 }),
    svg("circle", { class: "glyph-wheel", cx: 7, cy: 6, r: 3.5 }),
  ],
};

/** @type {Record<MapItem["kind"], (item: MapItem) => SVGElement[]>} */
const FORMS = {
  ...COMMON,
  courier: ({ title }) => [
    svg("circle", { class: "glyph-body", r: 12 }),
    svg("text", { class: "glyph-letter", "text-anchor": "middle", y: 4.5 }, firstLetter(title)),
  ],
  package: ({ delivered }) => (delivered ? DELIVERED() : COMMON.package()),
};

const DELIVERED = () => [
  svg("path", { class: "glyph-body glyph-done", d: "M-12 -12h24v24h-24z" }),
  svg("path", { class: "glyph-ink", d: "M-5 0l4 4l6.500 -8" }),
];

/** @param {number} count */
function badge(count) {
  const words = count > 99 ? "99+" : count;
  return [
    svg("circle", { class: "glyph-badge", r: 8.5, cx: 11, cy: -10 }),
    svg("text", { class: "glyph-number", x: 11, y: -6, "text-anchor": "middle" }, words),
  ];
}

/**
 * What a person sees first of a name: a letter with its accents, and no half of one.
 * @param {string} name
 */
function firstLetter(name) {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? "";
}
