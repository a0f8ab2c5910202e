/**
 * What stands below the lanes: the screen of that moment, the message, and how long calls took.
 * @module
 */

import { el } from "../drawing/elements.js";
import { inlineFailure } from "../parts/failure.js";
import { prose } from "../parts/help.js";
import { LOCATION } from "./calls.js";
import { latencies } from "./lanes.js";
import { seconds } from "./timeline.js";

/** @typedef {import("./lanes.js").Session} Session */
/** @typedef {import("../../../js/src/types.js").Screen} Screen */
/** @typedef {import("../../../js/src/types.js").ScreenBox} ScreenBox */
/** @typedef {import("../../../js/src/types.js").ScreenPart} ScreenPart */
/** @typedef {import("./timeline.js").Cursor} Cursor */
/** @typedef {import("../parts/contents.js").Contents} Contents */
/** @typedef {import("../parts/location.js").Track} Track */

const CHARACTERS = 4_000;
const WITHOUT_SCREEN = "The client of this session opened no screen. What is shown here is from its snapshots.";

/**
 * @param {Session} session
 * @param {Cursor} cursor
 * @param {{contents: Contents, track: Track}} parts
 */
export function moment(session, { count, lane }, { contents, track }) {
  const { parts, location, alert, notice, help } = session.screen(count);
  const part = parts[lane];
  const empty = () => el("p", { class: "empty" }, "No screen shows this.");
  return [
    session.hasScreen ? null : el("p", { class: "freshness", "data-key": "source" }, WITHOUT_SCREEN),
    alert && inlineFailure(stilled(alert)),
    notice === null ? null : el("p", { class: "notice", "data-key": "notice" }, el("bdi", {}, notice)),
    help && el("section", { class: "panel prose", "data-key": "help", "aria-label": "Help" }, prose(help.markdown)),
    lane === LOCATION ? track.draw(location && stillPlace(location), false) : null,
    part ? contents.draw(lane, stillPart(part)) : lane === LOCATION ? null : empty(),
  ];
}

/**
 * Nothing can be pressed in the past.
 * @param {ScreenBox} box
 */
function stilled(box) {
  return { ...box, buttons: box.buttons.map((each) => ({ ...each, enabled: false })) };
}

/**
 * @param {import("../../../js/src/types.js").ScreenPlace} place
 */
function stillPlace(place) {
  return { ...place, failure: place.failure && stilled(place.failure) };
}

/**
 * @param {ScreenPart} part
 * @returns {ScreenPart}
 */
function stillPart(part) {
  const off = { enabled: false };
  const polling = part.polling && { ...part.polling, enabled: false };
  return { ...part, failure: part.failure && stilled(part.failure), refresh: off, stop: off, polling };
}

/**
 * The message of that number.
 * @param {Session} session
 * @param {number} count From 1.
 */
export function message(session, count) {
  const entry = session.entries[count - 1];
  if (!entry) return null;
  const words = entry.direction === "in" ? "to statusd" : "from statusd";
  const text = entry.messages.length > 0 ? JSON.stringify(JSON.parse(entry.text), null, 2) : entry.text;
  const shown = text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}\n…` : text;
  return el(
    "section",
    { class: "panel replay-message", "data-key": "message", "aria-label": "Message" },
    el("h2", {}, `Message ${count} of ${session.entries.length}`),
    el("p", { class: "freshness" }, `${words}, at ${seconds(entry.at - session.from)}`),
    el("pre", { class: "json", tabindex: 0, "aria-label": "JSON of the message" }, shown),
  );
}

/** @param {Session} session */
export function latencyTable(session) {
  const rows = latencies(session.calls);
  const heads = ["Method", "Calls", "Failed", "No response", "p50", "p95"];
  return el(
    "section",
    { class: "panel", "data-key": "latencies", "aria-labelledby": "latencies" },
    el("h2", { id: "latencies" }, "How long calls took"),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(row)),
    ),
  );
}

/** @param {ReturnType<typeof latencies>[number]} row */
function row({ method, count, failed, unanswered, p50, p95 }) {
  const cells = [count, failed, unanswered, time(p50), time(p95)];
  return el("tr", {}, el("th", { scope: "row" }, el("code", {}, method)), cells.map((cell) => el("td", {}, cell)));
}

/** @param {number | null} value */
function time(value) {
  return value === null ? "–" : seconds(value);
}
