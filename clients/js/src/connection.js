/**
 * One process of the daemon, from its start to its end: requests out, responses and notifications in.
 * @module
 */

import { CallTimedOut, DaemonEnded, ProtocolError } from "./errors.js";
import { after, watch, within } from "./patience.js";

/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {Record<string, any> | any[]} Params */
/** @typedef {{method: string, params: any}} Received A notification, whatever its name. */

/**
 * Is shown every message: "in" before the daemon gets it, "out" when it came from there.
 * @typedef {(direction: "in" | "out", text: string) => void} Tap
 */

/**
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] Cancels the request too.
 * @property {number} [timeout] Seconds.
 */

/**
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

/**
 * @typedef {object} Takers
 * @property {(result: any) => void} [result] Is given the result before anything that came after it is looked at.
 * @property {(result: any) => void} [late] Is given the result of a call that was given up while it was on its way.
 */

/**
 * @typedef {object} Hooks
 * @property {(error: any) => Error} failed Makes the error of a response.
 * @property {(notification: Received) => void} notified
 * @property {(connection: Connection) => void} ended
 */

export const VERSION = "0.1.0";
const PROTOCOL = "1";

export class Connection {
  #transport;
  #hooks;
  #tap;
  #lastID = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /**
   * Of calls that were given up, until they are answered: every one is.
   * @type {Map<number, (result: any) => void>}
   */
  #late = new Map();
  /**
   * Is called when nothing waits any more.
   * @type {(() => void) | null}
   */
  #settled = null;
  /**
   * Makes the error that says why there will be no more responses.
   * @type {(() => Error) | null}
   */
  ending = null;
  /**
   * What the daemon said of itself at its start.
   * @type {any}
   */
  server = {};

  /**
   * @param {Transport} transport
   * @param {Hooks} hooks
   * @param {Tap} [tap]
   */
  constructor(transport, hooks, tap) {
    this.#transport = transport;
    this.#hooks = hooks;
    this.#tap = tap;
  }

  /**
   * Starts the daemon and makes sure that it is one. Its start may take `timeout` seconds, and so may its response.
   * @param {number} timeout
   * @param {Record<string, boolean>} [notifications] Those to do without.
   */
  async open(timeout, notifications) {
    await this.#openTransport(timeout);
    try {
      const clientInfo = { name: "statusd-js", version: VERSION };
      this.server = await this.call("initialize", { clientInfo, notifications }, { timeout });
      this.#checkServer();
      if (this.ending) throw this.ending(); // What came behind the response ended it already.
    } catch (error) {
      this.kill();
      await this.close(0);
      if (!(error instanceof CallTimedOut)) throw error;
      throw new ProtocolError(`this program is no statusd: no response to initialize within ${timeout} s`);
    }
  }

