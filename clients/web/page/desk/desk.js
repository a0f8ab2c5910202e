/**
 * The screens of a daemon behind the bridge: presses go in, what to draw comes out.
 *
 * The daemon decides what its screens show. The desk has one for all resources and the location, and one for each
 * instance of a parameterised resource, and gives them to the page as one screen.
 * @module
 */

import { DaemonEnded, Statusd, WebSocketTransport } from "../../../js/src/browser.js";
import { keyOf } from "../../../js/src/instances.js";
import { Recording } from "./recording.js";

/** @typedef {import("../../../js/src/browser.js").Screen} OpenScreen */
/** @typedef {import("../../../js/src/screen.js").ScreenParams} ScreenParams */
/** @typedef {import("../../../js/src/screen.js").Button} Button */
/** @typedef {import("../../../js/src/types.js").Screen} Screen */
/** @typedef {import("../../../js/src/types.js").ResourceFamily} ResourceFamily */
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
/** The screen of all resources that are not parameterised, and of the location. */
const MAIN = "";
/** @type {Screen} */
const EMPTY = { parts: {}, location: null, alert: null, notice: null, help: null };

export class Desk {
  #options;
  /** @type {Statusd | null} */
  #daemon = null;
  /**
   * By the names of their parts; those of a daemon that has ended stay until another one runs.
   * @type {Map<string, OpenScreen>}
   */
  #screens = new Map();
  /**
   * What the screens of instances are opened with.
   * @type {Map<string, ScreenParams>}
   */
  #instances = new Map();
  /**
   * The resources that take arguments.
   * @type {ResourceFamily[]}
   */
  families = [];
  /**
   * Why there is no daemon; null while there is one, or while it is started.
   * @type {string | null}
   */
  ending = null;
  isConnected = false;
  recording = new Recording();

  /** @param {DeskOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /**
   * What to draw: the parts of all screens, and of everything else the first there is.
   * @returns {Screen}
   */
  get screen() {
    const all = [...this.#screens.values()];
    /** @param {"alert" | "notice" | "help"} name */
    const first = (name) => /** @type {any} */ (all.find((each) => each[name] !== null)?.[name] ?? null);
    return {
      ...EMPTY,
      parts: Object.assign({}, ...all.map((each) => each.parts)),
      location: this.#screens.get(MAIN)?.location ?? null,
      alert: first("alert"),
      notice: first("notice"),
      help: first("help"),
    };
  }

  /** The names of the parts that show instances. */
  get instances() {
    return [...this.#instances.keys()];
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
      const resources = await daemon.listResources();
      this.families = resources.flatMap((each) => ("parameters" in each ? [each] : []));
      const opened = [this.#open(MAIN, { location: true })];
      for (const [name, params] of this.#instances) opened.push(this.#open(name, params));
      await Promise.all(opened);
      this.isConnected = true;
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
    this.isConnected = false;
    this.#screens.clear();
    this.#instances.clear();
    this.recording = new Recording();
    await daemon?.close();
    await this.connect();
  }

  /**
   * Shows an instance, which is fetched if it has no value. Rejects with StatusdError where it cannot be shown.
   * @param {string} resource
   * @param {Record<string, string>} given
   */
  async show(resource, given) {
    const name = keyOf({ resource, arguments: given });
    if (this.#instances.has(name)) return;
    /** @type {ScreenParams} */
    const params = { parts: { [name]: { resource, arguments: given } }, fetch: "missing" };
    this.#instances.set(name, params);
    try {
      await this.#open(name, params);
    } catch (error) {
      this.#instances.delete(name);
      throw error;
    }
    this.#options.changed();
  }

  /**
   * Shows an instance no longer.
   * @param {string} name
   */
  hide(name) {
    this.#instances.delete(name);
    this.#screens.get(name)?.close().catch(() => {}); // It has ended with its daemon.
    this.#screens.delete(name);
    this.#options.changed();
  }

  /**
   * @param {string} name
   * @param {ScreenParams} params
   */
  async #open(name, params) {
    const daemon = this.#running();
    const screen = await daemon.screen(params);
    if (daemon !== this.#daemon) return;
    const before = this.#screens.get(name);
    this.#screens.set(name, screen);
    screen.addEventListener("change", () => this.#screens.get(name) === screen && this.#options.changed());
    if (before) await screen.restore(before);
  }

  #running() {
    if (!this.#daemon) throw new Error("no statusd is running");
    return this.#daemon;
  }

  /** @param {Button} button */
  async press({ button, ...pressed }) {
    const screen = [...this.#screens.values()].find((each) => shows(each, button, pressed)) ?? this.#screens.get(MAIN);
    // A daemon that has ended meanwhile says so itself.
    const result = await screen?.press(button, pressed).catch(() => null);
    if (result?.performs) this.#options.performs(result.performs);
  }

  /**
   * A call of the page's own.
   * @param {string} method
   * @param {Record<string, any>} [params]
   * @returns {Promise<any>}
   */
  async call(method, params) {
    return this.#running().call(method, params);
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
    this.isConnected = false;
    this.ending = reason(error);
    this.#options.changed();
  }
}

/**
 * Whether a button stands on a screen.
 * @param {OpenScreen} screen
 * @param {string} button
 * @param {{part?: string, failureId?: string}} pressed
 */
function shows({ parts, location, alert, help }, button, { part, failureId }) {
  if (part !== undefined) return part in parts;
  if (button === "closeHelp") return help !== null;
  const boxes = [alert, location?.failure, ...Object.values(parts).map((each) => each.failure)];
  return failureId !== undefined && boxes.some((each) => each?.failureId === failureId);
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
