/** Reading recordings, and what a session of messages becomes. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { latencies, Session } from "../page/replay/lanes.js";
import { readTrace, TraceError } from "../page/replay/trace.js";
import { binary } from "../../js/test/support/running.js";
import { SAMPLE, sample } from "./sample.js";

const line = (seconds, direction, message) =>
  JSON.stringify({ time: new Date(seconds * 1_000).toISOString(), direction, message });
const recorded = (...lines) => new Session(readTrace(`${lines.map((each) => line(...each)).join("\n")}\n`));
const laneNamed = (session, title) => session.lanes.find((each) => each.title === title);
/** What the screen showed at a time. */
const shown = (session, at) => session.screen(session.count(at));
const phases = (session, title) =>
  laneNamed(session, title).spans.map(({ phase, spinner }) => (spinner ? `${phase}, fetching` : phase));

test("the sample is what its script plays, byte by byte", async () => {
  assert.equal(readFileSync(SAMPLE, "utf8"), await sample());
});

test("lanes say what each resource showed", () => {
  const session = new Session(readTrace(readFileSync(SAMPLE, "utf8")));
  assert.deepEqual(session.lanes.map((each) => each.title), ["state", "menu", "location", "statusd"]);
  const menu = [...new Set(phases(session, "menu"))];
  const fetched = ["content", "content, fetching", "stale", "stale, fetching"];
  assert.deepEqual(menu, ["blank", "loading, fetching", "error", ...fetched]);
  assert.deepEqual(phases(session, "location"), ["blank", "error", "content"]);
  const attempts = laneNamed(session, "menu").spans.map((each) => each.attempt);
  assert.deepEqual(attempts.slice(0, 5), [null, 1, 2, 3, null]);
});

test("failures stand in their lanes, silent ones too", () => {
  const session = new Session(readTrace(readFileSync(SAMPLE, "utf8")));
  const kinds = session.lanes.map(({ title, mishaps }) => [title, ...mishaps.map((each) => each.data.kind)]);
  assert.deepEqual(kinds, [
    ["state", "serverError"],
    ["menu", "connectionLost", "outOfSpace"],
    ["location", "locationNoFix"],
    ["statusd"],
  ]);
});

test("the screen of a moment is the recorded one, with its alert", () => {
  const session = new Session(readTrace(readFileSync(SAMPLE, "utf8")));
  const full = session.mishaps.find((each) => each.data.kind === "outOfSpace");
  assert.equal(shown(session, full.at - 0.001).alert, null);
  assert.equal(shown(session, full.at).alert.title, "The store is full");
  assert.equal(shown(session, session.to).alert, null);
});

test("requests find their responses by id, and a number is no string", () => {
  const { calls } = recorded(
    [1, "in", { id: 1, method: "stats" }],
    [2, "in", { id: "1", method: "getHelp" }],
    [3, "out", { id: "1", result: {} }],
    [5, "out", { id: 1, result: {} }],
    [6, "in", { id: 2, method: "stats" }],
  );
  assert.deepEqual(calls.map(({ from, to }) => [from, to]), [[1, 5], [2, 3], [6, null]]);
});

test("latencies are percentiles by the nearest rank", () => {
  const lines = Array.from({ length: 20 }, (_, index) => [
    [100 * index, "in", { id: index, method: "stats" }],
    [100 * index + index + 1, "out", { id: index, result: {} }],
  ]);
  const [stats] = latencies(recorded(...lines.flat()).calls);
  assert.deepEqual(stats, { method: "stats", count: 20, failed: 0, unanswered: 0, p50: 10, p95: 19 });
});

test("a call without a response has no latency", () => {
  const [refresh] = latencies(recorded([1, "in", { id: 1, method: "refresh" }]).calls);
  assert.deepEqual([refresh.unanswered, refresh.p50], [1, null]);
});

test("batches are read member by member", () => {
  const session = recorded(
    [1, "in", [{ id: 1, method: "stats" }, { id: 2, method: "getState", params: { resource: "menu" } }]],
    [2, "out", [{ id: 1, result: {} }, { id: 2, result: { resource: "menu", revision: 0, status: "idle" } }]],
  );
  assert.deepEqual(session.calls.map(({ method, to }) => [method, to]), [["stats", 2], ["getState", 2]]);
});

test("instances of a parameterised resource have lanes of their own", () => {
  const snapshot = (branch) => ({ resource: "build", arguments: { branch }, revision: 1, status: "idle" });
  const { lanes } = recorded(
    [1, "in", { id: 1, method: "getState", params: { resource: "build", arguments: { branch: "main" } } }],
    [2, "out", { id: 1, result: snapshot("main") }],
    [3, "in", { id: 2, method: "getState", params: { resource: "build", arguments: { branch: "next" } } }],
    [4, "out", { id: 2, result: snapshot("next") }],
  );
  assert.deepEqual(lanes.map((each) => each.title), ["build (branch main)", "build (branch next)"]);
});

const BOX = { failureId: "f1", kind: "offline", title: "You are offline", resource: "menu", arguments: null };
const PART = { resource: "menu", shape: "menu", phase: "loading", spinner: true, attempt: null, failure: null };
const opened = (id, screenId, part) => {
  const screen = { parts: { m: part }, location: null, alert: null, notice: null, help: null };
  return { id, result: { screenId, screen } };
};

