/**
 * A failure with its buttons: in the place of a value, beside it, or before the person.
 * @module
 */

import { el } from "../drawing/elements.js";
import { icon } from "./icons.js";

/** @typedef {import("../../../js/src/types.js").ScreenBox} FailureBox */

/**
 * In the place of a value, or beside one.
 * @param {FailureBox} failure
 */
export function inlineFailure(failure) {
  const id = `failure-${failure.failureId}`;
  return el(
    "div",
    { class: "failure", role: "group", "data-key": id, "aria-labelledby": id, tabindex: -1 },
    failureBody(failure, id),
  );
}

/**
 * What a failure says, and what can be done about it.
 * @param {FailureBox} failure
 * @param {string} id Of the title, by which the box around it is named.
 * @param {"h2" | "h3"} heading Below the title of a part, or before all of them.
 */
export function failureBody(failure, id, heading = "h3") {
  return el(
    "div",
    { class: "failure-body" },
    el("div", { class: "failure-sign" }, icon("warning")),
    el(
      "div",
      { class: "failure-words" },
      el(heading, { id, class: "failure-title" }, el("bdi", {}, failure.title)),
      el("p", { id: `${id}-message` }, el("bdi", {}, failure.message)),
      failure.countdown !== null &&
        el("p", { class: "failure-countdown" }, "The server asks to wait ", el("b", {}, `${failure.countdown} s`), "."),
      el("div", { class: "options" }, failure.buttons.map((button) => optionButton(failure.failureId, button))),
    ),
  );
}

/**
 * Disabled ones keep the focus, and say what they are: `aria-disabled`.
 * @param {string} failureId
 * @param {FailureBox["buttons"][number]} button
 */
function optionButton(failureId, { id, title, role, enabled, running }) {
  return el(
    "button",
    {
      type: "button",
      class: `option option-${role}`,
      "data-key": id,
      "aria-disabled": !enabled && "true",
      "aria-busy": running && "true",
      press: { button: "option", failureId, optionId: id },
    },
    running && el("span", { class: "spinner", "aria-hidden": "true" }),
    el("bdi", {}, title),
  );
}
