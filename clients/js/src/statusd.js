/**
 * The client: a daemon that is started, spoken to, and started again if that is wanted.
 * @module
 */

import { Calls } from "./calls.js";
import { Connection } from "./connection.js";
import { CallFailed, responseError } from "./errors.js";
import { Listeners } from "./listeners.js";
import { Locations } from "./locations.js";
import { Notifications, RESTARTED } from "./notifications.js";
import { watch } from "./patience.js";
import { RestartLimit, Wishes } from "./restarts.js";
import { Screen } from "./screen.js";

/** @typedef {import("./connection.js").Params} Params */
/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {import("./listeners.js").Listener} Listener */
/** @typedef {import("./listeners.js").Asking} Asking */

/**
 * @typedef {object} ClientOptions
 * @property {number} [timeout] Seconds for every call that has none of its own.
 * @property {number} [startTimeout] Seconds until the daemon is connected, and then for its first response.
 * @property {number} [grace] Seconds that the daemon has for its end: more than its own deadline.
 * @property {boolean | {count?: number, seconds?: number}} [restart] Start it again when it dies.
 * @property {Record<string, boolean>} [notifications] Those to do without: `{ stateChanged: false }`.
 * @property {import("./connection.js").Tap} [tap]
 */

/** A running statusd. Any number of callers may call at the same time; responses find their way by id. */
export class Statusd extends Calls {
  #makeTransport;
  #options;
  #limit;
  /** @type {Connection} */
  #current;
  /**
   * The process that is being started in place of one that died.
   * @type {Connection | null}
   */
  #next = null;
  /** @type {Promise<void> | null} */
  #restarting = null;
  /**
   * What waits for the next process, in the order in which it was asked for.
   * @type {(() => void)[]}
   */
  #held = [];
  #restarts = 0;
  #hasStarted = false;
  #isClosing = false;
  #listeners = new Listeners();
  #wishes = new Wishes();

  /**
   * For `start`.
   * @param {() => Transport} makeTransport
   * @param {ClientOptions} options
   */
  constructor(makeTransport, options) {
    super();
    const { restart = false } = options;
    this.#makeTransport = makeTransport;
    this.#options = options;
    this.#limit = restart ? new RestartLimit(restart === true ? {} : restart) : null;
    this.#current = this.#connection();
  }

  /**
   * Starts a daemon. Rejects with ProgramNotFound, DaemonEnded or ProtocolError where that is no statusd.
   * @param {() => Transport} makeTransport Is called once for each process of the daemon.
   * @param {ClientOptions} [options]
   */
  static async start(makeTransport, options = {}) {
    const daemon = new Statusd(makeTransport, options);
    await daemon.#current.open(daemon.#startTimeout, options.notifications);
    daemon.#hasStarted = true;
    return daemon;
  }

