/**
 * Rows of a value of any shape: a tree of its members, or its lines.
 * @module
 */

/** @typedef {import("./nodes.js").Node} Node */

/** What is shown of a value: the editor keeps every row. */
const ROWS = 200;
const LEAVES = 2_000;
const CHARACTERS = 300;

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {Node[]}
 */
export function valueNodes(name, value) {
  const left = { leaves: LEAVES };
  const id = `${name}/value`;
  if (typeof value === "string") return members(id, value.split("\n").map(line), left);
  const areLines = Array.isArray(value) && value.every((each) => typeof each === "string");
  const entries = areLines ? value.map(line) : entriesOf(value);
  return entries.length > 0 ? members(id, entries, left) : [row(id, shown(value))];
}

/**
 * @param {string} text
 * @returns {[string, undefined]}
 */
function line(text) {
  return [text, undefined];
}

/**
 * @param {string} id
 * @param {[string, unknown][]} entries
 * @param {{leaves: number}} left
 * @returns {Node[]}
 */
function members(id, entries, left) {
  const rows = entries.slice(0, ROWS).flatMap(([name, value], index) => {
    left.leaves -= 1;
    return left.leaves < 0 ? [] : [member(`${id}/${index}`, name, value, left)];
  });
  const rest = entries.length - rows.length;
  return rest > 0 ? [...rows, row(`${id}/rest`, `and ${rest} more`)] : rows;
}

/**
 * @param {string} id
 * @param {string} name
 * @param {unknown} value
 * @param {{leaves: number}} left
 * @returns {Node}
 */
function member(id, name, value, left) {
  const entries = entriesOf(value);
  if (entries.length === 0) return row(id, name, value === undefined ? undefined : shown(value));
  return { ...row(id, name, String(entries.length)), isFolded: true, children: members(id, entries, left) };
}

/**
 * @param {string} id
 * @param {string} text
 * @param {string} [description]
 * @returns {Node}
 */
function row(id, text, description) {
  return { id, label: text.slice(0, CHARACTERS) || " ", description, children: [] };
}

/**
 * @param {unknown} value
 * @returns {[string, unknown][]}
 */
function entriesOf(value) {
  if (Array.isArray(value)) return value.map((each, index) => [String(index + 1), each]);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** @param {unknown} value */
function shown(value) {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, CHARACTERS);
}
