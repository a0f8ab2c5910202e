/**
 * The replay: a recorded session as lanes, and the screen of any moment of it. No daemon runs for this page.
 * @module
 */

import { el } from "./drawing/elements.js";
import { redraw } from "./drawing/morph.js";
import { Surface } from "./drawing/surface.js";
import { Contents } from "./parts/contents.js";
import { listenForPresses, navigation, place } from "./parts/frame.js";
import { icon } from "./parts/icons.js";
import { Track } from "./parts/location.js";
import { Session } from "./replay/lanes.js";
import { seconds, timeline } from "./replay/timeline.js";
import { readTrace } from "./replay/trace.js";
import { latencyTable, message, moment } from "./replay/views.js";

const SAMPLE = "replay/sample.jsonl";

/** @type {Session | null} */
let session = null;
/** @type {string | null} */
let problem = null;
let name = "";
let cursor = { at: 0, count: 0, lane: "" };
const contents = new Contents(place("session"), draw);
const surface = new Surface(place("session"), ".track", draw);
const file = /** @type {HTMLInputElement} */ (place("file"));

function draw() {
  redraw(place("navigation"), navigation("replay.html"));
  redraw(place("problem"), problem ? [banner(problem)] : []);
  redraw(place("session"), session ? whole(session) : [invitation()]);
}

/** @param {string} words */
function banner(words) {
  return el("p", { class: "banner", role: "alert" }, icon("warning"), el("span", {}, el("bdi", {}, words)));
}

/** @param {Session} shown */
function whole(shown) {
  // The track up to this moment, and no further.
  const track = new Track(surface);
  const lanes = [head(shown), timeline(shown, cursor), scrubber(shown)];
  const stage = el("div", { class: "stage" }, moment(shown, cursor, { contents, track }));
  return [
    el("section", { class: "panel", "data-key": "lanes", "aria-label": "Session" }, lanes),
    el("div", { class: "replay-views", "data-key": "views" }, stage, message(shown, cursor.count)),
    latencyTable(shown),
  ];
}

/** @param {Session} shown */
function head({ entries, dropped, sessions, from, to }) {
  const words = [
    `${entries.length} messages in ${seconds(to - from)}, from ${new Date(from * 1_000).toISOString()}`,
    sessions > 1 && `the last of ${sessions} sessions`,
    dropped > 0 && `${dropped} messages are missing`,
  ];
  const line = words.filter((each) => each !== false).join("; ");
  return el("header", { class: "panel-title" }, el("h2", {}, el("bdi", {}, name)), el("p", { class: "freshness" }, line));
}

/** @param {Session} shown */
function scrubber({ from, to }) {
  const after = cursor.at - from;
  const range = { min: 0, max: to - from, step: "any", value: after, "aria-valuetext": seconds(after) };
  return el(
    "div",
    { class: "scrubber", role: "group", "aria-label": "Time" },
    el("button", { type: "button", class: "tool", "data-act": "step", "data-by": -1 }, "Previous message"),
    el("button", { type: "button", class: "tool", "data-act": "step", "data-by": 1 }, "Next message"),
    el(
      "span",
      { class: "scrubber-time" },
      el("label", { for: "time" }, "Time"),
      el("input", { type: "range", id: "time", ...range }),
      el("output", { for: "time" }, seconds(after)),
    ),
  );
}

function invitation() {
  return el(
    "div",
    { class: "invitation invitation-large", "data-key": "invitation" },
    el("p", {}, "Drop a recording here, or open one."),
    el("p", {}, el("code", {}, "statusd serve --trace FILE"), " writes one, and so does “Save recording”."),
    el("button", { type: "button", class: "option", "data-act": "sample" }, "Show the sample"),
  );
}

/**
 * @param {string} title
 * @param {string} text
 */
function load(title, text) {
  try {
    session = new Session(readTrace(text));
    problem = null;
    name = title;
    cursor = { at: session.to, count: session.entries.length, lane: session.lanes[0]?.name ?? "" };
  } catch (error) {
    problem = /** @type {Error} */ (error).message;
  }
  draw();
}

/** @param {File | undefined} chosen */
async function read(chosen) {
  file.value = ""; // So that the same file can be opened again when it has grown.
  if (chosen) load(chosen.name, await chosen.text());
}

/** @param {number} at Seconds since 1970. */
function seek(at) {
  cursor = { ...cursor, at, count: session?.count(at) ?? 0 };
  draw();
}

/**
 * To the next message, or to the one before; some come at the same time.
 * @param {number} by
 */
function step(by) {
  if (!session) return;
  const count = Math.min(Math.max(cursor.count + by, 1), session.entries.length);
  cursor = { ...cursor, count, at: session.entries[count - 1].at };
  draw();
}

/** @type {Record<string, (element: HTMLElement) => void>} */
const ACTS = {
  open: () => file.click(),
  sample: async () => load("Sample", await (await fetch(SAMPLE)).text()),
  seek: ({ dataset }) => session && seek(session.from + Number(dataset.at)),
  step: ({ dataset }) => step(Number(dataset.by)),
  lane: ({ dataset }) => {
    cursor = { ...cursor, lane: dataset.lane ?? "" };
    draw();
  },
  skip: () => place("session").focus(),
};

listenForPresses(() => {}, (act, element) => ACTS[act]?.(element));
file.addEventListener("change", () => read(file.files?.[0]));
place("session").addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && session) seek(session.from + Number(target.value));
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  read(event.dataTransfer?.files[0]);
});
draw();