test("a press stands in the lane of its part, and a failure of the screen in its own", () => {
  const session = recorded(
    [1, "in", { id: 1, method: "openScreen", params: {} }],
    [1, "out", opened(1, "s1", PART)],
    [2, "in", { id: 2, method: "press", params: { screenId: "s1", button: "stop", part: "m" } }],
    [3, "out", { method: "screenChanged", params: { screenId: "s1", changed: { parts: { m: { failure: BOX } } } } }],
    [4, "in", { id: 3, method: "press", params: { screenId: "s1", button: "option", failureId: "f1" } }],
    [5, "in", { id: 4, method: "press", params: { screenId: "s1", button: "startLocation" } }],
  );
  assert.deepEqual(laneNamed(session, "menu").calls.map((each) => each.params.button), ["stop", "option"]);
  assert.deepEqual(laneNamed(session, "menu").mishaps.map((each) => each.data.kind), ["offline"]);
  assert.equal(laneNamed(session, "location").calls.length, 1);
  const [failed] = Object.values(shown(session, 3).parts);
  assert.deepEqual([failed.failure, shown(session, 2).parts[laneNamed(session, "menu").name].failure], [BOX, null]);
});

test("the newest screen counts, a closed one shows nothing, and another daemon makes it old", () => {
  const change = (screenId, phase) =>
    ({ method: "screenChanged", params: { screenId, changed: { parts: { m: { phase } } }, coalesced: 0 } });
  const session = recorded(
    [1, "out", opened(1, "s1", PART)],
    [2, "out", opened(2, "s2", { ...PART, phase: "blank", content: null })],
    [3, "out", change("s1", "error")],
    [4, "out", { id: 3, result: { screenId: "s1" } }],
    [5, "out", change("s2", "content")],
    [6, "in", { id: 1, method: "initialize", params: {} }],
  );
  const phase = (at) => Object.values(shown(session, at).parts)[0].phase;
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(phase), ["loading", "blank", "blank", "blank", "content", "blank"]);
});

test("a session without a screen is drawn from its snapshots", () => {
  const failure = { ...BOX, message: "", helpAnchor: "offline", presentation: "inline", recoveryOptions: [] };
  const menu = { resource: "menu", revision: 1, status: "failed", isFetching: false, isStale: false };
  const located = { status: "failed", failure: { ...failure, failureId: "f2", resource: "location" } };
  const session = recorded(
    [1, "out", { method: "stateChanged", params: { ...menu, isFetching: true, attempt: 2, maxAttempts: 3 } }],
    [2, "out", { method: "stateChanged", params: { ...menu, failure } }],
    [3, "out", { method: "stateChanged", params: { ...menu, value: null } }],
    [4, "out", { method: "stateChanged", params: { ...menu, value: 1, isStale: true, failure } }],
    [5, "out", { method: "locationChanged", params: { subscriptionId: "l1", location: located } }],
  );
  assert.equal(session.hasScreen, false);
  assert.deepEqual(phases(session, "menu"), ["loading, fetching", "error", "content", "stale"]);
  const [part] = Object.values(shown(session, 1).parts);
  assert.deepEqual([part.attempt, part.content], [{ number: 2, of: 3 }, null]);
  assert.equal(shown(session, 5).location.phase, "error");
});

test("lines about the recording itself, and input that was no JSON, disturb nothing", () => {
  const text = [
    '{"trace":1,"time":"2026-11-22T19:00:00.123Z","statusd":"0.1.0","protocol":"1","clock":"system"}',
    '{"time":"2026-11-22T19:00:00.123Z","direction":"in","text":"{nonsense"}',
    line(1, "out", { id: null, error: { code: -32700, message: "…" } }),
    "",
  ].join("\n");
  const { entries } = readTrace(text);
  assert.deepEqual(entries.map((each) => each.messages.length), [0, 1]);
  assert.equal(entries[0].text, "{nonsense");
});

test("of several sessions the last one counts, with what it lost", () => {
  const [one, other] = [line(1, "in", { id: 1, method: "stats" }), line(2, "in", { id: 1, method: "getState" })];
  const { entries, dropped, sessions } = readTrace(`{"trace":1}\n${one}\n{"trace":1}\n${other}\n{"dropped":7}\n`);
  assert.deepEqual([entries.length, entries[0].messages[0].method, dropped, sessions], [1, "getState", 7, 2]);
});

test("a later version of the format is refused", () => {
  assert.throws(() => readTrace('{"trace":2}\n'), /version 1, and not 2/);
});

const HAS_TRACE = execFileSync(binary(), ["serve", "--help"], { encoding: "utf8" }).includes("--trace");

test("what statusd itself records is read", { skip: HAS_TRACE ? false : "this statusd has no --trace" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "statusd-trace-"));
  const file = join(folder, "session.jsonl");
  const request = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const input = ["{nonsense", request(1, "fetchMenu"), request(2, "advanceClock", { seconds: 5 })];
  const words = ["serve", "--scenario", "first-fails", "--clock", "manual", "--seed", "1", "--trace", file];
  execFileSync(binary(), words, { input: `${input.join("\n")}\n`, env: { PATH: process.env.PATH } });
  const session = new Session(readTrace(readFileSync(file, "utf8")));
  rmSync(folder, { recursive: true });
  assert.equal(session.entries[0].text, "{nonsense");
  assert.deepEqual([...new Set(phases(session, "menu"))], ["loading, fetching", "error"]);
  assert.deepEqual(laneNamed(session, "menu").mishaps.map((each) => each.data.kind), ["serverError"]);
});

test("a last line that was cut short is left out, and no other is", () => {
  const whole = line(1, "in", { id: 1, method: "stats" });
  assert.equal(readTrace(`${whole}\n{"time":"20`).entries.length, 1);
  assert.throws(() => readTrace(`{"time":"20\n${whole}\n`), /^Error: Line 1 is not JSON/);
});

test("a file without a message is no recording", () => {
  assert.throws(() => readTrace(""), TraceError);
  assert.throws(() => readTrace('{"one":1}\n'), /no recorded message/);
});
