/**
 * The frame around a resource: its name and age, refresh and stop, the polling switch, its failure.
 * @module
 */

import { el } from "../drawing/elements.js";
import { inlineFailure } from "./failure.js";
import { icon } from "./icons.js";

/** @typedef {import("../../../js/src/types.js").ScreenPart} ScreenPart */

/**
 * The content is drawn by `draw`, where there is any.
 * @param {string} name Of the part.
 * @param {string} title
 * @param {ScreenPart} screen
 * @param {(content: any) => Node} draw
 * @param {Node[]} [more] Tools.
 */
export function panel(name, title, screen, draw, more = []) {
  const id = `panel-${name}`;
  return el(
    "section",
    { class: "panel", "data-key": id, "data-phase": screen.phase, "aria-labelledby": id, tabindex: -1 },
    el(
      "header",
      { class: "panel-head" },
      el("div", { class: "panel-title" }, el("h2", { id }, el("bdi", {}, title)), freshness(screen)),
      el("div", { class: "panel-tools" }, tools(name, title, screen), more),
    ),
    screen.failure && inlineFailure(screen.failure),
    screen.content && el("div", { class: "panel-content", "data-key": "content" }, draw(screen.content)),
    screen.phase === "loading" && placeholder(),
    screen.phase === "blank" && invitation(name, screen),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {ScreenPart} screen
 */
function tools(name, title, screen) {
  return [pollingSwitch(name, screen), stopButton(name, title, screen), refreshButton(name, title, screen)];
}

/** @param {ScreenPart} screen */
function freshness({ phase, age, spinner, attempt }) {
  const attempts = attempt && attempt.number > 1 ? `, attempt ${attempt.number} of ${attempt.of}` : "";
  return el(
    "p",
    { class: "freshness" },
    spinner && el("span", { class: "spinner", "aria-hidden": "true" }),
    phase === "stale" && el("span", { class: "tag tag-stale" }, "old"),
    age && el("span", {}, age),
    spinner && el("span", {}, `fetching${attempts}`),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {ScreenPart} screen
 */
function refreshButton(name, title, { refresh }) {
  return el(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": `Refresh ${title}`,
      "aria-disabled": !refresh.enabled && "true",
      press: { button: "refresh", part: name },
    },
    icon("refresh"),
    el("span", {}, "Refresh"),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {ScreenPart} screen
 */
function stopButton(name, title, { stop }) {
  return el(
    "button",
    {
      type: "button",
      class: "tool tool-stop",
      "aria-label": `Stop fetching ${title}`,
      "aria-disabled": !stop.enabled && "true",
      press: { button: "stop", part: name },
    },
    icon("stop"),
    el("span", {}, "Stop"),
  );
}

/**
 * @param {string} name
 * @param {ScreenPart} screen
 */
function pollingSwitch(name, { polling }) {
  if (!polling) return null;
  const next = polling.next === "now" ? "due now" : polling.next && `next ${polling.next}`;
  return el(
    "button",
    {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-checked": String(polling.on),
      "aria-disabled": !polling.enabled && "true",
      "aria-label": "Auto-refresh",
      press: { button: "polling", part: name },
    },
    el(
      "span",
      { class: "switch-words" },
      el("span", {}, "Auto-refresh"),
      el("span", { class: "switch-next" }, next ?? `every ${polling.interval} s`),
    ),
    el("span", { class: "switch-track", "aria-hidden": "true" }),
  );
}

/** Lines where text will be. */
function placeholder() {
  const widths = [42, 88, 76, 81, 58, 70];
  return el(
    "div",
    { class: "placeholder", "data-key": "placeholder" },
    el("p", { class: "visually-hidden" }, "Loading"),
    widths.map((width) => el("span", { class: "placeholder-line", style: `width: ${width}%` })),
  );
}

/**
 * @param {string} name
 * @param {ScreenPart} screen
 */
function invitation(name, { refresh }) {
  return el(
    "div",
    { class: "invitation", "data-key": "invitation" },
    el("p", {}, "Nothing has been asked for yet."),
    el(
      "button",
      {
        type: "button",
        class: "option",
        "aria-disabled": !refresh.enabled && "true",
        press: { button: "refresh", part: name },
      },
      "Fetch it",
    ),
  );
}
