/** A WebSocket carries the same messages; a bridge of a few lines stands between it and the real daemon. */

import assert from "node:assert/strict";
import test from "node:test";
import { DaemonEnded, ProcessTransport, ProtocolError, Statusd, WebSocketTransport } from "../src/index.js";
import { binary, DEADLINE, origin, Recorder } from "./support/running.js";

/** The client's end of a socket whose other end is a daemon of its own. */
class Socket extends EventTarget {
  readyState = 0;

  constructor(args) {
    super();
    this.daemon = new ProcessTransport([binary(), ...args]);
    this.#open().catch(() => this.dispatchEvent(new Event("error")));
  }

  async #open() {
    await this.daemon.open({
      message: (data) => this.#tell("message", { data }),
      failed: (problem) => this.#tell("close", { reason: problem.message }),
      ended: ({ stderr }) => this.#tell("close", { reason: stderr.join("\n") }),
    });
    this.readyState = 1;
    this.#tell("open", {});
  }

  #tell(type, members) {
    // As a socket that has been closed: nothing comes any more but its end.
    if (type === "message" && this.readyState !== 1) return;
    this.dispatchEvent(Object.assign(new Event(type), members));
  }

  send(text) {
    this.daemon.write(text);
  }

  close() {
    this.readyState = 2;
    this.daemon.close(DEADLINE);
  }
}

async function connected(args, body, options = {}) {
  const recorder = new Recorder();
  const sockets = [];
  const makeTransport = () => new WebSocketTransport(() => {
    sockets.push(new Socket(args));
    return sockets.at(-1);
  });
  const daemon = await Statusd.start(makeTransport, { tap: recorder.tap, startTimeout: DEADLINE, ...options });
  try {
    await body(daemon, sockets);
  } finally {
    await daemon.close();
    recorder.end(true);
  }
}

test("calls and notifications go through", async () => {
  await connected([], async (daemon) => {
    const notifications = daemon.notifications();
    assert.equal((await daemon.refresh()).status, "loaded");
    assert.equal((await notifications.next()).value.method, "stateChanged");
  });
});

test("a screen is opened, pressed, and opened again by another bridge", async () => {
  await connected([], async (daemon, sockets) => {
    const screen = await daemon.screen({ parts: { state: {} } });
    const reader = screen[Symbol.asyncIterator]();
    await screen.press("refresh", { part: "state" });
    for await (const { parts } of reader) if (parts.state.phase === "content") break;
    sockets[0].daemon.kill();
    for await (const { parts } of screen) if (parts.state.phase === "blank" && parts.state.refresh.enabled) break;
    assert.equal(sockets.length, 2);
  }, { restart: true });
});

test("closing waits for what was asked before it closes the socket", async () => {
  await origin([[503, {}], [200, []]], (url) =>
    connected(["--menu", url], async (daemon) => {
      const fetch = daemon.fetchMenu();
      await daemon.close();
      assert.equal((await fetch).status, "loaded");
    }),
  );
});

test("a bridge that is gone fails the calls", async () => {
  await origin([null], (url) =>
    connected(["--state", url], async (daemon, [socket]) => {
      const fetch = daemon.refresh();
      await daemon.getState();
      socket.daemon.kill();
      await assert.rejects(fetch, DaemonEnded);
    }),
  );
});

test("a bridge may say in a last message how its daemon ended", async () => {
  const socket = Object.assign(new EventTarget(), { readyState: 1, send: () => {}, close: () => {} });
  const tell = (type, members) => socket.dispatchEvent(Object.assign(new Event(type), members));
  const start = Statusd.start(() => new WebSocketTransport(() => socket), { startTimeout: DEADLINE });
  tell("open", {});
  tell("message", { data: '{"jsonrpc":"2.0","method":"$/ended","params":{"reason":"one\\nand another"}}' });
  tell("close", { reason: "one…" });
  await assert.rejects(start, (error) => error instanceof DaemonEnded && error.stderr.join() === "one,and another");
});

test("a bridge that was gone is asked for a new session", async () => {
  await connected([], async (daemon, sockets) => {
    const notifications = daemon.notifications();
    sockets[0].daemon.kill();
    assert.equal((await notifications.next()).value.method, "$/restarted");
    assert.equal((await daemon.getState()).status, "idle");
    assert.equal(sockets.length, 2);
  }, { restart: true });
});

test("a bridge that is not there is an error", async () => {
  const nowhere = () => {
    const socket = new EventTarget();
    queueMicrotask(() => socket.dispatchEvent(new Event("error")));
    return socket;
  };
  await assert.rejects(Statusd.start(() => new WebSocketTransport(nowhere)), /no connection to the bridge/);
});

test("a bridge that takes the connection and says nothing is given up", async () => {
  const socket = Object.assign(new EventTarget(), { closed: 0, close: () => (socket.closed += 1) });
  const start = Statusd.start(() => new WebSocketTransport(() => socket), { startTimeout: 0.05 });
  await assert.rejects(start, (error) => error instanceof ProtocolError && /within 0.05 s/.test(error.message));
  assert.equal(socket.closed, 1);
});
