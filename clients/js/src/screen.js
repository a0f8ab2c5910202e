/**
 * A screen of the daemon: what a person sees, to be drawn as it is, and the buttons to send back.
 *
 * The daemon decides all of it (docs/protocol.md, "Screens"). Here its changes are put together.
 * @module
 */

/** @typedef {import("./types.js").Screen} Shown */
/** @typedef {import("./types.js").ScreenChanges} ScreenChanges */
/** @typedef {import("./types.js").ScreenPart} ScreenPart */
/** @typedef {import("./types.js").PressResult} PressResult */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {import("./connection.js").Received} Received */

/** @typedef {"fleet" | "menu" | "any" | "text" | "lines"} Shape */
/** @typedef {{resource?: string, arguments?: Record<string, string>, shape?: Shape}} PartParams */

/**
 * `parts` is by names of your own; without it, every resource that is not parameterised. `location`: with the location.
 * @typedef {object} ScreenParams
 * @property {Record<string, PartParams>} [parts]
 * @property {boolean} [location]
 * @property {"seconds" | "minutes" | "none"} [words]
 * @property {"none" | "missing"} [fetch]
 */

/** @typedef {{part?: string, on?: boolean, failureId?: string, optionId?: string}} Pressed What the button takes. */
/** @typedef {Pressed & {button: string}} Button */

/**
 * What it does on the wire.
 * @typedef {object} Calls
 * @property {(params: Record<string, any>, options: CallOptions) => Promise<PressResult>} press
 * @property {(screen: Screen) => Promise<void>} close
 */

/**
 * It dispatches `change` after each change, and as an asynchronous iterable it gives itself: first at once, then after
 * the changes, of which a slow reader sees several as one. It is marked as old when the daemon has ended, and opened
 * again when another one runs.
 */
export class Screen extends EventTarget {
  #params;
  #calls;
  /** In the present process of the daemon; empty while there is none. */
  #id = "";
  /** @type {Shown} */
  #shown = { parts: {}, location: null, alert: null, notice: null, help: null };
  #changes = 0;
  /**
   * Makes what iterators throw at the end, null for nothing.
   * @type {(() => Error | null) | null}
   */
  #ending = null;
  /** @type {(() => void)[]} */
  #readers = [];

  /**
   * @param {ScreenParams} params
   * @param {Calls} calls
   */
  constructor(params, calls) {
    super();
    this.#params = params;
    this.#calls = calls;
  }

  /** Whether a daemon has it open; while none has, nothing can be pressed. */
  get isOpen() {
    return this.#id !== "";
  }

  /** All of it as one value: another one after each change, in which what has not changed is the same object. */
  get shown() {
    return this.#shown;
  }

  get parts() {
    return this.#shown.parts;
  }

  get location() {
    return this.#shown.location;
  }

  get alert() {
    return this.#shown.alert;
  }

  get notice() {
    return this.#shown.notice;
  }

  get help() {
    return this.#shown.help;
  }

  /**
   * Presses a button. `performs` of the result is an option that the client performs itself. On a screen that is old,
   * nothing can be pressed.
   * @param {string} button
   * @param {Pressed & CallOptions} options
   * @returns {Promise<PressResult>}
   */
  async press(button, { part, on, failureId, optionId, ...options } = {}) {
    if (!this.isOpen) return { pressed: false };
    return this.#calls.press({ screenId: this.#id, button, part, on, failureId, optionId }, options);
  }

  /**
   * Switches polling and the location to what they were on another screen, whose daemon has ended.
   * @param {Shown | Screen} before
   */
  async restore(before) {
    await Promise.all(switches(before, this).map(({ button, ...pressed }) => this.press(button, pressed)));
  }

