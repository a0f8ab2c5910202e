/**
 * What stands below the lanes: the screen of that moment, the message, and how long calls took.
 * @module
 */

import { el } from "../drawing/elements.js";
import { inlineFailure } from "../parts/failure.js";
import { menu } from "../parts/menu.js";
import { panel } from "../parts/panel.js";
import { LOCATION } from "./calls.js";
import { latencies } from "./lanes.js";
import { seconds } from "./timeline.js";

/** @typedef {import("./lanes.js").Session} Session */
/** @typedef {import("../../../js/src/presenter.js").Screen} Screen */
/** @typedef {import("./timeline.js").Cursor} Cursor */
/** @typedef {import("../parts/fleet.js").Fleet} Fleet */
/** @typedef {import("../parts/location.js").Track} Track */

const CHARACTERS = 4_000;

/**
 * @param {Session} session
 * @param {Cursor} cursor
 * @param {{fleet: Fleet, track: Track}} parts
 */
export function moment(session, { at, count, lane }, { fleet, track }) {
  const { resources, location, alert } = still(session.screen(at, count));
  const box = alert && inlineFailure(alert);
  if (lane === LOCATION) return [box, track.draw(location)];
  const resource = resources[lane];
  if (!resource) return [box, el("p", { class: "empty" }, "These calls are about no resource.")];
  const title = session.parts.titles[lane];
  const shape = session.parts.described[lane];
  const kind = typeof shape === "string" ? shape : shape.shape;
  /** @type {Record<string, (content: any) => Node>} */
  const draw = { fleet: (content) => fleet.draw(content), menu, any: anything };
  return [box, panel("replayed", title, resource, draw[kind])];
}

/** @param {{value: unknown}} content */
function anything({ value }) {
  return el("pre", { class: "json" }, JSON.stringify(value, null, 2));
}

/**
 * Nothing can be pressed in the past.
 * @param {Screen} screen
 * @returns {Screen}
 */
function still(screen) {
  /** @param {Screen["alert"]} box */
  const stop = (box) => box && { ...box, buttons: box.buttons.map((each) => ({ ...each, enabled: false })) };
  const parts = Object.entries(screen.resources).map(([name, each]) => [
    name,
    {
      ...each,
      failure: stop(each.failure),
      refresh: { enabled: false },
      stop: { enabled: false },
      polling: each.polling && { ...each.polling, enabled: false },
    },
  ]);
  const location = { ...screen.location, failure: stop(screen.location.failure) };
  return { ...screen, resources: Object.fromEntries(parts), location, alert: stop(screen.alert) };
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
