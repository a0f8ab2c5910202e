/**
 * Who is shown what the daemon sends.
 * @module
 */

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {import("./connection.js").Received} Received */

/**
 * It is shown every notification, in the order in which they come, and their end. `lose`: a process has ended.
 * @typedef {{add(notification: Received): void, end(ending: () => Error | null): void, lose?(): void}} Listener
 */

/**
 * One that the daemon has to be asked for, and asked for again when another process takes its place.
 * @typedef {object} Asking
 * @property {(connection: Connection, options?: CallOptions) => Promise<void>} begin
 * @property {(connection: Connection, options: CallOptions) => Promise<any>} finish
 */

export class Listeners {
  /** @type {Set<Listener | (Listener & Asking)>} */
  #all = new Set();

  /** Those that begin again, in their order. */
  get asking() {
    return [...this.#all].flatMap((each) => ("begin" in each ? [each] : []));
  }

  /** @param {Listener} listener */
  add(listener) {
    this.#all.add(listener);
  }

  /**
   * Whether it was there.
   * @param {Listener} listener
   */
  delete(listener) {
    return this.#all.delete(listener);
  }

  /** @param {Received} notification */
  publish(notification) {
    for (const each of this.#all) each.add(notification);
  }

  /** A process has ended, and another one may take its place. */
  lose() {
    for (const each of this.#all) each.lose?.();
  }

  /** @param {() => Error | null} ending */
  end(ending) {
    for (const each of this.#all) each.end(ending);
    this.#all.clear();
  }
}
