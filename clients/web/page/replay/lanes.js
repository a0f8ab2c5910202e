/**
 * A recorded session as lanes: what each resource showed and when, with its calls, attempts and failures.
 * @module
 */

import { DAEMON, historyOf, LOCATION } from "./calls.js";
import { partsOf } from "./parts.js";
import { Replayer } from "./replayer.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("./calls.js").Call} Call */
/** @typedef {import("../../../js/src/presenter.js").Screen} Screen */
/** @typedef {{from: number, to: number, phase: string, spinner: boolean, attempt: number | null}} Span */
/** @typedef {import("./calls.js").Mishap} Mishap */
/** @typedef {{name: string, title: string, spans: Span[], mishaps: Mishap[], calls: Call[]}} Lane */

export class Session {
  /** @param {import("./trace.js").Trace} trace */
  constructor({ entries, dropped, sessions }) {
    this.entries = entries;
    this.dropped = dropped;
    this.sessions = sessions;
    this.parts = partsOf(entries);
    this.from = entries[0].at;
    this.to = Math.max(entries[entries.length - 1].at, this.from + 0.001);
    const { calls, mishaps } = historyOf(entries);
    this.calls = calls;
    this.mishaps = mishaps;
    this.lanes = this.#lanes();
  }

  /**
   * What the screen showed after so many messages.
   * @param {number} at
   * @param {number} count
   */
  screen(at, count = this.count(at)) {
    const replayer = new Replayer(this.parts, this.from);
    for (const entry of this.entries.slice(0, count)) replayer.take(entry);
    return replayer.screen(at);
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
    const names = [...Object.keys(this.parts.described), LOCATION, DAEMON];
    const lanes = new Map(names.map((name) => [name, this.#empty(name)]));
    const replayer = new Replayer(this.parts, this.from);
    for (const entry of this.entries) {
      replayer.take(entry);
      const { resources, location } = replayer.screen(entry.at);
      for (const [name, part] of Object.entries(resources)) follow(lanes.get(name), part, entry.at);
      follow(lanes.get(LOCATION), { ...location, spinner: false, attempt: null }, entry.at);
    }
    for (const lane of lanes.values()) this.#complete(lane);
    return [...lanes.values()].filter((lane) => isUsed(lane));
  }

  /**
   * @param {string} name
   * @returns {Lane}
   */
  #empty(name) {
    return { name, title: this.parts.titles[name] ?? name, spans: [], mishaps: [], calls: [] };
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

/** @typedef {Pick<Screen["resources"][string], "phase" | "spinner" | "attempt">} Part */

/**
 * Begins another span where what is shown is another.
 * @param {Lane | undefined} lane
 * @param {Part} part
 * @param {number} at
 */
function follow(lane, { phase, spinner, attempt }, at) {
  if (!lane) return;
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
