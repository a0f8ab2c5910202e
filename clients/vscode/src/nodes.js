/**
 * The tree of the view: the fleet joined, the menu in groups, the location, and failures with their options.
 * @module
 */

import { summary, title } from "./words.js";

/** @typedef {import("./live-screen.js").Screen} Screen */
/** @typedef {import("./words.js").ResourceScreen} ResourceScreen */
/** @typedef {import("./words.js").FailureBox} FailureBox */
/** @typedef {import("statusd-client/presenter").MapItem} MapItem */
/** @typedef {{command: string, title: string, arguments: any[]}} Command */

/**
 * One row. `id` is the same from screen to screen, so that what is open stays open.
 * @typedef {object} Node
 * @property {string} id
 * @property {string} label
 * @property {string} [description]
 * @property {string} [tooltip]
 * @property {string} [icon] The name of a codicon.
 * @property {string} [colour] Of the icon: the id of a theme's colour.
 * @property {string} [context] What menus ask for.
 * @property {string} [resource] What commands of the row are about.
 * @property {Command} [command]
 * @property {Node[]} children
 */

const ICONS = { central: "home", courier: "account", package: "package", vehicle: "dashboard" };
const RED = "list.errorForeground";
const YELLOW = "list.warningForeground";
const NONE = /** @type {Node[]} */ ([]);

/**
 * @param {Screen} screen
 * @returns {Node[]}
 */
export function nodes(screen) {
  const parts = Object.entries(screen.resources).map(([name, part]) => resourceNode(name, part));
  const alert = screen.alert ? [failureNode("alert", screen.alert)] : [];
  return [...alert, ...parts, locationNode(screen.location)];
}

/**
 * @param {string} name
 * @param {ResourceScreen} part
 * @returns {Node}
 */
function resourceNode(name, part) {
  const failure = part.failure ? [failureNode(name, part.failure)] : [];
  return {
    id: name,
    label: title(name),
    description: summary(part),
    ...phaseIcon(part),
    context: "resource",
    resource: name,
    children: [...failure, ...contentNodes(name, part.content)],
  };
}

/** @param {ResourceScreen} part */
function phaseIcon({ phase, spinner }) {
  if (spinner) return { icon: "sync~spin" };
  if (phase === "error") return { icon: "error", colour: RED };
  if (phase === "stale") return { icon: "warning", colour: YELLOW };
  return { icon: phase === "content" ? "pass" : "circle-outline" };
}

/**
 * @param {string} name
 * @param {ResourceScreen["content"]} content
 * @returns {Node[]}
 */
function contentNodes(name, content) {
  if (!content) return [];
  if (content.items) return content.items.map(itemNode);
  if (!content.sections) return [{ id: `${name}/value`, label: JSON.stringify(content.value), children: NONE }];
  if (content.isEmpty) return [{ id: `${name}/empty`, label: "The menu is empty", children: NONE }];
  return content.sections.map(sectionNode);
}

/** @param {MapItem} item */
function itemNode({ kind, id, label, location }) {
  const place = `${location.latitude}, ${location.longitude}`;
  return { id: `state/${kind}/${id}`, label, description: place, icon: ICONS[kind], children: NONE };
}

/**
 * @param {import("statusd-client/types").MenuSection} section
 * @param {number} index Two sections may have one name.
 */
function sectionNode({ category, items }, index) {
  const id = `menu/${index}`;
  const rows = items.map(({ name, price, spicy }, place) => ({
    id: `${id}/${place}`,
    label: name,
    description: spicy ? `${price}, spicy` : `${price}`,
    ...(spicy ? { icon: "flame" } : {}),
    children: NONE,
  }));
  return { id, label: category, description: `${items.length}`, icon: "list-unordered", children: rows };
}

/** @param {Screen["location"]} location */
function locationNode({ on, phase, coordinate, age, failure }) {
  const place = coordinate ? `${coordinate.latitude}, ${coordinate.longitude}` : "";
  const words = [on ? place || phase : "off", coordinate ? age ?? "" : ""].filter((each) => each !== "");
  return {
    id: "location",
    label: "Location",
    description: words.join(", "),
    icon: "location",
    ...(failure ? { colour: RED } : {}),
    context: on ? "location.on" : "location.off",
    children: failure ? [failureNode("location", failure)] : NONE,
  };
}

/**
 * A failure and, below it, its options in their order.
 * @param {string} place
 * @param {FailureBox} failure
 * @returns {Node}
 */
function failureNode(place, { failureId, title: label, message, countdown, buttons }) {
  const id = `${place}/failure`;
  return {
    id,
    label,
    description: countdown === null ? message : `${message} (${countdown} s)`,
    tooltip: `${label}\n${message}`,
    icon: "error",
    colour: RED,
    children: buttons.map((button) => optionNode(id, failureId, button)),
  };
}

/**
 * @param {string} place
 * @param {string} failureId
 * @param {FailureBox["buttons"][number]} button
 * @returns {Node}
 */
function optionNode(place, failureId, { id, title: label, enabled, running }) {
  const command = { command: "statusd.chooseOption", title: label, arguments: [failureId, id] };
  return {
    id: `${place}/${id}`,
    label,
    ...(running ? { description: "under way", icon: "sync~spin" } : { icon: id === "cancel" ? "close" : "debug-restart" }),
    ...(enabled ? { command } : {}),
    children: NONE,
  };
}
