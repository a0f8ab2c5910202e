/**
 * Everything that a daemon watches, for a front end that lists it: one screen of the resources and the location, and
 * one for each instance of a parameterised resource that a person asks for.
 * @module
 */

import { CallFailed } from "./errors.js";
import { keyOf } from "./instances.js";
import { old } from "./screen.js";

/** @typedef {import("./statusd.js").Statusd} Statusd */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("./screen.js").ScreenParams} ScreenParams */
/** @typedef {import("./screen.js").Pressed} Pressed */
/** @typedef {import("./types.js").Screen} Shown */
/** @typedef {import("./types.js").PressResult} PressResult */
/** @typedef {import("./types.js").ResourceFamily} ResourceFamily */

/** The screen of all resources that are not parameterised. */
const MAIN = "";
/** The kind of failure of everything while the configuration is wrong. */
const MISCONFIGURED = "sourceMisconfigured";

/** It looks like one screen, and dispatches `change` as one does. It outlasts its daemon: `open` takes another. */
export class Screens extends EventTarget {
  /** @type {Statusd | null} */
  #daemon = null;
  /**
   * By the names of their parts.
   * @type {Map<string, Screen>}
   */
  #screens = new Map();
  /**
   * What the screens of instances are opened with, by the names of their parts.
   * @type {Map<string, ScreenParams>}
   */
  #instances = new Map();
  /**
   * The resources that take arguments; none are known while the configuration of the daemon is wrong.
   * @type {ResourceFamily[]}
   */
  families = [];
  /** Whether the configuration of the daemon was wrong when it was asked for them. */
  #isMisconfigured = false;

  /** Whether a daemon has it open. */
  get isOpen() {
    return this.#screens.get(MAIN)?.isOpen ?? false;
  }

  /** The names of the parts that show instances. */
  get instances() {
    return [...this.#instances.keys()];
  }

  /** @returns {Shown["parts"]} */
  get parts() {
    return Object.assign({}, ...this.#shown.map((each) => each.parts));
  }

  get location() {
    return this.#shown.find((each) => each.location)?.location ?? null;
  }

  get alert() {
    return this.#shown.find((each) => each.alert)?.alert ?? null;
  }

  get notice() {
    return this.#shown.find((each) => each.notice !== null)?.notice ?? null;
  }

  get help() {
    return this.#shown.find((each) => each.help)?.help ?? null;
  }

  get #all() {
    return [...this.#screens.values()];
  }

  /** Those of a daemon that was closed are as old as those of one that has died. */
  get #shown() {
    return this.#all.map((each) => (each.isOpen ? each : old(each)));
  }

  /**
   * Shows a daemon: the first, or another one, which is switched as the one before was.
   * @param {Statusd} daemon
   */
  async open(daemon) {
    this.#daemon = daemon;
    await this.#learn(daemon);
    const instances = [...this.#instances].map(([name, params]) => this.#open(name, params));
    await Promise.all([this.#open(MAIN, { location: true }), ...instances]);
  }

  /**
   * Asks which resources take arguments.
   * @param {Statusd} daemon
   */
  async #learn(daemon) {
    try {
      const resources = await daemon.listResources();
      this.families = resources.flatMap((each) => ("parameters" in each ? [each] : []));
      this.#isMisconfigured = false;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.kind !== MISCONFIGURED) throw error;
      // The screen says so.
      this.families = [];
      this.#isMisconfigured = true;
    }
  }

  /**
   * Shows an instance, which is fetched if it has no value. Rejects with CallFailed where it cannot be shown.
   * @param {string} resource
   * @param {Record<string, string>} given
   */
  async show(resource, given) {
    const about = { resource, arguments: given };
    const name = keyOf(about);
    if (this.#instances.has(name)) return;
    /** @type {ScreenParams} */
    const params = { parts: { [name]: about }, fetch: "missing" };
    this.#instances.set(name, params);
    try {
      await this.#open(name, params);
    } catch (error) {
      this.#instances.delete(name);
      throw error;
    }
  }

  /**
   * Shows an instance no longer.
   * @param {string} name Of its part.
   */
  hide(name) {
    this.#instances.delete(name);
    this.#screens.get(name)?.close().catch(() => {}); // It has ended with its daemon.
    this.#screens.delete(name);
    this.#changed();
  }

  /**
   * Presses a button on the screen that has it.
   * @param {string} button
   * @param {Pressed} pressed
   * @returns {Promise<PressResult>}
   */
  async press(button, pressed = {}) {
    const screen = this.#all.find((each) => shows(each, button, pressed)) ?? this.#screens.get(MAIN);
    return screen?.press(button, pressed) ?? { pressed: false };
  }

  /**
   * @param {string} name
   * @param {ScreenParams} params
   */
  async #open(name, params) {
    const daemon = this.#daemon;
    if (!daemon) throw new Error("no daemon has been opened yet");
    const screen = await daemon.screen(params);
    if (daemon !== this.#daemon) return;
    const before = this.#screens.get(name);
    this.#screens.set(name, screen);
    screen.addEventListener("change", () => this.#screens.get(name) === screen && this.#changed());
    if (name === MAIN) screen.addEventListener("change", () => this.#askAgain(daemon, screen));
    if (before) await screen.restore(before);
    this.#changed();
  }

  /**
   * The configuration may be right by now: its alert has gone, or was closed.
   * @param {Statusd} daemon
   * @param {Screen} screen
   */
  #askAgain(daemon, screen) {
    if (!this.#isMisconfigured || !screen.isOpen || screen.alert?.kind === MISCONFIGURED) return;
    this.#isMisconfigured = false;
    this.#learn(daemon).then(
      () => this.#isMisconfigured || this.#changed(),
      () => {}, // It has ended.
    );
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Whether a button stands on a screen.
 * @param {Screen} screen
 * @param {string} button
 * @param {Pressed} pressed
 */
function shows({ parts, location, alert, help }, button, { part, failureId }) {
  if (part !== undefined) return part in parts;
  if (button === "closeHelp") return help !== null;
  const boxes = [alert, location?.failure, ...Object.values(parts).map((each) => each.failure)];
  return failureId !== undefined && boxes.some((each) => each?.failureId === failureId);
}
