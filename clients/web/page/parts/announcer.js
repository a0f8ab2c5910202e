/**
 * What a screen reader is told of a change that only eyes would see: phases, and failures in the place of a value.
 * @module
 */

import { el } from "../drawing/elements.js";

/** @typedef {import("../../../js/src/presenter.js").Screen} Screen */

/** @type {Record<string, string>} */
const WORDS = {
  blank: "is empty",
  loading: "is loading",
  content: "is up to date",
  stale: "is old",
  error: "has failed",
};

export class Announcer {
  #region = el("p", { class: "visually-hidden", role: "status" });
  /** @type {Map<string, string>} */
  #said = new Map();
  /** @type {Record<string, string>} */
  #titles;

  /**
   * @param {HTMLElement} page
   * @param {Record<string, string>} titles By the screen's names.
   */
  constructor(page, titles) {
    this.#titles = titles;
    page.append(this.#region);
  }

  /** @param {Screen} screen */
  announce({ resources, location }) {
    const parts = Object.entries({ ...resources, location });
    const news = parts.flatMap(([name, part]) => this.#news(name, part.phase, part.failure?.title));
    if (news.length > 0) this.#region.textContent = news.join(" ");
  }

  /**
   * @param {string} name
   * @param {string} phase
   * @param {string} [failure]
   */
  #news(name, phase, failure) {
    const title = this.#titles[name];
    if (!title) return [];
    const sentence = `${title} ${WORDS[phase]}${failure ? `: ${failure}` : ""}.`;
    const before = this.#said.get(name);
    this.#said.set(name, sentence);
    // What a page begins with is read with the page.
    return before === undefined || before === sentence ? [] : [sentence];
  }
}