  get #startTimeout() {
    return this.#options.startTimeout ?? 10;
  }

  #connection() {
    return new Connection(
      this.#makeTransport(),
      {
        failed: (error) => responseError(error, (data) => this.failure(data)),
        notified: (notification) => this.#listeners.publish(notification),
        ended: (connection) => this.#ended(connection),
      },
      this.#options.tap,
    );
  }

  /** Whether calls can still be answered. */
  get isRunning() {
    return this.#current.ending === null && !this.#isClosing;
  }

  /** What the daemon said of itself at its start: `protocolVersion`, `serverInfo`, `capabilities`. */
  get server() {
    return this.#current.server;
  }

  /** Ends the daemon's input, lets it respond to what it has read, and waits for its end. */
  async close() {
    this.#isClosing = true;
    this.#next?.kill();
    await this.#restarting;
    await this.#current.close(this.#options.grace ?? 12);
    this.#listeners.end(() => null);
  }

  /** @returns {import("./disposable.js").Disposal} For `await using`. */
  [Symbol.asyncDispose]() {
    return this.close();
  }

  // Calls

  /**
   * The result of `method`. A signal that aborts cancels the request too.
   *
   * Rejects with CallFailed when the daemon responds with an error, with DaemonEnded when it ends before that, and
   * with CallTimedOut after `timeout` seconds.
   * @param {string} method
   * @param {Params} [params]
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  async call(method, params, options = {}) {
    const result = await this.#send(method, options, (connection, limits) => connection.call(method, params, limits));
    if (method === "setAutoPolling") this.#wishes.remember(result);
    else if (method === "retry" && result.optionId === "keepTrying") {
      if (result.result.autoPolling) this.#wishes.remember(result.result); // The location has no such thing.
    }
    return result;
  }

  /**
   * Sends a notification: there is no response.
   * @param {string} method
   * @param {Params} [params]
   */
  notify(method, params) {
    return this.#send(method, {}, async (connection) => connection.notify(method, params));
  }

  /**
   * Sends before it returns, so that a `close` behind it finds it sent. While a process is started, it waits for that,
   * in its turn and within its limits.
   * @template Result
   * @param {string} method
   * @param {CallOptions} options
   * @param {(connection: Connection, limits: CallOptions) => Promise<Result>} action
   * @returns {Promise<Result>}
   */
  #send(method, options, action) {
    const limits = { timeout: this.#options.timeout, ...options };
    if (!this.#restarting) return action(this.#current, limits);
    return new Promise((resolve, reject) => {
      limits.signal?.throwIfAborted();
      const abort = new AbortController();
      const settle = watch(method, limits, (reason) => {
        settle();
        abort.abort(reason);
        reject(reason);
      });
      this.#held.push(() => {
        if (!abort.signal.aborted) resolve(action(this.#current, { signal: abort.signal }).finally(settle));
      });
    });
  }

  /** Every notification from now on; each call gives an iterator of its own. */
  notifications() {
    const listener = new Notifications((each) => this.#listeners.delete(each));
    this.#listen(listener);
    return listener;
  }

  /**
   * Where the daemon's machine is. `minInterval`: seconds, `minDistance`: metres from one place to the next.
   * @param {CallOptions & {minInterval?: number, minDistance?: number}} options
   */
  async locations({ minInterval = 0, minDistance = 0, ...options } = {}) {
    const locations = new Locations({ minInterval, minDistance }, (each) => this.#finish(each));
    await this.#begin("subscribeLocation", locations, options);
    return locations;
  }

  /**
   * What a person sees of some resources and of the location, and its buttons.
   * @param {CallOptions & import("./screen.js").ScreenParams} options
   */
  async screen({ parts, location, words, fetch, ...options } = {}) {
    const press = (/** @type {Params} */ pressed, /** @type {any} */ limits) => this.call("press", pressed, limits);
    const screen = new Screen({ parts, location, words, fetch }, { press, close: (each) => this.#finish(each) });
    await this.#begin("openScreen", screen, options);
    return screen;
  }

  /**
   * @param {string} method
   * @param {Listener & Asking} listener
   * @param {CallOptions} options
   */
  async #begin(method, listener, options) {
    try {
      await this.#send(method, options, (connection, limits) => {
        this.#listen(listener);
        return listener.begin(connection, limits);
      });
    } catch (error) {
      this.#listeners.delete(listener);
      throw error;
    }
  }

  /** @param {Listener & Asking} listener */
  async #finish(listener) {
    if (this.#restarting) await this.#restarting; // It begins once more, under another id.
    if (!this.#listeners.delete(listener) || !this.isRunning) return;
    await listener.finish(this.#current, { timeout: this.#options.timeout });
  }

  // What comes

  /** @param {Listener} listener */
  #listen(listener) {
    this.#listeners.add(listener);
    const { ending } = this.#current;
    if (this.#isClosing) listener.end(() => null);
    else if (ending && !this.#restarting) listener.end(ending);
  }

  // The end of a process

  /** @param {Connection} connection */
  #ended(connection) {
    if (connection !== this.#current || !this.#hasStarted || this.#isClosing) return;
    this.#listeners.lose();
    if (this.#restarting) return;
    if (this.#mayRestart()) this.#restarting = this.#restart();
    else this.#listeners.end(connection.ending ?? (() => null));
  }

  #mayRestart() {
    return !this.#isClosing && this.#limit !== null && this.#limit.allows(performance.now() / 1_000);
  }

  /** Starts the daemon until it runs or the limit is reached. */
  async #restart() {
    let isRunning = await this.#starts();
    while (!isRunning && this.#mayRestart()) isRunning = await this.#starts();
    this.#restarting = null;
    for (const send of this.#held.splice(0)) send();
    if (isRunning) this.#listeners.publish({ method: RESTARTED, params: { restarts: ++this.#restarts } });
    else if (!this.#isClosing) this.#listeners.end(this.#current.ending ?? (() => null));
  }

  /** Whether a new process runs and has been asked for everything that the one before was. */
  async #starts() {
    try {
      const connection = this.#connection();
      this.#next = connection;
      await connection.open(this.#startTimeout, this.#options.notifications);
      this.#current = connection;
      await this.#renew(connection);
      return true;
    } catch {
      return false; // Whatever it was: there is one more start, or the limit ends it.
    } finally {
      this.#next = null;
    }
  }

  /**
   * What the new process refuses is left out: the old one may have had another configuration.
   * @param {Connection} connection
   */
  async #renew(connection) {
    const wishes = this.#wishes.renewed().map((wish) => () => connection.call("setAutoPolling", wish));
    const begins = this.#listeners.asking.map((each) => () => each.begin(connection));
    for (const ask of [...wishes, ...begins]) {
      await ask().catch((error) => {
        if (!(error instanceof CallFailed)) throw error;
      });
    }
  }
}
