/**
 * A recorded session as lanes: what each resource showed and when, with its calls, attempts and failures.
 * @module
 */

import { DAEMON, historyOf, LOCATION, titleOf } from "./calls.js";
import { Replayer } from "./replayer.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("./calls.js").Call} Call */
/** @typedef {{from: number, to: number, phase: string, spinner: boolean, attempt: number | null}} Span */
/** @typedef {import("./calls.js").Mishap} Mishap */
/** @typedef {{name: string, title: string, spans: Span[], mishaps: Mishap[], calls: Call[]}} Lane */

export class Session {
  /** @param {import("./trace.js").Trace} trace */
  constructor({ entries, dropped, sessions }) {
    this.entries = entries;
    this.dropped = dropped;
    this.sessions = sessions;
    this.from = entries[0].at;
    this.to = Math.max(entries[entries.length - 1].at, this.from + 0.001);
    const { calls, mishaps } = historyOf(entries);
    this.calls = calls;
    this.mishaps = mishaps;
    /** Whether its client opened a screen. */
    this.hasScreen = calls.some((each) => each.method === "openScreen");
    this.lanes = this.#lanes();
  }

  /**
   * What the screen showed after so many messages.
   * @param {number} count
   */
  screen(count) {
    const replayer = new Replayer();
    for (const entry of this.entries.slice(0, count)) replayer.take(entry);
    return replayer.screen;
  }

  /**
   * How many messages there were up to a time.
   * @param {number} at
   */
  count(at) {
    const later = this.entries.findIndex((each) => each.at > at);
    return later < 0 ? this.entries.length : later;
  }

  #lanes() {
    /** @type {Map<string, Lane>} */
    const lanes = new Map();
    const lane = (/** @type {string} */ name) => lanes.get(name) ?? added(lanes, name);
    const replayer = new Replayer();
    for (const entry of this.entries) {
      replayer.take(entry);
      const { parts, location } = replayer.screen;
      for (const [name, part] of Object.entries(parts)) follow(lane(name), part, entry.at);
      if (location) follow(lane(LOCATION), { ...location, spinner: false, attempt: null }, entry.at);
    }
    for (const each of [...this.calls, ...this.mishaps]) lane(each.lane);
    for (const each of lanes.values()) this.#complete(each);
    return [...lanes.values()].filter(isUsed).sort((one, other) => rank(one) - rank(other));
  }

  /** @param {Lane} lane */
  #complete(lane) {
    const last = lane.spans.at(-1);
    if (last) last.to = this.to;
    // Between a snapshot and the response behind it is a screen that nobody saw.
    lane.spans = lane.spans.filter((each) => each.to > each.from);
    lane.calls = this.calls.filter((each) => each.lane === lane.name);
    lane.mishaps = this.mishaps.filter((each) => each.lane === lane.name);
  }
}

/**
 * @param {Map<string, Lane>} lanes
 * @param {string} name
 */
function added(lanes, name) {
  /** @type {Lane} */
  const lane = { name, title: titleOf(name), spans: [], mishaps: [], calls: [] };
  lanes.set(name, lane);
  return lane;
}

/**
 * Resources come first, in the order in which they were heard of.
 * @param {Lane} lane
 */
function rank({ name }) {
  return [LOCATION, DAEMON].indexOf(name);
}

/** @typedef {Pick<import("../../../js/src/types.js").ScreenPart, "phase" | "spinner" | "attempt">} Part */

/**
 * Begins another span where what is shown is another.
 * @param {Lane} lane
 * @param {Part} part
 * @param {number} at
 */
function follow(lane, { phase, spinner, attempt }, at) {
  const last = lane.spans.at(-1);
  const number = attempt?.number ?? null;
  if (!last || last.phase !== phase || last.spinner !== spinner || last.attempt !== number) {
    if (last) last.to = at;
    lane.spans.push({ from: at, to: at, phase, spinner, attempt: number });
  }
}

/** @param {Lane} lane */
function isUsed({ calls, mishaps, spans }) {
  return calls.length > 0 || mishaps.length > 0 || spans.some((each) => each.phase !== "blank");
}

/**
 * How long the calls of each method took, in the order of the alphabet.
 * @param {Call[]} calls
 */
export function latencies(calls) {
  const methods = [...new Set(calls.map((each) => each.method))].sort();
  return methods.map((method) => {
    const own = calls.filter((each) => each.method === method);
    const durations = own.flatMap(({ from, to }) => (to === null ? [] : [to - from])).sort((one, other) => one - other);
    return {
      method,
      count: own.length,
      failed: own.filter((each) => each.failure).length,
      unanswered: own.length - durations.length,
      p50: percentile(durations, 0.5),
      p95: percentile(durations, 0.95),
    };
  });
}

/**
 * By the nearest rank; null of nothing.
 * @param {number[]} sorted
 * @param {number} share
 */
function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
