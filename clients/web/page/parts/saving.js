/**
 * The recording of the session as a file, which the replay reads.
 * @module
 */

import { el } from "../drawing/elements.js";
import { icon } from "./icons.js";

/** @typedef {import("../desk/recording.js").Recording} Recording */

export function savingButton() {
  const name = { class: "tool", "data-key": "save", "aria-label": "Save the recording of this session" };
  return el("button", { type: "button", "data-act": "save", ...name }, icon("save"), el("span", {}, "Save recording"));
}

/**
 * Hands the file to the browser, and says so in words.
 * @param {Recording} recording
 */
export function save(recording) {
  const address = URL.createObjectURL(new Blob([recording.text()], { type: "application/jsonl" }));
  el("a", { href: address, download: "session.jsonl" }).click();
  URL.revokeObjectURL(address);
  return `${recording.count} messages were saved. The replay shows them.`;
}
