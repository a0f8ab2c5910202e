/**
 * One daemon at a time, and the screen over it: started, started again by hand, and ended.
 * @module
 */

import { spawn } from "statusd-client";
import { LiveScreen } from "./live-screen.js";

/** @typedef {import("./live-screen.js").Screen} Screen */
/** @typedef {import("./live-screen.js").Chosen} Chosen */
/** @typedef {import("statusd-client").Statusd} Statusd */
/** @typedef {{program: string, args: string[]}} Command */

/**
 * What tests put in the place of the machine's.
 * @typedef {object} Circumstances
 * @property {import("statusd-client").ClientOptions["tap"]} [tap]
 * @property {number} [startTimeout] Seconds.
 */

/**
 * @typedef {object} Hooks
 * @property {(screen: Screen) => void} onChange
 * @property {(chosen: Chosen) => void} onPerform
 * @property {(problem: Error) => void} onProblem The daemon cannot be started, or has ended for good.
 * @property {(text: string) => void} log
 */

/** The screens say all that is shown. */
const NOTIFICATIONS = { stateChanged: false, locationChanged: false };
/** Seconds that the daemon has for its end: the editor gives an extension five. */
const GRACE = 4;

export class Session {
  #hooks;
  #circumstances;
  #live;
  /** @type {Statusd | null} */
  #daemon = null;
  /** What was begun last; starts and ends follow each other. */
  #work = Promise.resolve();

  /**
   * @param {Hooks} hooks
   * @param {Circumstances} circumstances
   */
  constructor(hooks, circumstances) {
    const { onChange, onPerform } = hooks;
    this.#hooks = hooks;
    this.#circumstances = circumstances;
    this.#live = new LiveScreen({ onChange, onPerform, onEnd: (reason) => this.#lost(reason) });
  }

  get screen() {
    return this.#live.screen;
  }

  /** The daemon that runs, for what no button does. */
  get daemon() {
    return this.#daemon;
  }

  /** @param {import("./live-screen.js").Button} button */
  press(button) {
    this.#live.press(button);
  }

  /**
   * Shows an instance of a parameterised resource.
   * @param {string} resource
   * @param {Record<string, string>} given
   */
  show(resource, given) {
    return this.#live.screen.show(resource, given);
  }

  /**
   * Shows an instance no longer.
   * @param {string} part
   */
  hide(part) {
    this.#live.screen.hide(part);
  }

  /**
   * Ends the daemon that runs, and starts this one.
   * @param {Command} command
   */
  start(command) {
    return this.#then(async () => {
      await this.#close();
      await this.#open(command);
    });
  }

  /** Lets the daemon respond to what it has read, and waits for its end. */
  end() {
    return this.#then(() => this.#close());
  }

  /** @param {() => Promise<void>} action */
  #then(action) {
    this.#work = this.#work.then(action);
    return this.#work;
  }

  /** @param {Command} command */
  async #open({ program, args }) {
    const named = program === "" ? {} : { program };
    const options = { restart: true, grace: GRACE, stderr: this.#hooks.log, notifications: NOTIFICATIONS };
    try {
      this.#daemon = await spawn({ ...named, args, ...options, ...this.#circumstances });
    } catch (error) {
      this.#hooks.onProblem(/** @type {Error} */ (error));
      return;
    }
    await this.#live.connect(this.#daemon);
  }

  async #close() {
    const daemon = this.#daemon;
    if (!daemon) return;
    this.#daemon = null;
    this.#live.disconnect();
    await daemon.close();
    this.#hooks.onChange(this.screen);
  }

  /** @param {unknown} reason */
  #lost(reason) {
    const daemon = this.#daemon;
    this.#daemon = null;
    daemon?.close(); // It has ended; this lets go of its streams.
    if (reason instanceof Error) this.#hooks.onProblem(reason);
  }
}
