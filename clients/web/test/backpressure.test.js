/** A page that reads slowly, and what waits for it. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import test from "node:test";
import { ProcessTransport } from "../../js/src/index.js";
import { binary } from "../../js/test/support/running.js";
import { HIGH_WATER, Session } from "../src/session.js";
import { inTime } from "./support/patience.js";

/** A page that reads nothing until it is told to. */
class Sleeper extends EventEmitter {
  OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  received = 0;
  #sent = [];

  send(text, sent) {
    this.received += 1;
    this.bufferedAmount += text.length;
    this.#sent.push(() => {
      this.bufferedAmount -= text.length;
      sent();
    });
    if (this.isAwake) this.read();
    this.emit("sent");
  }

  read() {
    for (const sent of this.#sent.splice(0)) sent();
  }

  pause() {
    this.isHeld = true;
    this.holds = (this.holds ?? 0) + 1;
  }

  resume() {
    this.isHeld = false;
  }

  close() {
    this.readyState = 3;
    this.emit("close");
  }
}

test("what a page does not read stays in the daemon, and comes when it reads", async () => {
  const requests = 4_000;
  const page = new Sleeper();
  const daemon = new ProcessTransport([binary(), "serve"]);
  const paused = new Promise((resolve) => {
    daemon.pause = () => {
      ProcessTransport.prototype.pause.call(daemon);
      resolve();
    };
  });
  const run = new Session(page, daemon).run();
  for (let id = 1; id <= requests; id += 1) {
    page.emit("message", JSON.stringify({ jsonrpc: "2.0", id, method: "rpc.discover" }), false);
  }
  // The daemon reads no more while nobody reads what it writes; so the page is not read either, and held once.
  assert.equal(page.holds, 1);
  await inTime("the daemon to be read no more", paused);
  assert.ok(page.bufferedAmount < HIGH_WATER + (1 << 18), `${page.bufferedAmount} bytes wait`);
  page.isAwake = true;
  const all = new Promise((resolve) => page.on("sent", () => page.received === requests && resolve()));
  page.read();
  await inTime(`${requests} responses`, all);
  assert.equal(page.isHeld, false);
  page.close();
  await inTime("the end of the session", run);
});
