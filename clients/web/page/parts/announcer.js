/**
 * What a screen reader is told of a change that only eyes would see: phases, and failures in the place of a value.
 * @module
 */

import { el } from "../drawing/elements.js";

import { titleOf } from "./contents.js";

/** @typedef {import("../../../js/src/types.js").Screen} Screen */

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

  /** @param {HTMLElement} page */
  constructor(page) {
    page.append(this.#region);
  }

  /** @param {Screen} screen */
  announce({ parts, location }) {
    const named = Object.entries(parts).map(([name, part]) => ({ title: titleOf(name, part), part }));
    const all = location ? [...named, { title: "Location", part: location }] : named;
    const news = all.flatMap(({ title, part }) => this.#news(title, part.phase, part.failure?.title));
    if (news.length > 0) this.#region.textContent = news.join(" ");
  }

  /**
   * @param {string} title
   * @param {string} phase
   * @param {string} [failure]
   */
  #news(title, phase, failure) {
    const sentence = `${title} ${WORDS[phase]}${failure ? `: ${failure}` : ""}.`;
    const before = this.#said.get(title);
    this.#said.set(title, sentence);
    // What a page begins with is read with the page.
    return before === undefined || before === sentence ? [] : [sentence];
  }
}
