/**
 * Short lines about what the page has done, which are dismissed by hand, and what a recovery has done, which the daemon
 * takes back with the next press. None disappears while it is read.
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
  /** @type {string | null} */
  #done = null;

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

  /**
   * What the last recovery has done, as the screen says it.
   * @param {string | null} notice
   */
  draw(notice) {
    this.#done = notice;
    this.#draw();
  }

  #draw() {
    const own = this.#notices.map(({ id, text }) => line(String(id), text, dismissal(id, text)));
    redraw(this.#region, this.#done === null ? own : [line("done", this.#done), ...own]);
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @param {Node} [button]
 */
function line(key, text, button) {
  return el("div", { class: "notice", "data-key": key }, el("p", {}, el("bdi", {}, text)), button);
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
  return `Open ${option.path ?? "the configuration"}${option.key ? ` at ${option.key}` : ""}.`;
}