  /** @param {number} timeout */
  async #openTransport(timeout) {
    const opening = this.#transport.open({
      message: (text) => this.#take(text),
      failed: (problem) => this.#spoil(problem),
      ended: ({ status, signal, stderr }) => this.#end(() => new DaemonEnded(status, signal, stderr)),
    });
    if (await within(timeout, opening)) return;
    this.kill();
    opening.catch(() => {}); // Because it was ended.
    throw new ProtocolError(`there is no connection to statusd within ${timeout} s`);
  }

  #checkServer() {
    const { serverInfo, protocolVersion } = this.server;
    if (serverInfo?.name === "statusd" && protocolVersion === PROTOCOL) return;
    const [name, version] = [serverInfo?.name, protocolVersion].map((each) => (typeof each === "string" ? each : "?"));
    const found = `${name} has ${version}`;
    throw new ProtocolError(`this client speaks protocol ${PROTOCOL} of statusd`, found);
  }

  /**
   * Ends the daemon's input, lets it respond to what it has read, and waits for its end.
   * @param {number} grace Seconds until it is made to end.
   */
  async close(grace) {
    if (!this.#transport.halfCloses) await this.#drain(grace);
    await this.#transport.close(grace);
  }

  kill() {
    this.#transport.kill();
  }

  /**
   * Waits for the calls under way, `grace` seconds at most.
   * @param {number} grace
   */
  async #drain(grace) {
    if (this.#waiting.size === 0) return;
    await new Promise((resolve) => {
      const timer = after(grace, () => resolve(undefined));
      this.#settled = () => resolve(clearTimeout(timer));
    });
  }

  // Calls

  /**
   * The result of `method`.
   * @param {string} method
   * @param {Params} [params]
   * @param {CallOptions} options
   * @param {Takers} takers
   * @returns {Promise<any>}
   */
  call(method, params, options = {}, takers = {}) {
    return new Promise((resolve, reject) => {
      if (this.ending) throw this.ending();
      options.signal?.throwIfAborted();
      const id = ++this.#lastID;
      const text = message({ id, method, params });
      const settle = watch(method, options, (reason) => {
        if (takers.late) this.#late.set(id, takers.late);
        this.#forget(id)?.reject(reason);
        this.#write(message({ method: "$/cancelRequest", params: { id } }));
      });
      this.#waiting.set(id, {
        resolve: (result) => {
          settle();
          takers.result?.(result);
          resolve(result);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      this.#write(text);
    });
  }

  /**
   * @param {string} method
   * @param {Params} [params]
   */
  notify(method, params) {
    if (this.ending) throw this.ending();
    this.#write(message({ method, params }));
  }

  /** @param {string} text */
  #write(text) {
    this.#tap?.("in", text);
    this.#transport.write(text);
  }

  // What comes

  /** @param {string} text */
  #take(text) {
    if (this.ending) return;
    this.#tap?.("out", text);
    try {
      // An array has the responses to a batch, which only a proxy in between could have made.
      for (const received of [JSON.parse(text)].flat()) {
        if ("method" in received) this.#notified(received);
        else this.#respond(received);
      }
    } catch (error) {
      this.#spoil(error instanceof ProtocolError ? error : nonsense(text));
    }
  }

  /** @param {any} received */
  #notified(received) {
    if ("id" in received) throw new ProtocolError("this program is no statusd: it sent a request", received.method);
    this.#hooks.notified({ method: received.method, params: received.params ?? {} });
  }

  /** @param {any} received */
  #respond({ id, result, error }) {
    const isError = error !== undefined && error !== null; // JSON-RPC libraries write null for the absent one.
    if (id === undefined || (result === undefined && !isError)) throw new TypeError("no response");
    if (isError && result !== undefined && result !== null) throw new TypeError("both");
    // An error without an id responds to one of the calls that wait; which one is unknown.
    const meant = id === null ? [...this.#waiting.keys()] : [id];
    for (const each of meant) {
      const waiting = this.#forget(each); // Absent where the call was given up meanwhile.
      if (isError) waiting?.reject(this.#hooks.failed(error));
      else if (waiting) waiting.resolve(result);
      else this.#late.get(each)?.(result);
      this.#late.delete(each);
    }
  }

  /** @param {number} id */
  #forget(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#settled?.();
    return waiting;
  }

  /** @param {Error} problem */
  #spoil(problem) {
    this.#end(() => problem);
    this.kill();
  }

  /** @param {() => Error} reason */
  #end(reason) {
    if (this.ending) return;
    this.ending = reason;
    this.#late.clear();
    for (const id of [...this.#waiting.keys()]) this.#forget(id)?.reject(reason());
    this.#hooks.ended(this);
  }
}

/** @param {{id?: number, method: string, params?: Params}} parts */
function message(parts) {
  return JSON.stringify({ jsonrpc: "2.0", ...parts });
}

/** @param {string} text */
function nonsense(text) {
  return new ProtocolError("this program is no statusd: it wrote no message of its protocol", text);
}
