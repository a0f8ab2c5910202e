/**
 * The screen of a daemon behind the bridge, and what became of the daemon.
 * @module
 */

import { DaemonEnded, Screens, Statusd, WebSocketTransport } from "../../../js/src/browser.js";
import { Recording } from "./recording.js";

/** @typedef {import("../../../js/src/screen.js").Button} Button */
/** @typedef {NonNullable<import("../../../js/src/types.js").PressResult["performs"]>} Performance */

/**
 * @typedef {object} DeskOptions
 * @property {string} session The path of the session at the bridge.
 * @property {string} token
 * @property {() => number} now Seconds since 1970, by the daemon's clock, for the recording.
 * @property {Record<string, boolean>} [notifications] Those to do without.
 * @property {() => void} changed The screen may be another.
 * @property {(performance: Performance) => void} performs An option that is the client's to perform.
 */

/** Nobody waits for the calls of a daemon that is left, and under a manual clock they might not end. */
const GRACE = 0;
const LOCKED = "Open the address that statusd-web printed: it has the key to this page";

export class Desk {
  #options;
  /** @type {Statusd | null} */
  #daemon = null;
  /** What to draw: every resource, the location, and the instances that a person asked for. */
  screen = new Screens();
  /**
   * Why there is no daemon; null while there is one, or while it is started.
   * @type {string | null}
   */
  ending = null;
  recording = new Recording();

  /** @param {DeskOptions} options */
  constructor(options) {
    this.#options = options;
    this.#listen();
  }

  get isConnected() {
    return this.screen.isOpen;
  }

  #listen() {
    const { screen } = this;
    screen.addEventListener("change", () => screen === this.screen && this.#options.changed());
  }

  /** Starts a daemon: the first one, or one in place of a daemon that has ended. */
  async connect() {
    this.ending = null;
    this.#options.changed(); // Nothing offers another daemon while one is started.
    const { token } = this.#options;
    if (token === "") return this.#ended(new Error(LOCKED));
    try {
      const daemon = await this.#start(token);
      this.#daemon = daemon;
      await this.screen.open(daemon);
      this.#follow(daemon);
      this.#options.changed();
    } catch (error) {
      this.#ended(error);
    }
  }

  /** @param {string} token */
  #start(token) {
    const { session, now, notifications } = this.#options;
    const address = new URL(session, location.href.replace(/^http/, "ws"));
    const socket = () => new WebSocket(address, ["statusd", token]);
    const tap = (/** @type {"in" | "out"} */ direction, /** @type {string} */ text) =>
      this.recording.add(direction, text, now());
    return Statusd.start(() => new WebSocketTransport(socket), { tap, grace: GRACE, notifications });
  }

  /** Begins anew, with another daemon and an empty screen. */
  async restart() {
    const daemon = this.#daemon;
    this.#daemon = null;
    this.screen = new Screens();
    this.#listen();
    this.recording = new Recording();
    await daemon?.close();
    await this.connect();
  }

  /** @param {Button} button */
  async press({ button, ...pressed }) {
    // A daemon that has ended meanwhile says so itself.
    const result = await this.screen.press(button, pressed).catch(() => null);
    if (result?.performs) this.#options.performs(result.performs);
  }

  /**
   * A call of the page's own.
   * @param {string} method
   * @param {Record<string, any>} [params]
   * @returns {Promise<any>}
   */
  async call(method, params) {
    if (!this.#daemon) throw new Error("no statusd is running");
    return this.#daemon.call(method, params);
  }

  /**
   * Waits for the end of a daemon.
   * @param {Statusd} daemon
   */
  async #follow(daemon) {
    const notifications = daemon.notifications();
    try {
      while (!(await notifications.next()).done);
    } catch (error) {
      if (daemon === this.#daemon) this.#ended(error);
    }
  }

  /** @param {unknown} error */
  #ended(error) {
    this.#daemon?.close();
    this.#daemon = null;
    this.ending = reason(error);
    this.#options.changed();
  }
}

/**
 * The bridge says in words how its daemon ended.
 * @param {unknown} error
 */
function reason(error) {
  if (error instanceof DaemonEnded) return error.stderr.join("\n") || "The connection to statusd-web has ended";
  const words = error instanceof Error ? error.message : String(error);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
