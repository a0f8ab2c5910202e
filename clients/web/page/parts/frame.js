/**
 * What every page has around its views: the way to the others, the connection, the presses.
 * @module
 */

import { el } from "../drawing/elements.js";
import { icon } from "./icons.js";

/** @typedef {import("../../../js/src/screen.js").Button} Button */

/** @type {[string, string][]} */
const PAGES = [
  ["index.html#fleet", "Fleet"],
  ["index.html#menu", "Menu"],
  ["index.html#resources", "Resources"],
  ["index.html#location", "Location"],
  ["failures.html", "Failures"],
  ["replay.html", "Replay"],
];

/**
 * The navigation, with the present page marked.
 * @param {string} present The address of one of them.
 */
export function navigation(present) {
  return PAGES.map(([address, title]) =>
    el("a", { href: address, "data-key": address, "aria-current": address === present && "page" }, title),
  );
}

/**
 * Whether there is a daemon, in a word beside a dot.
 * @param {boolean} isConnected
 * @param {string | null} ending
 */
export function connection(isConnected, ending) {
  const words = isConnected ? "connected" : ending ? "ended" : "starting";
  return el("p", { class: `connection connection-${words}`, "data-key": "connection" }, words);
}

/**
 * Says that there is no daemon, and offers another one.
 * @param {string} ending
 */
export function endedBanner(ending) {
  return el(
    "section",
    { class: "banner", role: "alert", "data-key": "ended", "aria-label": "No statusd is running", tabindex: -1 },
    icon("warning"),
    el("p", {}, el("b", {}, "No statusd is running. "), el("bdi", {}, ending.replace(/\.?$/, "."))),
    el("button", { type: "button", class: "option", "data-act": "connect" }, "Start Again"),
  );
}

/**
 * Calls `press` with the screen's button that was pressed, wherever on the page it stands, and `act` with the
 * name of one that is the page's own.
 * @param {(button: Button) => void} press
 * @param {(name: string, element: HTMLElement) => void} act
 */
export function listenForPresses(press, act) {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-press], [data-act]") : null;
    if (!(button instanceof HTMLElement) || button.getAttribute("aria-disabled") === "true") return;
    const { press: pressed, act: name } = button.dataset;
    if (pressed) press(JSON.parse(pressed));
    if (name) act(name, button);
  });
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 */
export function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}
