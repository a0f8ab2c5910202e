/**
 * A presenter over a daemon behind the bridge: presses go in, screens come out.
 *
 * All logic of the screen is the presenter's. The desk carries its requests, and says what became of the daemon.
 * @module
 */

import { DaemonEnded, Statusd, StatusdError, WebSocketTransport } from "../../../js/src/browser.js";
import { Presenter } from "../../../js/src/presenter.js";
import { Recording } from "./recording.js";

/** @typedef {import("../../../js/src/presenter.js").Button} Button */
/** @typedef {import("../../../js/src/presenter.js").Described} Described */
/** @typedef {import("../../../js/src/presenter.js").Output} Output */
/** @typedef {Output["sends"][number]} Message */
/** @typedef {Output["performs"][number]} Performance */

/**
 * @typedef {object} DeskOptions
 * @property {string} session The path of the session at the bridge.
 * @property {string} token
 * @property {Record<string, Described>} resources
 * @property {() => number} now Seconds since 1970, by the daemon's clock.
 * @property {() => void} changed The screen may be another.
 * @property {(performance: Performance) => void} performs An option that is the client's to perform.
 */

/** Nobody waits for the calls of a daemon that is left, and under a manual clock they might not end. */
const GRACE = 0;
const LOCKED = "Open the address that statusd-web printed: it has the key to this page";

export class Desk {
  #options;
  #presenter;
  /** @type {Statusd | null} */
  #daemon = null;
  /**
   * What cancels each request, by the presenter's ids.
   * @type {Map<number, AbortController>}
   */
  #calls = new Map();
  /**
   * Why there is no daemon; null while there is one, or while it is started.
   * @type {string | null}
   */
  ending = null;
  recording = new Recording();

  /** @param {DeskOptions} options */
  constructor(options) {
    this.#options = options;
    this.#presenter = new Presenter(options.resources);
  }

  get now() {
    return this.#options.now();
  }

  screen() {
    return this.#presenter.screen(this.now);
  }

  /** Starts a daemon: the first one, or one in place of a daemon that has ended. */
  async connect() {
    if (this.ending) {
      this.ending = null;
      this.#options.changed(); // Nothing offers another daemon while one is started.
    }
    const { session, token } = this.#options;
    const address = new URL(session, location.href.replace(/^http/, "ws"));
    if (token === "") return this.#ended(new Error(LOCKED));
    const socket = () => new WebSocket(address, ["statusd", token]);
    const tap = (/** @type {"in" | "out"} */ direction, /** @type {string} */ text) =>
      this.recording.add(direction, text, this.now);
    try {
      const daemon = await Statusd.start(() => new WebSocketTransport(socket), { tap, grace: GRACE });
      this.#daemon = daemon;
      this.#listen(daemon);
      this.#put(this.#presenter.connect(this.now));
    } catch (error) {
      this.#ended(error);
    }
  }

  /** Begins anew, with another daemon and an empty screen. */
  async restart() {
    const daemon = this.#daemon;
    this.#daemon = null;
    this.#presenter = new Presenter(this.#options.resources);
    this.recording = new Recording();
    await daemon?.close();
    await this.connect();
  }

  /** @param {Button} button */
  press(button) {
    this.#put(this.#presenter.press(button, this.now));
  }

  /** Time has passed. */
  tick() {
    this.#put(this.#presenter.tick(this.now));
  }

  /**
   * A call of the page's own, whose response the presenter does not see.
   * @param {string} method
   * @param {Record<string, any>} [params]
   * @returns {Promise<any>}
   */
  call(method, params) {
    if (!this.#daemon) return Promise.reject(new Error("no statusd is running"));
    return this.#daemon.call(method, params);
  }

  /** @param {Statusd} daemon */
  async #listen(daemon) {
    try {
      for await (const notification of daemon.notifications()) {
        if (daemon === this.#daemon) this.#put(this.#presenter.receive(notification, this.now));
      }
    } catch (error) {
      if (daemon === this.#daemon) this.#ended(error);
    }
  }

  /** @param {unknown} error */
  #ended(error) {
    this.#daemon = null;
    this.ending = reason(error);
    this.#calls.clear();
    this.#put(this.#presenter.disconnect(this.now));
  }

  /** @param {Output} output */
  #put({ sends, performs }) {
    for (const message of sends) this.#send(message);
    for (const performance of performs) this.#options.performs(performance);
    this.#options.changed();
  }

  /** @param {Message} message */
  async #send(message) {
    const daemon = this.#daemon;
    if (!daemon) return;
    if (!("id" in message)) return this.#calls.get(message.params.id)?.abort();
    const { id, method, params } = message;
    const abort = new AbortController();
    this.#calls.set(id, abort);
    const response = await daemon.call(method, params, { signal: abort.signal }).then(
      (result) => ({ id, result }),
      (error) => ({ id, error: { data: failureOf(error) } }),
    );
    this.#calls.delete(id);
    // The presenter has forgotten what a daemon that ended was asked.
    if (daemon === this.#daemon && daemon.isRunning) this.#put(this.#presenter.receive(response, this.now));
  }
}

/**
 * What ended a call without a response was the person's own cancellation: nothing is shown of it.
 * @param {unknown} error
 */
function failureOf(error) {
  return error instanceof StatusdError ? error.failure.data : { kind: "requestCancelled", presentation: "silent" };
}

/**
 * The bridge says in words how its daemon ended.
 * @param {unknown} error
 */
function reason(error) {
  if (error instanceof DaemonEnded) return error.stderr.at(-1) ?? "The connection to statusd-web has ended";
  const words = error instanceof Error ? error.message : String(error);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
