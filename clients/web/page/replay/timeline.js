/**
 * The lanes of a session, one below the other over the same time.
 * @module
 */

import { el } from "../drawing/elements.js";

/** @typedef {import("./lanes.js").Session} Session */
/** @typedef {import("./lanes.js").Lane} Lane */
/** @typedef {import("./lanes.js").Span} Span */
/** @typedef {import("./calls.js").Call} Call */
/** @typedef {import("./calls.js").Mishap} Mishap */
/** @typedef {{at: number, count: number, lane: string}} Cursor After `count` messages, at a time. */

/** Calls that overlap stand in rows; what finds no row of its own stands in the last one. */
const ROWS = 4;
/** Pixels. */
const ROW = 14;
const TICKS = 6;

/**
 * @param {Session} session
 * @param {Cursor} cursor
 */
export function timeline(session, cursor) {
  return el(
    "div",
    { class: "timeline", "data-key": "timeline" },
    scale(session),
    session.lanes.map((lane) => laneOf(session, lane, cursor)),
    legend(),
  );
}

/** @param {Session} session */
function scale({ from, to }) {
  const ticks = Array.from({ length: TICKS }, (_, index) => {
    const share = index / (TICKS - 1);
    return el("span", { class: "tick", style: `left: ${share * 100}%` }, seconds((to - from) * share));
  });
  const name = { class: "lane lane-scale", "aria-hidden": "true" };
  return el("div", name, el("span"), el("div", { class: "lane-track" }, ticks));
}

/**
 * @param {Session} session
 * @param {Lane} lane
 * @param {Cursor} cursor
 */
function laneOf(session, lane, cursor) {
  const rows = inRows(lane.calls);
  const height = 24 + ROW * Math.max(1, ...rows.map((each) => each + 1));
  return el(
    "div",
    { class: "lane", role: "group", "data-key": lane.name, "aria-label": lane.title },
    laneTitle(lane, cursor.lane === lane.name),
    el(
      "div",
      { class: "lane-track", style: `height: ${height}px` },
      lane.spans.map((span) => spanOf(session, span)),
      lane.calls.map((call, index) => callOf(session, call, rows[index])),
      lane.mishaps.map((mishap) => mishapOf(session, mishap)),
      el("span", { class: "cursor", style: `left: ${percent(session, cursor.at)}%` }),
    ),
  );
}

/**
 * @param {Lane} lane
 * @param {boolean} isChosen
 */
function laneTitle({ name, title, calls, mishaps }, isChosen) {
  const act = { "data-act": "lane", "data-lane": name, "aria-pressed": String(isChosen) };
  const summary = `${counted(calls.length, "call")}, ${counted(mishaps.length, "failure")}`;
  return el("button", { type: "button", class: "lane-title", ...act }, el("bdi", {}, title), el("span", {}, summary));
}

/**
 * @param {Session} session
 * @param {Span} span
 */
function spanOf(session, { from, to, phase, spinner, attempt }) {
  const left = percent(session, from);
  const words = `${phase}${spinner ? ", fetching" : ""}${attempt ? `, attempt ${attempt}` : ""}`;
  return el(
    "span",
    {
      class: `span span-${phase}${spinner ? " span-fetching" : ""}`,
      style: `left: ${left}%; width: ${percent(session, to) - left}%`,
      title: words,
    },
    attempt && attempt > 1 ? el("span", { class: "span-attempt" }, attempt) : null,
  );
}

/**
 * @param {Session} session
 * @param {Call} call
 * @param {number} row
 */
function callOf(session, { method, from, to, failure }, row) {
  const left = percent(session, from);
  const took = to === null ? "no response" : seconds(to - from);
  return el("span", {
    class: `call${failure ? " call-failed" : ""}${to === null ? " call-open" : ""}`,
    style: `left: ${left}%; width: ${percent(session, to ?? session.to) - left}%; top: ${22 + row * ROW}px`,
    title: `${method}: ${took}${failure ? `, ${failure.kind}` : ""}`,
  });
}

/**
 * @param {Session} session
 * @param {Mishap} mishap
 */
function mishapOf(session, { at, data }) {
  const after = at - session.from;
  return el("button", {
    type: "button",
    class: "mishap",
    "data-act": "seek",
    "data-at": after,
    "data-key": data.failureId,
    "aria-label": `${data.title}, at ${seconds(after)}`,
    title: `${data.title} (${data.kind})`,
    style: `left: ${percent(session, at)}%`,
  });
}

/**
 * The row of each call: the first in which the one before it has ended.
 * @param {Call[]} calls
 */
function inRows(calls) {
  /** @type {number[]} */
  const ends = [];
  return calls.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = Math.min(free < 0 ? ends.length : free, ROWS - 1);
    ends[row] = to ?? Infinity;
    return row;
  });
}

function legend() {
  const phases = ["blank", "loading", "content", "stale", "error"];
  return el(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    phases.map((phase) => el("li", {}, el("span", { class: `swatch span-${phase}` }), phase)),
    el("li", {}, el("span", { class: "swatch call" }), "call"),
    el("li", {}, el("span", { class: "swatch call call-failed" }), "call that failed"),
    el("li", {}, el("span", { class: "swatch mishap-sign" }), "failure"),
  );
}

/**
 * @param {Session} session
 * @param {number} at
 */
function percent({ from, to }, at) {
  return Math.round(((at - from) / (to - from)) * 1e5) / 1e3;
}

/** @param {number} value */
export function seconds(value) {
  if (value > 0 && value < 1) return `${Math.round(value * 1_000)} ms`;
  return value < 100 ? `${Number(value.toFixed(1))} s` : `${Math.round(value)} s`;
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
