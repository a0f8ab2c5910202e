/**
 * Who may speak to the bridge: pages of its own, opened with the address that it printed.
 *
 * Any page of the web can reach a port of this computer. `Host` keeps away names that were made to lead here (DNS
 * rebinding), `Origin` keeps away pages from elsewhere, and the token keeps away other users of this computer.
 * @module
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The protocol that a page names beside the token: a WebSocket has no other place for one but its address. */
export const PROTOCOL = "statusd";
const NAMES = ["127.0.0.1", "localhost"];

/** @typedef {{host?: string, origin?: string, "sec-websocket-protocol"?: string}} Headers */

export class Admission {
  token = randomBytes(24).toString("base64url");
  /** @type {string[]} */
  #hosts = [];

  /** @param {number} port The port that the bridge listens on. */
  listensOn(port) {
    // Browsers leave the port of HTTP out (WHATWG URL, "default port").
    this.#hosts = NAMES.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  }

  /**
   * Whether a request was meant for this bridge.
   * @param {Headers} headers
   */
  isMeant({ host }) {
    return this.#hosts.includes((host ?? "").toLowerCase());
  }

  /**
   * Whether a socket may be opened.
   * @param {Headers} headers
   */
  isAdmitted(headers) {
    return this.isMeant(headers) && headers.origin === `http://${headers.host}` && this.#hasToken(headers);
  }

  /** @param {Headers} headers */
  #hasToken(headers) {
    const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
    // Every name is compared, in a time that says nothing about the token.
    const matches = offered.map((each) => timingSafeEqual(digest(each), digest(this.token)));
    return offered.includes(PROTOCOL) && matches.includes(true);
  }
}

/** @param {string} text */
function digest(text) {
  return createHash("sha256").update(text).digest();
}
