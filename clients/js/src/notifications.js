/**
 * The daemon's notifications, waiting to be read.
 * @module
 */

import { keyOf } from "./instances.js";

/** @typedef {import("./types.js").StateChanged} StateChanged */
/** @typedef {import("./types.js").LocationChanged} LocationChanged */
/** @typedef {import("./types.js").ScreenChanged} ScreenChanged */
/** @typedef {import("./connection.js").Received} Received */

/**
 * What the daemon and the client report. A later daemon may send others, which the types leave out.
 * @typedef {{method: "stateChanged", params: StateChanged} | {method: "locationChanged", params: LocationChanged}
 *   | {method: "screenChanged", params: ScreenChanged} | {method: "$/restarted", params: {restarts: number}}} Notification
 */

/** More resources and subscriptions than a daemon has; whoever does not read for long loses the oldest ones. */
const LIMIT = 1_024;
/** Reported by the client itself: the daemon was started again. Revisions and ids of failures begin anew. */
export const RESTARTED = "$/restarted";

/**
 * An asynchronous iterator over the notifications from its making on.
 *
 * It holds the newest for each resource, instance and subscription, of at most `limit` of these, so a slow reader
 * costs little and never holds up responses; `coalesced` counts what was left out, by the daemon or here. It ends
 * when the daemon is closed, and throws when the daemon ended by itself and is not started again.
 * @implements {AsyncIterableIterator<Notification>}
 */
export class Notifications {
  /** @type {Map<string, Received>} */
  #waiting = new Map();
  /**
   * Who waits for a change.
   * @type {(() => void)[]}
   */
  #readers = [];
  /**
   * Makes what the iterator throws at its end, null for nothing.
   * @type {(() => Error | null) | null}
   */
  #ending = null;
  #forget;
  #limit;

  /**
   * @param {(listener: Notifications) => void} forget
   * @param {number} [limit]
   */
  constructor(forget, limit = LIMIT) {
    this.#forget = forget;
    this.#limit = limit;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** @returns {Promise<IteratorResult<Notification, undefined>>} */
  async next() {
    while (this.#waiting.size === 0) {
      const error = this.#ending?.();
      if (error) throw error;
      if (this.#ending) return { done: true, value: undefined };
      await new Promise((resolve) => this.#readers.push(() => resolve(undefined)));
    }
    const [[key, value]] = this.#waiting;
    this.#waiting.delete(key);
    return { done: false, value: /** @type {Notification} */ (value) };
  }

  /**
   * Takes no more, as the end of a `for await` does.
   * @returns {Promise<IteratorResult<Notification, undefined>>}
   */
  async return() {
    this.#forget(this);
    this.clear();
    this.end(() => null);
    return { done: true, value: undefined };
  }

  /** @returns {import("./disposable.js").Disposal} For `await using`. */
  async [Symbol.asyncDispose]() {
    await this.return();
  }

  // For the client.

  /** @param {Received} notification */
  add(notification) {
    const { method, params } = notification;
    const key = JSON.stringify([method, keyOf(params), params.subscriptionId]);
    const older = this.#waiting.get(key);
    // Replaced in its place: a resource that changes often is not reported later for it.
    this.#waiting.set(key, older ? conflated(older, notification) : notification);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > this.#limit) this.#waiting.delete(oldest);
    this.#wake();
  }

  /** Leaves out what waits. */
  clear() {
    this.#waiting.clear();
  }

  /** @param {() => Error | null} ending */
  end(ending) {
    this.#ending ??= ending;
    this.#wake();
  }

  #wake() {
    for (const wake of this.#readers.splice(0)) wake();
  }
}

/**
 * @param {Received} older
 * @param {Received} newer
 * @returns {Received}
 */
function conflated(older, newer) {
  const coalesced = (older.params.coalesced ?? 0) + 1 + (newer.params.coalesced ?? 0);
  return { method: newer.method, params: { ...newer.params, coalesced } };
}
