/**
 * Where the daemon's machine is, as it moves.
 * @module
 */

import { Notifications } from "./notifications.js";

/** @typedef {import("./types.js").LocationSnapshot} LocationSnapshot */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./connection.js").Received} Received */

/**
 * A subscription, and an asynchronous iterator over its snapshots.
 *
 * The first is the present one; after that only the newest waits for a slow reader. A failure is a snapshot too, and
 * the iterator goes on. It goes on after a restart of the daemon too. `return`, and so the end of a `for await`,
 * ends the subscription.
 * @implements {AsyncIterableIterator<LocationSnapshot>}
 */
export class Locations {
  #filter;
  #unsubscribe;
  #waiting = new Notifications(() => {});
  /**
   * Of the subscription in the present process of the daemon.
   * @type {string | null}
   */
  id = null;

  /**
   * @param {{minInterval: number, minDistance: number}} filter
   * @param {(locations: Locations) => Promise<void>} unsubscribe
   */
  constructor(filter, unsubscribe) {
    this.#filter = filter;
    this.#unsubscribe = unsubscribe;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** @returns {Promise<IteratorResult<LocationSnapshot, undefined>>} */
  async next() {
    const { done, value } = await this.#waiting.next();
    return done ? { done, value } : { done: false, value: /** @type {any} */ (value).params.location };
  }

  /** @returns {Promise<IteratorResult<LocationSnapshot, undefined>>} */
  async return() {
    await this.#waiting.return();
    await this.#unsubscribe(this);
    return { done: true, value: undefined };
  }

  /** @returns {import("./disposable.js").Disposal} For `await using`. */
  async [Symbol.asyncDispose]() {
    await this.return();
  }

  // For the client.

  /**
   * Subscribes in this process of the daemon; what waited of the one before is out of date.
   * @param {Connection} connection
   * @param {import("./connection.js").CallOptions} [options]
   */
  async begin(connection, options) {
    await connection.call("subscribeLocation", this.#filter, options, {
      result: ({ subscriptionId, location }) => {
        this.#waiting.clear();
        this.id = subscriptionId;
        // Under a name of its own, so that it waits before what is newer.
        this.#waiting.add({ method: "subscribeLocation", params: { subscriptionId, location } });
      },
      // Nobody is left to end it; if this daemon ends before it answers, the subscription has ended too.
      late: ({ subscriptionId }) => connection.call("unsubscribeLocation", { subscriptionId }).catch(() => {}),
    });
  }

  /**
   * @param {Connection} connection
   * @param {import("./connection.js").CallOptions} options
   */
  finish(connection, options) {
    return connection.call("unsubscribeLocation", { subscriptionId: this.id }, options);
  }

  /** @param {Received} notification */
  add(notification) {
    const { method, params } = notification;
    if (method === "locationChanged" && params.subscriptionId === this.id) this.#waiting.add(notification);
  }

  /** @param {() => Error | null} ending */
  end(ending) {
    this.#waiting.end(ending);
  }
}
