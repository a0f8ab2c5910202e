/**
 * The screens of a running daemon as one: a screen of every resource and of the location, and one for each instance.
 * @module
 */

/** @typedef {import("statusd-client").Statusd} Statusd */
/** @typedef {import("statusd-client").Screen} OpenScreen */
/** @typedef {import("statusd-client/types").Screen} Shown */
/** @typedef {import("statusd-client/types").ScreenPart} ScreenPart */
/** @typedef {import("statusd-client/types").ResourceFamily} ResourceFamily */
/** @typedef {NonNullable<import("statusd-client/types").PressResult["performs"]>} Chosen An option that is the client's. */
/** @typedef {{button: string, part?: string, failureId?: string, optionId?: string}} Button */
/** @typedef {Shown & {isConnected: boolean, families: ResourceFamily[], instances: string[]}} Screen */

/**
 * @typedef {object} Hooks
 * @property {(screen: Screen) => void} onChange
 * @property {(chosen: Chosen) => void} onPerform
 * @property {(reason: unknown) => void} onEnd The daemon has ended and is not started again; null when it was closed.
 */

const MAIN = "";

export class LiveScreen {
  #hooks;
  /** @type {Statusd | null} */
  #daemon = null;
  /**
   * By the names of their parts. Those of a daemon that has ended stay until another one runs.
   * @type {Map<string, OpenScreen>}
   */
  #screens = new Map();
  /**
   * By the names of their parts: what they are about.
   * @type {Map<string, {resource: string, arguments: Record<string, string>}>}
   */
  #instances = new Map();
  /** @type {ResourceFamily[]} */
  #families = [];

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
  }

  /** @returns {Screen} */
  get screen() {
    const all = [...this.#screens.values()];
    /** @param {"alert" | "notice" | "help"} name */
    const first = (name) => /** @type {any} */ (all.find((each) => each[name] !== null)?.[name] ?? null);
    return {
      isConnected: this.#daemon !== null && (this.#screens.get(MAIN)?.isOpen ?? false),
      families: this.#families,
      instances: [...this.#instances.keys()],
      parts: Object.assign({}, ...all.map((each) => each.parts)),
      location: this.#screens.get(MAIN)?.location ?? null,
      alert: first("alert"),
      notice: first("notice"),
      help: first("help"),
    };
  }

  /** @param {Statusd} daemon */
  async connect(daemon) {
    this.#daemon = daemon;
    try {
      const resources = await daemon.listResources();
      this.#families = resources.flatMap((each) => ("parameters" in each ? [each] : []));
      const instances = [...this.#instances].map(([name, about]) => this.#open(name, { parts: { [name]: about } }));
      await Promise.all([this.#open(MAIN, { location: true }), ...instances]);
      this.#follow(daemon);
    } catch (error) {
      this.#end(daemon, error);
    }
  }

  /** The daemon is closed by its owner, before or after. */
  disconnect() {
    this.#daemon = null;
    this.#changed();
  }

  /** @param {Button} button */
  async press({ button, ...pressed }) {
    const all = [...this.#screens.values()];
    const screen = all.find((each) => shows(each, button, pressed)) ?? this.#screens.get(MAIN);
    // A daemon that has ended meanwhile says so itself.
    const result = await screen?.press(button, pressed).catch(() => null);
    if (result?.performs) this.#hooks.onPerform(result.performs);
  }

  /**
   * Shows an instance, which is fetched if it has no value. Rejects with StatusdError where it cannot be shown.
   * @param {string} resource
   * @param {Record<string, string>} given
   */
  async show(resource, given) {
    const about = { resource, arguments: given };
    const name = JSON.stringify([resource, given]);
    if (this.#instances.has(name)) return;
    this.#instances.set(name, about);
    try {
      await this.#open(name, { parts: { [name]: about }, fetch: "missing" });
    } catch (error) {
      this.#instances.delete(name);
      throw error;
    }
  }

  /** @param {string} name */
  hide(name) {
    this.#instances.delete(name);
    this.#screens.get(name)?.close().catch(() => {}); // It has ended with its daemon.
    this.#screens.delete(name);
    this.#changed();
  }

  /**
   * @param {string} name
   * @param {Parameters<Statusd["screen"]>[0]} params
   */
  async #open(name, params) {
    const daemon = this.#daemon;
    const screen = await daemon?.screen(params);
    if (!screen || daemon !== this.#daemon) return;
    const before = this.#screens.get(name);
    this.#screens.set(name, screen);
    screen.addEventListener("change", () => this.#screens.get(name) === screen && this.#changed());
    if (before) await screen.restore(before);
    this.#changed();
  }

  #changed() {
    this.#hooks.onChange(this.screen);
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
