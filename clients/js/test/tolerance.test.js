/** A daemon of a later time, whose every word is new: all of it is passed on, and nothing ends for it. */

import assert from "node:assert/strict";
import test from "node:test";
import { CallFailed, Statusd } from "../src/index.js";
import { DEADLINE, program } from "./support/running.js";

const OPTION = { id: "doMagic", title: "Do Magic", role: "loud", performedBy: "somebody", later: [1] };
const FAILURE = {
  failureId: "f1", kind: "somethingNew", operation: "dream", title: "Something is new", message: "Wait.",
  helpAnchor: "somethingnew", presentation: "banner", retry: { safe: "perhaps" }, recoveryOptions: [OPTION],
  attempts: [{ kind: "somethingNew", duration: 0.1 }], occurredAt: "2036-01-01T00:00:00Z",
  detail: { status: "teapot", reason: "mood", code: [1], path: 7 },
};
const POLLING = { enabled: true, interval: 10, consecutiveFailures: 0, mode: "hourly" };
const SNAPSHOT = {
  resource: "menu", revision: 1, status: "paused", isFetching: false, isStale: false, failure: FAILURE, autoPolling: POLLING,
};
const BUTTON = { ...OPTION, enabled: true, running: false };
const BOX = { ...FAILURE, arguments: null, countdown: null, buttons: [BUTTON] };
const PART = {
  resource: "menu", shape: "chart", phase: "dimmed", spinner: false, attempt: null, content: { points: [1] }, age: null,
  failure: BOX, refresh: { enabled: true }, stop: { enabled: false }, polling: { ...POLLING, on: true, next: null },
};
const SCREEN = { parts: { menu: PART }, location: null, alert: BOX, notice: null, help: null, mood: "calm" };
const RESULTS = {
  initialize: { protocolVersion: "1", serverInfo: { name: "statusd", version: "9.0.0" }, capabilities: { dreams: "many" } },
  getState: SNAPSHOT,
  waitFor: { reason: "bored", waited: 1, snapshot: SNAPSHOT },
  retry: { failureId: "f1", optionId: "doMagic", recovered: "partly", result: { light: "green" } },
  setAutoPolling: { resource: "menu", autoPolling: POLLING },
  listResources: { resources: [{ ...SNAPSHOT, colour: "green" }] },
  subscribeLocation: { subscriptionId: "l1", location: { revision: 1, status: "guessed", failure: FAILURE } },
  openScreen: { screenId: "s1", screen: SCREEN },
  press: { pressed: "softly", performs: { failureId: "f1", option: OPTION } },
  closeScreen: {},
  unsubscribeLocation: {},
};
const BEHIND = {
  getState: [["$/dream", [1]], ["stateChanged", { ...SNAPSHOT, coalesced: 0 }], ["weatherChanged", { wind: "up" }]],
  openScreen: [["screenChanged", { screenId: "s1", coalesced: 0, changed: { parts: { menu: { phase: "glowing" } }, mood: "up" } }]],
};
const LATER = `
  const [results, behind, failure] = ${JSON.stringify([RESULTS, BEHIND, FAILURE])};
  const write = (message) => console.log(JSON.stringify({ later: 1, jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    const error = { code: -39999, message: "It is new.", data: failure };
    write(method in results ? { id, result: results[method] } : { id, error });
    for (const [method_, params] of behind[method] ?? []) write({ method: method_, params });
  }).on("close", () => process.exit(0))`;

test("a daemon whose every word is new is spoken to as any other", async () => {
  const daemon = await Statusd.start(() => program(LATER), { startTimeout: DEADLINE });
  const notifications = daemon.notifications();
  assert.deepEqual(await daemon.getState("menu"), SNAPSHOT);
  assert.equal(daemon.failure(SNAPSHOT.failure).presentation, "banner");
  const error = await daemon.refresh("menu").catch((reason) => reason);
  assert.ok(error instanceof CallFailed);
  assert.deepEqual([error.code, error.kind, error.options, error.failure.detail.status], [-39999, "somethingNew", [OPTION], "teapot"]);
  assert.deepEqual(await error.recover("doMagic"), RESULTS.retry);
  assert.deepEqual(await daemon.waitFor({ equals: 1 }), RESULTS.waitFor);
  assert.deepEqual(await daemon.setAutoPolling(true), POLLING);
  assert.deepEqual(await daemon.listResources(), RESULTS.listResources.resources);
  const methods = [];
  for (let each = 0; each < 3; each += 1) methods.push((await notifications.next()).value.method);
  assert.deepEqual(methods, ["$/dream", "stateChanged", "weatherChanged"]);
  const places = await daemon.locations();
  assert.equal((await places.next()).value.status, "guessed");
  await places.return();
  await daemon.close();
});

test("a screen whose every word is new is held as it comes, pressed and closed", async () => {
  const daemon = await Statusd.start(() => program(LATER), { startTimeout: DEADLINE });
  const screen = await daemon.screen({ parts: { menu: {} } });
  for await (const { parts } of screen) if (parts.menu.phase === "glowing") break;
  assert.deepEqual(screen.shown, { ...SCREEN, parts: { menu: { ...PART, phase: "glowing" } }, mood: "up" });
  assert.deepEqual(await screen.press("option", { failureId: "f1", optionId: "doMagic" }), RESULTS.press);
  await screen.close();
  await daemon.close();
});
