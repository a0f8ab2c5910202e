/**
 * One daemon at a time, and the screen over it: started, started again by hand, and ended.
 * @module
 */

import { Screens, spawn } from "statusd";

/** @typedef {import("statusd").Statusd} Statusd */
/** @typedef {import("statusd/types").ScreenPart} ScreenPart */
/** @typedef {import("statusd/types").ResourceFamily} ResourceFamily */
/** @typedef {NonNullable<import("statusd/types").PressResult["performs"]>} Chosen An option that is the client's. */
/** @typedef {{button: string, part?: string, failureId?: string, optionId?: string}} Button */
/** @typedef {"isOpen" | "families" | "instances" | "parts" | "location" | "alert" | "notice" | "help"} Members */
/** @typedef {Pick<Screens, Members>} Screen What is drawn. */
/** @typedef {{program: string | undefined, args: string[]}} Command Without a program, the client looks for one. */

/**
 * What tests put in the place of the machine's.
 * @typedef {object} Circumstances
 * @property {import("statusd").ClientOptions["tap"]} [tap]
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
  /** It stays from one daemon to the next, so that instances and switches do. */
  screen = new Screens();
  /** @type {Statusd | null} */
  #daemon = null;
  /** What was begun last; starts and ends follow each other. */
  #work = Promise.resolve();

  /**
   * @param {Hooks} hooks
   * @param {Circumstances} circumstances
   */
  constructor(hooks, circumstances) {
    this.#hooks = hooks;
    this.#circumstances = circumstances;
    this.screen.addEventListener("change", () => hooks.onChange(this.screen));
  }

  /** The daemon that runs, for what no button does. */
  get daemon() {
    return this.#daemon;
  }

  /** @param {Button} button */
  async press({ button, ...pressed }) {
    // A daemon that has ended meanwhile says so itself.
    const result = await this.screen.press(button, pressed).catch(() => null);
    if (result?.performs) this.#hooks.onPerform(result.performs);
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
    const options = { restart: true, grace: GRACE, stderr: this.#hooks.log, notifications: NOTIFICATIONS };
    try {
      this.#daemon = await spawn({ program, args, ...options, ...this.#circumstances });
    } catch (error) {
      this.#hooks.onProblem(/** @type {Error} */ (error));
      return;
    }
    await this.#show(this.#daemon);
  }

  async #close() {
    const daemon = this.#daemon;
    if (!daemon) return;
    this.#daemon = null;
    await daemon.close();
    this.#hooks.onChange(this.screen);
  }

  /** @param {Statusd} daemon */
  async #show(daemon) {
    try {
      await this.screen.open(daemon);
      this.#follow(daemon);
    } catch (error) {
      this.#lost(daemon, error);
    }
  }

  /**
   * Waits for the end of a daemon that is not started again.
   * @param {Statusd} daemon
   */
  async #follow(daemon) {
    const notifications = daemon.notifications();
    try {
      while (!(await notifications.next()).done);
    } catch (error) {
      this.#lost(daemon, error);
    }
  }

  /**
   * @param {Statusd} daemon
   * @param {unknown} reason
   */
  #lost(daemon, reason) {
    if (daemon !== this.#daemon) return;
    this.#daemon = null;
    daemon.close(); // It has ended; this lets go of its streams.
    if (reason instanceof Error) this.#hooks.onProblem(reason);
  }
}
