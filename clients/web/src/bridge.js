/**
 * The server: files for everyone on this computer, sessions for those that were let in.
 * @module
 */

import { createServer } from "node:http";
import { ProcessTransport } from "../../js/src/index.js";
import { Admission, PROTOCOL } from "./admission.js";
import { HEADERS, pageFile, START, TYPES } from "./files.js";
import { Session } from "./session.js";
import { WebSocketServer } from "./websocket.js";

/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */
/** @typedef {import("node:net").Socket} Stream */

/**
 * @typedef {object} BridgeOptions
 * @property {{currency?: string}} [settings] What the pages are told.
 * @property {(command: string[]) => ProcessTransport} [makeDaemon]
 */

/** Where the pages find their settings. */
const SETTINGS = "/settings.json";
/** More than a person opens; a page that opens them in a loop is stopped here. */
export const SESSIONS = 32;
/** What the daemon takes as one message. */
const MESSAGE_BYTES = 1 << 20;
/** A scenario plays and time stands still, whatever the user's configuration says. */
const REHEARSAL = ["--scenario", "demo", "--clock", "manual", "--seed", "1"];

export class Bridge {
  #admission = new Admission();
  #server = createServer((request, response) => this.#serve(request, response));
  #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL, // Never the token, which would come back in a header.
  });
  /** @type {Map<Session, Promise<void>>} */
  #sessions = new Map();
  /** @type {Record<string, string[]>} */
  #commands;
  #settings;
  #makeDaemon;

  /**
   * @param {string} program
   * @param {string[]} words For the daemons of live pages.
   * @param {BridgeOptions} options
   */
  constructor(program, words, { settings = {}, makeDaemon = (command) => new ProcessTransport(command) } = {}) {
    this.#settings = { type: TYPES[".json"], bytes: new TextEncoder().encode(JSON.stringify(settings)) };
    this.#makeDaemon = makeDaemon;
    this.#commands = {
      "/session/live": [program, "serve", ...words],
      "/session/rehearsal": [program, "serve", ...REHEARSAL],
    };
    this.#server.on("upgrade", (request, stream, head) => this.#upgrade(request, stream, head));
  }

  /**
   * Begins to listen, and gives the address to open.
   * @param {number} port 0 for a free one.
   * @returns {Promise<string>}
   */
  async listen(port) {
    await new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", () => resolve(undefined));
    });
    const { port: bound } = this.#server.address();
    this.#admission.listensOn(bound);
    // The fragment stays in the browser: no log and no other page sees it.
    return `http://127.0.0.1:${bound}${START}#token=${this.#admission.token}`;
  }

  /** Waits until every session of now has ended, with its daemon. */
  async settled() {
    await Promise.all(this.#sessions.values());
  }

  /** Ends every session, waits for their daemons, and stops listening. */
  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const session of this.#sessions.keys()) session.close();
    await this.settled();
    this.#server.closeAllConnections?.();
    await closed;
  }

  /**
   * @param {Request} request
   * @param {Response} response
   */
  async #serve(request, response) {
    if (!this.#admission.isMeant(request.headers)) return refuse(response, 421, "another host was meant");
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "only GET and HEAD");
    const path = pathOf(request);
    if (path === "/") return void response.writeHead(302, { ...HEADERS, Location: START }).end();
    const file = path === SETTINGS ? this.#settings : await pageFile(path);
    if (!file) return refuse(response, 404, "there is no such file");
    response.writeHead(200, { ...HEADERS, "Content-Type": file.type, "Content-Length": file.bytes.length });
    response.end(request.method === "HEAD" ? undefined : file.bytes);
  }

  /**
   * @param {Request} request
   * @param {Stream} stream
   * @param {Uint8Array} head
   */
  #upgrade(request, stream, head) {
    stream.on("error", () => {}); // A close follows.
    const command = this.#commands[pathOf(request)];
    if (!this.#admission.isAdmitted(request.headers)) return end(stream, "403 Forbidden");
    if (!command) return end(stream, "404 Not Found");
    if (this.#sessions.size >= SESSIONS) return end(stream, "503 Service Unavailable");
    this.#sockets.handleUpgrade(request, stream, head, (socket) => {
      const session = new Session(socket, this.#makeDaemon(command));
      const run = session.run().finally(() => this.#sessions.delete(session));
      this.#sessions.set(session, run);
    });
  }
}

/** @param {Request} request */
function pathOf({ url }) {
  return url.split("?", 1)[0];
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} why
 */
function refuse(response, status, why) {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(`${why}\n`);
}

/**
 * Refuses a socket. The reason is not said: whoever was not let in learns nothing.
 * @param {Stream} stream
 * @param {string} status
 */
function end(stream, status) {
  stream.once("finish", () => stream.destroy()); // Whoever is refused might never close the other half.
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