  /** By whoever opened it: then nothing is said of it any more. */
  get #isClosed() {
    return this.#ending !== null && this.#ending() === null;
  }

  /** Cancels what the screen has begun, and ends it. */
  async close() {
    this.#ending ??= () => null;
    await this.#calls.close(this);
    this.end(() => null);
  }

  /** @returns {import("./disposable.js").Disposal} For `await using`. */
  [Symbol.asyncDispose]() {
    return this.close();
  }

  async *[Symbol.asyncIterator]() {
    for (let seen = -1; ; ) {
      if (this.#isClosed) return;
      if (seen !== this.#changes) {
        seen = this.#changes;
        yield this;
      } else if (this.#ending) {
        throw this.#ending();
      } else {
        await new Promise((resolve) => this.#readers.push(() => resolve(undefined)));
      }
    }
  }

  // For the client.

  /**
   * Opens it in this process of the daemon.
   * @param {Connection} connection
   * @param {CallOptions} [options]
   */
  async begin(connection, options) {
    const before = this.#shown;
    await connection.call("openScreen", this.#params, options, {
      result: ({ screenId, screen }) => {
        this.#id = screenId;
        this.#show(screen);
      },
      late: ({ screenId }) => connection.call("closeScreen", { screenId }).catch(() => {}),
    });
    const presses = switches(before, this).map((each) => connection.call("press", { screenId: this.#id, ...each }));
    await Promise.all(presses);
  }

  /**
   * @param {Connection} connection
   * @param {CallOptions} options
   */
  finish(connection, options) {
    return connection.call("closeScreen", { screenId: this.#id }, options);
  }

  /** @param {Received} notification */
  add({ method, params }) {
    if (method !== "screenChanged" || params.screenId !== this.#id || this.#isClosed) return;
    this.#show(merge(this.#shown, params.changed));
  }

  /** The daemon has ended. */
  lose() {
    if (!this.isOpen) return;
    this.#id = "";
    this.#show(old(this.#shown));
  }

  /** @param {() => Error | null} ending */
  end(ending) {
    this.#ending ??= ending;
    if (!this.#isClosed) this.lose();
    this.#id = "";
    this.#wake();
  }

  /** @param {Shown} shown */
  #show(shown) {
    this.#shown = shown;
    if (this.#isClosed) return;
    this.#changes += 1;
    this.#wake();
    this.dispatchEvent(new Event("change"));
  }

  #wake() {
    for (const wake of this.#readers.splice(0)) wake();
  }
}

/**
 * The screen with what has changed, one level down; everything else in it is the same object. A part that nobody knows
 * is one more.
 * @param {Shown} screen
 * @param {ScreenChanges} changed
 * @returns {Shown}
 */
export function merge(screen, { parts = {}, ...whole }) {
  const merged = Object.entries(parts).map(([name, members]) => [name, { ...screen.parts[name], ...members }]);
  return { ...screen, ...whole, parts: { ...screen.parts, ...Object.fromEntries(merged) } };
}

/**
 * The screen of a daemon that has ended: values are old, and nothing can be pressed.
 * @param {Shown | Screen} screen
 * @returns {Shown}
 */
export function old({ parts, location }) {
  const off = { enabled: false };
  const olds = Object.entries(parts).map(([name, part]) => {
    const polling = part.polling && { ...part.polling, enabled: false, next: null };
    const still = { spinner: false, attempt: null, failure: null, refresh: off, stop: off, polling };
    return [name, { ...part, phase: phaseOf(part.content), ...still }];
  });
  const place = location && { ...location, phase: phaseOf(location.coordinate), failure: null };
  return { parts: Object.fromEntries(olds), location: place, alert: null, notice: null, help: null };
}

/**
 * @param {object | null} value
 * @returns {"stale" | "blank"}
 */
function phaseOf(value) {
  return value === null ? "blank" : "stale";
}

/**
 * What is pressed so that polling and the location are as they were before.
 * @param {Shown | Screen} before
 * @param {Shown | Screen} now
 * @returns {Button[]}
 */
function switches(before, now) {
  const polls = Object.entries(now.parts).flatMap(([part, { polling }]) => {
    const on = before.parts[part]?.polling?.on ?? polling?.on;
    return polling && on !== polling.on ? [{ button: "polling", part, on }] : [];
  });
  return before.location?.on && !now.location?.on ? [...polls, { button: "startLocation" }] : polls;
}
