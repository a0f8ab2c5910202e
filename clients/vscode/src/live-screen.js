/**
 * The screen of a running daemon, and the daemon's end.
 * @module
 */

import { Screens } from "statusd-client";

/** @typedef {import("statusd-client").Statusd} Statusd */
/** @typedef {import("statusd-client/types").ScreenPart} ScreenPart */
/** @typedef {import("statusd-client/types").ResourceFamily} ResourceFamily */
/** @typedef {NonNullable<import("statusd-client/types").PressResult["performs"]>} Chosen An option that is the client's. */
/** @typedef {{button: string, part?: string, failureId?: string, optionId?: string}} Button */
/** @typedef {Pick<Screens, Members>} Screen What is drawn. */
/** @typedef {"isOpen" | "families" | "instances" | "parts" | "location" | "alert" | "notice" | "help"} Members */

/**
 * @typedef {object} Hooks
 * @property {(screen: Screen) => void} onChange
 * @property {(chosen: Chosen) => void} onPerform
 * @property {(reason: unknown) => void} onEnd The daemon has ended and is not started again.
 */

export class LiveScreen {
  #hooks;
  /** @type {Statusd | null} */
  #daemon = null;
  /** It stays from one daemon to the next, so that instances and switches do. */
  screen = new Screens();

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
    this.screen.addEventListener("change", () => hooks.onChange(this.screen));
  }

  /** @param {Statusd} daemon */
  async connect(daemon) {
    this.#daemon = daemon;
    try {
      await this.screen.open(daemon);
      this.#follow(daemon);
    } catch (error) {
      this.#end(daemon, error);
    }
  }

  /** The daemon is closed by its owner, before or after. */
  disconnect() {
    this.#daemon = null;
  }

  /** @param {Button} button */
  async press({ button, ...pressed }) {
    // A daemon that has ended meanwhile says so itself.
    const result = await this.screen.press(button, pressed).catch(() => null);
    if (result?.performs) this.#hooks.onPerform(result.performs);
  }

  /** @param {Statusd} daemon */
  async #follow(daemon) {
    const notifications = daemon.notifications();
    try {
      while (!(await notifications.next()).done);
    } catch (error) {
      this.#end(daemon, error);
    }
  }

  /**
   * @param {Statusd} daemon
   * @param {unknown} reason
   */
  #end(daemon, reason) {
    if (daemon !== this.#daemon) return;
    this.disconnect();
    this.#hooks.onEnd(reason);
  }
}
