/**
 * When a daemon that has died is started again, and what it is then asked for.
 * @module
 */

import { keyOf } from "./instances.js";

/** @typedef {import("./types.js").ResourcePolling} ResourcePolling */

/** At most `count` restarts within `seconds`: a daemon that dies at every start is not started for ever. */
export class RestartLimit {
  /** @type {number[]} */
  #times = [];

  /** @param {{count?: number, seconds?: number}} limit */
  constructor({ count = 4, seconds = 180 } = {}) {
    this.count = count;
    this.seconds = seconds;
  }

  /**
   * Whether one more may begin at `now`; if so, it counts.
   * @param {number} now
   */
  allows(now) {
    this.#times = this.#times.filter((time) => time > now - this.seconds);
    if (this.#times.length >= this.count) return false;
    this.#times.push(now);
    return true;
  }
}

/** Polling as it was switched here: what the next process is asked for. */
export class Wishes {
  /** @type {Map<string, Record<string, any>>} */
  #params = new Map();

  /**
   * Keeps how a resource or an instance is polled.
   * @param {ResourcePolling} polling
   */
  remember({ resource, arguments: given, autoPolling: { enabled, interval } }) {
    const about = given ? { resource, arguments: given } : { resource };
    this.#params.set(keyOf(about), { enabled, interval, ...about });
  }

  /** The params of each `setAutoPolling`, in the order in which the resources were switched first. */
  renewed() {
    return [...this.#params.values()];
  }
}
