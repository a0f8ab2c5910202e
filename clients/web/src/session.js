/**
 * One page and its daemon: they begin together and end together.
 *
 * What one of them does not read waits in bounded memory: the other one is not read meanwhile.
 * @module
 */

import { ProgramNotFound } from "../../js/src/index.js";

/** @typedef {import("../../js/src/process.js").ProcessTransport} ProcessTransport */
/** @typedef {import("../../js/src/transport.js").Ending} Ending */
/** @typedef {import("ws").WebSocket} Socket */

/** Bytes that wait for the page from which on its daemon is not read. */
export const HIGH_WATER = 1 << 20;
/** Seconds for each of the three ways to end a daemon whose page is gone: its input ends, SIGTERM, SIGKILL. */
const GRACE = 1;
/** Of a closing frame's reason, in bytes (RFC 6455, section 5.5). */
const REASON_BYTES = 123;
/** In place of what does not fit. */
const MORE = "…";
/** How a line of the daemon's begins that says why it ended. */
const PREFIX = /^(Error|statusd): /;
const NORMAL = 1000;
const INTERNAL_ERROR = 1011;
const UNSUPPORTED = 1003;

export class Session {
  #socket;
  #daemon;
  #isHeld = false;

  /**
   * @param {Socket} socket
   * @param {ProcessTransport} daemon Not opened yet.
   */
  constructor(socket, daemon) {
    this.#socket = socket;
    this.#daemon = daemon;
  }

  /** Lasts until both have ended. */
  async run() {
    const socket = this.#socket;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {}); // A close follows.
    socket.on("message", (data, isBinary) => this.#toDaemon(String(data), isBinary));
    const opened = this.#daemon.open({
      message: (text) => this.#toPage(text),
      failed: (problem) => this.#end(INTERNAL_ERROR, problem.message),
      ended: (ending) => this.#end(INTERNAL_ERROR, said(ending)),
    });
    const hasStarted = await opened.then(() => true, (error) => this.#refused(error));
    await closed;
    if (hasStarted) await this.#daemon.close(GRACE);
  }

  /** Ends the page's side; the daemon follows. */
  close() {
    this.#end(NORMAL, "statusd-web was ended");
  }

  /**
   * @param {string} text
   * @param {boolean} isBinary
   */
  #toDaemon(text, isBinary) {
    if (isBinary) return this.#end(UNSUPPORTED, "a message must be text");
    // Between the tokens of a JSON text a line's end is white space; inside a string there is none.
    this.#daemon.write(text.replace(/[\r\n]+/g, " "));
    if (this.#daemon.isFull && !this.#isHeld) this.#hold();
  }

  /** Reads no more of the page until the daemon has read. */
  async #hold() {
    this.#isHeld = true;
    this.#socket.pause();
    await this.#daemon.drained();
    this.#isHeld = false;
    this.#socket.resume();
  }

  /** @param {string} text */
  #toPage(text) {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text, () => {
      if (socket.bufferedAmount < HIGH_WATER) this.#daemon.resume();
    });
    if (socket.bufferedAmount >= HIGH_WATER) this.#daemon.pause();
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#end(INTERNAL_ERROR, error instanceof ProgramNotFound ? error.message : String(error));
    return false;
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    this.#daemon.resume(); // So that its end is seen behind output which nobody reads any more.
    this.#socket.resume(); // So that the page's closing frame is.
    const brief = shortened(reason);
    if (brief !== reason) this.#socket.send(lastMessage(reason), () => {}); // Unless the page is gone already.
    this.#socket.close(code, brief);
  }
}

/** @param {Ending} ending */
function said({ status, signal, stderr }) {
  const how = signal ? `statusd was ended by ${signal}` : `statusd ended with status ${status}`;
  // Behind an error of the command line stands the usage, and of the configuration every mistake has a line.
  const errors = stderr.filter((line) => PREFIX.test(line)).map((line) => line.replace(PREFIX, ""));
  const why = errors.length > 0 ? errors.join("\n") : stderr.at(-1);
  return why ? `${how}: ${why}` : how;
}

/**
 * A reason for which a closing frame has no room. A message of the daemon begins otherwise.
 * @param {string} reason
 */
function lastMessage(reason) {
  return JSON.stringify({ jsonrpc: "2.0", method: "$/ended", params: { reason } });
}

/**
 * As many whole words as fit.
 * @param {string} reason
 */
function shortened(reason) {
  const encoder = new TextEncoder();
  if (encoder.encode(reason).length <= REASON_BYTES) return reason;
  const room = new Uint8Array(REASON_BYTES - encoder.encode(MORE).length);
  const { read } = encoder.encodeInto(reason, room);
  const end = reason.slice(0, read).search(/\s\S*$/);
  return reason.slice(0, end < 0 ? read : end) + MORE;
}
