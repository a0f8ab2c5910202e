/**
 * The tree of the view: every resource with its value, the location, and failures with their options.
 * @module
 */

import { valueNodes } from "./values.js";
import { summary, title } from "./words.js";

/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./session.js").ScreenPart} ScreenPart */
/** @typedef {import("./session.js").ResourceFamily} ResourceFamily */
/** @typedef {import("./words.js").FailureBox} FailureBox */
/** @typedef {import("statusd/types").MapItem} MapItem */
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
 * @property {string} [part] What commands of the row are about.
 * @property {ResourceFamily} [family] Of which an instance can be shown.
 * @property {boolean} [isFolded] At first.
 * @property {Command} [command]
 * @property {Node[]} children
 */

/** @type {Record<string, string>} */
const ICONS = { central: "home", courier: "account", package: "package", vehicle: "dashboard" };
const RED = "list.errorForeground";
const YELLOW = "list.warningForeground";
const NONE = /** @type {Node[]} */ ([]);

/**
 * @param {Screen} screen
 * @returns {Node[]}
 */
export function nodes(screen) {
  const isInstance = (/** @type {string} */ name) => screen.instances.includes(name);
  const parts = Object.entries(screen.parts).map(([name, part]) => partNode(name, part, isInstance(name)));
  const alert = screen.alert ? [failureNode("alert", screen.alert)] : [];
  const location = screen.location ? [locationNode(screen.location)] : [];
  return [...alert, ...parts, ...screen.families.map(familyNode), ...location];
}

/**
 * @param {ResourceFamily} family
 * @returns {Node}
 */
function familyNode(family) {
  const { resource, parameters } = family;
  const id = `family/${resource}`;
  const description = `by ${parameters.join(", ")}`;
  const show = { command: "statusd.showInstance", title: "Show", arguments: [{ family }] };
  return { id, label: resource, description, icon: "search", context: "family", family, command: show, children: NONE };
}

/**
 * @param {string} name
 * @param {ScreenPart} part
 * @param {boolean} isInstance
 * @returns {Node}
 */
function partNode(name, part, isInstance) {
  const failure = part.failure ? [failureNode(name, part.failure)] : [];
  return {
    id: name,
    label: title(name, part),
    description: summary(part),
    ...phaseIcon(part),
    context: isInstance ? "instance" : "resource",
    part: name,
    children: [...failure, ...contentNodes(name, part.content)],
  };
}

/** @param {ScreenPart} part */
function phaseIcon({ phase, spinner }) {
  if (spinner) return { icon: "sync~spin" };
  if (phase === "error") return { icon: "error", colour: RED };
  if (phase === "stale") return { icon: "warning", colour: YELLOW };
  return { icon: phase === "content" ? "pass" : "circle-outline" };
}

/**
 * @param {string} name
 * @param {ScreenPart["content"]} content
 * @returns {Node[]}
 */
function contentNodes(name, content) {
  if (!content) return [];
  if ("items" in content) return content.items.map((each) => itemNode(name, each));
  if ("value" in content) return valueNodes(name, content.value);
  if (!("sections" in content)) return valueNodes(name, content); // Of a shape that is not known here.
  if (content.isEmpty) return [{ id: `${name}/empty`, label: "The menu is empty", children: NONE }];
  return content.sections.map((section, index) => sectionNode(name, section, index));
}

/**
 * @param {string} name
 * @param {MapItem} item
 */
function itemNode(name, { kind, id, label, location }) {
  const place = `${location.latitude}, ${location.longitude}`;
  return { id: `${name}/${kind}/${id}`, label, description: place, icon: ICONS[kind] ?? "circle-outline", children: NONE };
}

/**
 * @param {string} name
 * @param {import("statusd/types").MenuSection} section
 * @param {number} index Two sections may have one name.
 */
function sectionNode(name, { category, items }, index) {
  const id = `${name}/${index}`;
  const rows = items.map(({ name, price, spicy }, place) => ({
    id: `${id}/${place}`,
    label: name,
    description: spicy ? `${price}, spicy` : `${price}`,
    ...(spicy ? { icon: "flame" } : {}),
    children: NONE,
  }));
  return { id, label: category, description: `${items.length}`, icon: "list-unordered", children: rows };
}

/** @param {NonNullable<Screen["location"]>} location */
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
