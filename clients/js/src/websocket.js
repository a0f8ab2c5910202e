/**
 * A daemon behind a WebSocket: one message of the daemon is one message of the socket.
 * @module
 */

import { ProtocolError } from "./errors.js";
import { within } from "./patience.js";

/** @typedef {import("./transport.js").Receiver} Receiver */
/** @typedef {import("./transport.js").Transport} Transport */

/** How the last message of a bridge begins, where the reason of an end does not fit into the closing frame. */
const ENDED = '{"jsonrpc":"2.0","method":"$/ended",';

/** @implements {Transport} */
export class WebSocketTransport {
  #makeSocket;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Promise<void>} */
  #closed = Promise.resolve();
  /** A socket that is closed takes no more messages, so the client waits for its responses first. */
  halfCloses = false;

  /** @param {() => WebSocket} makeSocket */
  constructor(makeSocket) {
    this.#makeSocket = makeSocket;
  }

  /**
   * @param {Receiver} receiver
   * @returns {Promise<void>}
   */
  open(receiver) {
    const socket = this.#makeSocket();
    this.#socket = socket;
    let last = "";
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") receiver.failed(new ProtocolError("the bridge sent a binary message"));
      else if (data.startsWith(ENDED)) last = JSON.parse(data).params.reason;
      else receiver.message(data);
    });
    this.#closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ reason }) => {
        const words = last || reason;
        receiver.ended({ status: null, signal: null, stderr: words ? words.split("\n") : [] });
        resolve();
      });
    });
    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new ProtocolError("there is no connection to the bridge of statusd")));
    });
  }

  /** @param {string} text */
  write(text) {
    if (this.#socket?.readyState === 1) this.#socket.send(text);
  }

  /** @param {number} grace */
  async close(grace) {
    this.#socket?.close(1000);
    await within(grace, this.#closed);
  }

  kill() {
    this.#socket?.close();
  }
}
