/**
 * A presenter over a running daemon: its requests are made, what comes is given to it, and its clock ticks.
 * @module
 */

import { DaemonEnded, StatusdError } from "statusd-client";
import { Presenter } from "statusd-client/presenter";

/** @typedef {import("statusd-client").Statusd} Statusd */
/** @typedef {import("statusd-client/presenter").Screen} Screen */
/** @typedef {import("statusd-client/presenter").Button} Button */
/** @typedef {import("statusd-client/presenter").Output} Output */
/** @typedef {ReturnType<Statusd["notifications"]>} Stream */
/** @typedef {Output["performs"][number]} Chosen An option that is the client's to perform. */

/**
 * @typedef {object} Hooks
 * @property {(screen: Screen) => void} onChange
 * @property {(chosen: Chosen) => void} onPerform
 * @property {(reason: unknown) => void} onEnd The daemon has ended and is not started again; null when it was closed.
 * @property {() => number} clock Seconds since 1970; the daemon's, where that is manual.
 */

/** What the presenter is given for a call that ended without a response. */
const WITHDRAWN = { code: -32800, data: { failureId: "", kind: "requestCancelled", presentation: "silent" } };
const RESTARTED = "$/restarted";
const SECOND = 1_000;

export class LiveScreen {
  #presenter;
  #hooks;
  /** @type {Statusd | null} */
  #daemon = null;
  /** @type {Stream | null} */
  #notifications = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /**
   * Of the calls under way, by the presenter's ids.
   * @type {Map<number, AbortController>}
   */
  #aborts = new Map();
  /** The screen as it was published last, as text. */
  #published = "";

  /**
   * @param {Record<string, import("statusd-client/presenter").Described>} resources
   * @param {Hooks} hooks
   */
  constructor(resources, hooks) {
    this.#presenter = new Presenter(resources);
    this.#hooks = hooks;
  }

  get screen() {
    return this.#presenter.screen(this.#hooks.clock());
  }

  /** @param {Statusd} daemon */
  connect(daemon) {
    this.#daemon = daemon;
    this.#notifications = daemon.notifications();
    this.#follow(this.#notifications);
    this.#do(this.#presenter.connect(this.#hooks.clock()));
    this.#ticking = setInterval(() => this.#do(this.#presenter.tick(this.#hooks.clock())), SECOND);
  }

  /** The daemon is closed by its owner, before or after. */
  disconnect() {
    clearInterval(this.#ticking);
    this.#notifications?.return();
    this.#notifications = null;
    this.#daemon = null;
    this.#do(this.#presenter.disconnect(this.#hooks.clock()));
  }

  /** @param {Button} button */
  press(button) {
    this.#do(this.#presenter.press(button, this.#hooks.clock()));
  }

  /** @param {Stream} notifications */
  async #follow(notifications) {
    let reason = null;
    try {
      for await (const { method, params } of notifications) {
        if (method === RESTARTED) this.#do(this.#presenter.connect(this.#hooks.clock()));
        else this.#receive({ method, params });
      }
    } catch (error) {
      reason = error;
    }
    if (notifications !== this.#notifications) return;
    this.disconnect();
    this.#hooks.onEnd(reason);
  }

  // What the presenter wants

  /** @param {Output} output */
  #do({ sends, performs }) {
    for (const message of sends) {
      if ("id" in message) this.#call(message.id, message.method, message.params);
      else this.#aborts.get(message.params.id)?.abort();
    }
    performs.forEach(this.#hooks.onPerform);
    const screen = this.screen;
    const text = JSON.stringify(screen);
    if (text === this.#published) return;
    this.#published = text;
    this.#hooks.onChange(screen);
  }

  /**
   * @param {number} id
   * @param {string} method
   * @param {Record<string, any>} params
   */
  async #call(id, method, params) {
    const daemon = this.#daemon;
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    const message = await daemon?.call(method, params, { signal: abort.signal }).then(
      (result) => ({ id, result }),
      (reason) => (reason instanceof DaemonEnded ? null : { id, error: this.#errorOf(reason) }),
    );
    this.#aborts.delete(id);
    if (daemon !== this.#daemon) return;
    if (message) this.#receive(message);
    else this.#do(this.#presenter.disconnect(this.#hooks.clock())); // Until the next daemon runs, if there is one.
  }

  /** @param {unknown} reason */
  #errorOf(reason) {
    if (!(reason instanceof StatusdError)) return WITHDRAWN;
    return { code: reason.code, data: reason.failure.data };
  }

  /** @param {Record<string, any>} message */
  #receive(message) {
    this.#do(this.#presenter.receive(message, this.#hooks.clock()));
  }
}
