/**
 * A daemon behind a WebSocket: one message of the daemon is one message of the socket.
 * @module
 */

import { ProtocolError } from "./errors.js";
import { within } from "./patience.js";

/** @typedef {import("./transport.js").Receiver} Receiver */
/** @typedef {import("./transport.js").Transport} Transport */

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
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") receiver.message(data);
      else receiver.failed(new ProtocolError("the bridge sent a binary message"));
    });
    this.#closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ reason }) => {
        receiver.ended({ status: null, signal: null, stderr: reason ? [reason] : [] });
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
