/**
 * What the tests stand on: the real binary, recorded sessions, and an HTTP server that does as it is told.
 * @module
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ProcessTransport, Statusd } from "../../src/index.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Seconds: only a defect takes as long, on a machine that is busy with other things. */
export const DEADLINE = 600;

let sessions = 0;

/** STATUSD_BIN, else what `swift build` has built. */
export function binary() {
  binary.path ??= process.env.STATUSD_BIN ?? `${built()}/statusd`;
  return binary.path;
}

function built() {
  return execFileSync("swift", ["build", "--show-bin-path"], { cwd: ROOT, encoding: "utf8" }).trim();
}

/** Writes a session down where STATUSD_TRANSCRIPTS says, and keeps what was sent. */
export class Recorder {
  sent = [];
  #hasBegun = false;
  #name = `js-client-${process.pid}-${++sessions}.jsonl`;

  tap = (direction, text) => {
    if (direction === "in") this.#note(JSON.parse(text));
    this.#write({ direction, message: text });
  };

  #note(message) {
    // A process begins with the id 1; what the one before it did not answer was lost with it.
    if (message.id === 1 && this.#hasBegun) this.end(true);
    this.#hasBegun = true;
    if (message.method !== "initialize") this.sent.push(message);
  }

  end(killed) {
    this.#write({ direction: "end", killed });
  }

  #write(entry) {
    const folder = process.env.STATUSD_TRANSCRIPTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, this.#name), `${JSON.stringify(entry)}\n`);
  }
}

/**
 * The real daemon for the length of `body`, its session recorded. `options`: more for the client.
 * `body` gets the daemon, what was sent to it, and its process.
 */
export async function running(args, body, { framing, ...options } = {}) {
  const recorder = new Recorder();
  const host = { transport: null, recorder };
  const makeTransport = () => {
    host.transport = new ProcessTransport([binary(), ...args], { framing });
    return host.transport;
  };
  const tap = (...message) => recorder.tap(...message); // A test may put something before it.
  const daemon = await Statusd.start(makeTransport, { tap, startTimeout: DEADLINE, ...options });
  let isKilled = true;
  try {
    await body(daemon, host);
    isKilled = !daemon.isRunning;
  } finally {
    await daemon.close();
    recorder.end(isKilled);
  }
}

/** How many requests there were, and the wait for one of them. */
class Requests {
  count = 0;
  #waiting = [];

  note() {
    this.count += 1;
    for (const each of this.#waiting) each();
  }

  async reach(count) {
    while (this.count < count) await new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/**
 * An HTTP server for the length of `body` that gives each reply once, in order, and the last one again and again.
 * A reply is a status and a JSON value; null is a request that is never answered. `body` gets the URL and the requests.
 */
export async function origin(replies, body) {
  const left = [...replies];
  const requests = new Requests();
  const server = createServer((_, response) => {
    requests.note();
    const reply = left.length > 1 ? left.shift() : left[0];
    if (reply === null) return;
    const [status, value] = reply;
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${server.address().port}/value.json`, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A program that is no statusd, in a line of Node. */
export function program(script) {
  return new ProcessTransport([process.execPath, "-e", script]);
}

/** Kills the daemon, and waits until another one runs. */
export async function killed(host, notifications) {
  process.kill(host.transport.pid, "SIGKILL");
  for (;;) {
    const { value, done } = await notifications.next();
    if (done || value.method === "$/restarted") return;
  }
}

/** A line of Node that answers `initialize` as statusd does and goes on with `script`. */
export function impostor(script) {
  const result = { protocolVersion: "1", serverInfo: { name: "statusd", version: "0" }, capabilities: {} };
  const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  return () => program(`process.stdin.once("data", () => {
    console.log(${JSON.stringify(answer)}); process.stdin.once("data", () => { ${script} }); })`);
}
