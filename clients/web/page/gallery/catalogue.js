/**
 * All kinds of failure, in the groups of their codes, as a list to choose from.
 * @module
 */

import { el } from "../drawing/elements.js";

/** @typedef {{code: number, kind: string, title: string, failureReason?: string, recoverySuggestion?: string}} Kind */

/**

 * As docs/failures.md groups them; each begins with the code.

 * @type {[number, string][]}

 */
const GROUPS = [
  [-33_000, "The request"],
  [1_000, "The daemon"],
  [1_100, "The way to the server"],
  [1_200, "The server's response"],
  [1_300, "What came"],
  [1_400, "The location"],
  [1_500, "The store"],
  [1_600, "Files, programs, configuration"],
  [1_700, "Recoveries"],
];

/**
 * @param {Kind[]} kinds
 * @param {string} filter
 * @param {string | null} played
 */
export function catalogue(kinds, filter, played) {
  const found = kinds.filter((each) => matches(each, filter));
  const groups = GROUPS.map(([begin, title], index) => {
    const end = GROUPS[index + 1]?.[0] ?? Infinity;
    return { title, members: found.filter(({ code }) => code >= begin && code < end) };
  });
  return el(
    "div",
    { class: "catalogue", "data-key": "catalogue" },
    el("p", { class: "count", role: "status" }, `${found.length} of ${kinds.length} kinds`),
    groups.filter(({ members }) => members.length > 0).map((each) => group(each, played)),
  );
}

/**
 * @param {Kind} kind
 * @param {string} filter
 */
function matches({ code, kind, title }, filter) {
  return `${code} ${kind} ${title}`.toLowerCase().includes(filter.trim().toLowerCase());
}

/**
 * @param {{title: string, members: Kind[]}} group
 * @param {string | null} played
 */
function group({ title, members }, played) {
  return el(
    "section",
    { "aria-label": title, "data-key": title },
    el("h2", { class: "catalogue-group" }, title),
    el("ul", {}, members.map((each) => entry(each, played === each.kind))),
  );
}

/**
 * @param {Kind} kind
 * @param {boolean} isPlayed
 */
function entry({ code, kind, title }, isPlayed) {
  return el(
    "li",
    { "data-key": kind },
    el(
      "button",
      { type: "button", class: "kind", "data-act": "play", "data-kind": kind, "aria-pressed": String(isPlayed) },
      el("span", { class: "kind-title" }, title),
      el("span", { class: "kind-code" }, el("code", {}, kind), ` ${code}`),
    ),
  );
}
