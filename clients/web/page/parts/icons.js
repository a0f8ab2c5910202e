/**
 * The signs of the page, drawn on a grid of 20 by 20. Beside each stands a word, or the name of its button.
 * @module
 */

import { svg } from "../drawing/elements.js";

/** @type {Record<string, string>} */
const PATHS = {
  refresh: "M16 10a6 6 0 1 1-1.8-4.3M16 3v3.2h-3.2",
  stop: "M6 6h8v8H6z",
  start: "M7 5l8 5-8 5z",
  save: "M10 3v9M6.5 8.5L10 12l3.5-3.5M4 16h12",
  open: "M10 13V4M6.5 7.5L10 4l3.5 3.5M4 16h12",
  close: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  warning: "M10 3.2L17.5 16.5h-15zM10 8.2v4M10 14.2v.2",
  chilli: "M13 5c.6-1.4 1.7-2 3-2M13 5c2 .8 2.4 3.4.8 6-1.9 3.2-5.6 5.2-9.8 5 3.4-1.2 4.8-3.2 5.4-6Q11 5 13 5z",
  step: "M5 5l6 5-6 5zM14 5v10",
};

/** @param {string} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}
