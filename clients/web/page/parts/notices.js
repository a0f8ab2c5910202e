/**
 * Short lines about what the page itself has done. They are dismissed by hand: none disappears while it is read.
 * @module
 */

import { el } from "../drawing/elements.js";
import { redraw } from "../drawing/morph.js";
import { icon } from "./icons.js";

/** @typedef {import("../desk/desk.js").Performance} Performance */

const KEPT = 3;

export class Notices {
  #region = el("div", { class: "notices", role: "status", "aria-label": "Notices" });
  /** @type {{id: number, text: string}[]} */
  #notices = [];
  #count = 0;

  /** @param {HTMLElement} page */
  constructor(page) {
    page.append(this.#region);
  }

  /** @param {string} text */
  add(text) {
    this.#notices = [...this.#notices, { id: ++this.#count, text }].slice(-KEPT);
    this.#draw();
  }

  /** @param {string | undefined} id */
  dismiss(id) {
    this.#notices = this.#notices.filter((each) => String(each.id) !== id);
    this.#draw();
  }

  #draw() {
    redraw(
      this.#region,
      this.#notices.map(({ id, text }) =>
        el(
          "div",
          { class: "notice", "data-key": String(id) },
          el("p", {}, text),
          dismissal(id, text),
        ),
      ),
    );
  }
}

/**
 * @param {number} id
 * @param {string} text
 */
function dismissal(id, text) {
  const act = { "data-act": "dismiss", "data-notice": id, "aria-label": `Dismiss: ${text}` };
  return el("button", { type: "button", class: "tool tool-bare", ...act }, icon("close"));
}

/**
 * What the daemon leaves to its client, in words: a page can open neither an editor nor a telephone.
 * @param {Performance} performance
 */
export function performed({ option }) {
  if (option.id !== "openSettings") return `“${option.title}” was handed to this page.`;
  return `Open ${option.path ?? "the configuration"} at ${option.key}.`;
}
