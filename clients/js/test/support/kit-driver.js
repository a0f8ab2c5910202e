/**
 * The driver of the kit's client-side cases (schema/client/README.md): commands on stdin, outcomes on stdout.
 * @module
 */

import { createInterface } from "node:readline";
import { CallFailed, CallTimedOut, DaemonEnded, ProgramNotFound, ProtocolError } from "../../src/index.js";
import { Screen, spawn } from "../../src/index.js";

const CLAIMS = [
  "bounded", "cancellation", "closedOutput", "concurrent", "grace", "handshake", "location", "notifications",
  "recovery", "restart", "screens", "timeouts",
];
const PATIENCE = 600;

let daemon = null;
const aborts = new Map();
const errors = new Map();
const streams = new Map();
const screens = new Map();

const commands = {
  async start({ do: _, id: __, ...options }) {
    daemon = await spawn({ startTimeout: PATIENCE, grace: PATIENCE, ...options });
    return { started: true };
  },
  async call({ id, method, params, timeout }) {
    const abort = new AbortController();
    aborts.set(id, abort);
    const options = timeout === undefined ? {} : { timeout };
    return { result: await daemon.call(method, params, { signal: abort.signal, ...options }) };
  },
  async cancel({ of }) {
    aborts.get(of).abort();
    return { done: true };
  },
  async recover({ of, option }) {
    return { result: await errors.get(of).recover(option) };
  },
  async listen({ id }) {
    streams.set(id, daemon.notifications());
    return { listening: true };
  },
  async locate({ id }) {
    streams.set(id, await daemon.locations());
    return { listening: true };
  },
  async screen({ id, params }) {
    const screen = await daemon.screen(params);
    screens.set(id, screen);
    streams.set(id, screen[Symbol.asyncIterator]());
    return commands.next({ of: id });
  },
  async press({ of, params: { button, ...pressed } }) {
    return { result: await screens.get(of).press(button, pressed) };
  },
  async next({ of }) {
    const { done, value } = await streams.get(of).next();
    if (done) return { over: true };
    if (value instanceof Screen) return { screen: shown(value) };
    if (value.method === undefined) return { location: value };
    return value.method === "$/restarted" ? { restarted: true } : { notification: value };
  },
  async close({ of }) {
    await (screens.get(of) ?? daemon).close();
    return { closed: true };
  },
};

function shown({ parts, location, alert, notice, help }) {
  return { parts, location, alert, notice, help };
}

function outcomeOf(id, error) {
  if (error instanceof CallFailed) {
    errors.set(id, error);
    const { code, kind, title, failure, options } = error;
    return { failed: { code, kind, title, message: failure.message, options: options.map((each) => each.id) } };
  }
  if (error instanceof DaemonEnded) {
    const { status, signal, stderr } = error;
    return { ended: { status, signal, stderr } };
  }
  if (error instanceof CallTimedOut) return { timedOut: true };
  if (error instanceof ProgramNotFound) return { notFound: error.program };
  if (error instanceof ProtocolError) return { notStatusd: error.message };
  if (error.name === "AbortError") return { cancelled: true };
  throw error;
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

say({ client: "clients/js", claims: CLAIMS, framings: ["lines", "headers"] });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  commands[command.do](command)
    .catch((error) => outcomeOf(command.id, error))
    .then((outcome) => say({ id: command.id, ...outcome }));
}
await daemon?.close();
