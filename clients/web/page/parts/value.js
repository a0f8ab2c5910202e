/**
 * A value of any shape: text, lines, a table where its rows are alike, and otherwise a tree.
 * @module
 */

import { el } from "../drawing/elements.js";

/** What is drawn of a value: the rest is counted. A page with all of a large one would be slow. */
const LEAVES = 3_000;
const ROWS = 200;
const COLUMNS = 10;
const TEXT = 20_000;

/** @param {{value: unknown}} content */
export function anything({ value }) {
  const left = { leaves: LEAVES };
  const named = { class: "value", role: "group", "aria-label": "Value", tabindex: 0 };
  return el("div", named, isTable(value) ? table(value, left) : node(value, left));
}

/** @param {{value: string}} content */
export function text({ value }) {
  return el("pre", { class: "value value-text", dir: "auto", tabindex: 0, "aria-label": "Value" }, cut(value));
}

/** @param {{value: string[]}} content */
export function lines({ value }) {
  if (value.length === 0) return el("p", { class: "empty" }, "There are no lines.");
  const rows = value.slice(0, ROWS * 5).map((line) => el("li", { dir: "auto" }, cut(line)));
  const named = { class: "value value-lines", tabindex: 0, "aria-label": "Value" };
  return el("ol", named, rows, rest(value.length, rows.length));
}

/** @typedef {{leaves: number}} Left How much more is drawn. */

/**
 * Objects of a few members each, most of which are the same.
 * @param {unknown} value
 * @returns {value is Record<string, unknown>[]}
 */
function isTable(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) && columns(value).length <= COLUMNS;
}

/** @param {Record<string, unknown>[]} rows */
function columns(rows) {
  return [...new Set(rows.slice(0, ROWS).flatMap(Object.keys))];
}

/**
 * @param {Record<string, unknown>[]} rows
 * @param {Left} left
 */
function table(rows, left) {
  const names = columns(rows);
  const shown = rows.slice(0, ROWS);
  const head = names.map((name) => el("th", { scope: "col" }, el("bdi", {}, name)));
  const cells = (/** @type {Record<string, unknown>} */ row) =>
    names.map((name) => el("td", {}, name in row ? node(row[name], left) : null));
  return el(
    "div",
    {},
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, shown.map((row) => el("tr", {}, cells(row))))),
    rest(rows.length, shown.length),
  );
}

/**
 * @param {unknown} value
 * @param {Left} left
 * @returns {Node}
 */
function node(value, left) {
  left.leaves -= 1;
  if (left.leaves < 0) return el("span", { class: "value-rest" }, "…");
  if (isShort(value)) return el("span", {}, value.flatMap((each, index) => [index > 0 && ", ", leaf(each)]));
  if (Array.isArray(value)) return branch(value.map((each, index) => [String(index + 1), each]), left);
  return isObject(value) ? branch(Object.entries(value), left) : leaf(value);
}

/**
 * Members that have members themselves can be folded.
 * @param {[string, unknown][]} members
 * @param {Left} left
 */
function branch(members, left) {
  if (members.length === 0) return el("span", { class: "value-rest" }, "nothing");
  const rows = members.slice(0, ROWS).map(([name, value]) => {
    const key = { class: "value-name", dir: "auto" };
    const size = sizeOf(value);
    if (size === 0) return el("li", {}, el("span", key, name), " ", node(value, left));
    const summary = el("summary", {}, el("span", key, name), " ", el("span", { class: "count" }, size));
    return el("li", {}, el("details", { open: size <= COLUMNS }, summary, node(value, left)));
  });
  return el("ul", { class: "value-branch" }, rows, rest(members.length, rows.length));
}

/** @param {unknown} value */
function leaf(value) {
  if (typeof value === "string") return el("span", { dir: "auto" }, cut(value));
  return el("code", { class: "value-scalar" }, String(value));
}

/**
 * A few numbers or words, which stand side by side.
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
function isShort(value) {
  const isBranch = (/** @type {unknown} */ each) => typeof each === "object" && each !== null;
  return Array.isArray(value) && value.length > 0 && value.length <= COLUMNS && !value.some(isBranch);
}

/** @param {unknown} value */
function sizeOf(value) {
  if (isShort(value)) return 0;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/**
 * @param {number} count
 * @param {number} shown
 */
function rest(count, shown) {
  return count > shown ? el("p", { class: "value-rest" }, `and ${count - shown} more`) : null;
}

/** @param {string} words */
function cut(words) {
  return words.length > TEXT ? `${words.slice(0, TEXT)}…` : words;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
