/**
 * What the daemon was last sent and what it sent, newest first.
 * @module
 */

import { el } from "../drawing/elements.js";

const SHOWN = 30;
const CHARACTERS = 600;

/** @param {import("../desk/recording.js").Recording} recording */
export function wire(recording) {
  return el(
    "details",
    { class: "wire", "data-key": "wire" },
    el("summary", {}, "Messages"),
    el("ol", { tabindex: 0, "aria-label": "Messages" }, recording.newest(SHOWN).map(line)),
  );
}

/** @param {string} text */
function line(text) {
  const { time, direction, message } = JSON.parse(text);
  const json = JSON.stringify(message);
  const arrow = direction === "in" ? "to" : "from";
  return el(
    "li",
    { class: `wire-${direction}` },
    el("span", { class: "wire-time" }, `${arrow} statusd, ${time.slice(14, 23)}`),
    el("code", {}, json.length > CHARACTERS ? `${json.slice(0, CHARACTERS)} …` : json),
  );
}
