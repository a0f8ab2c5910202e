/** A screen is put together from its changes, pressed, closed, and opened again by another daemon. */

import assert from "node:assert/strict";
import test from "node:test";
import { CallFailed, DaemonEnded } from "../src/index.js";
import { old } from "../src/screen.js";
import { killed, origin, running } from "./support/running.js";

const scenario = (name) => ["--scenario", name, "--clock", "manual", "--seed", "1"];
const advance = (daemon, seconds) => daemon.call("advanceClock", { seconds });

test("a failure is shown with its buttons, and the one that is pressed heals it", async () => {
  await running(scenario("first-fails"), async (daemon) => {
    const screen = await daemon.screen({ parts: { menu: {} }, fetch: "missing" });
    assert.deepEqual([screen.parts.menu.phase, screen.parts.menu.spinner], ["loading", true]);
    await advance(daemon, 5);
    const { phase, failure } = screen.parts.menu;
    assert.deepEqual([phase, failure.kind], ["error", "serverError"]);
    const { failureId } = failure;
    assert.deepEqual(await screen.press("option", { failureId, optionId: "tryAgain" }), { pressed: true });
    await advance(daemon, 5);
    assert.deepEqual([screen.parts.menu.phase, screen.parts.menu.failure], ["content", null]);
    assert.deepEqual(await screen.press("option", { failureId, optionId: "tryAgain" }), { pressed: false });
  });
});

test("after every change a screen equals one that is opened afresh, and there is one event for each", async () => {
  await running(scenario("out-of-space"), async (daemon) => {
    const screen = await daemon.screen({ location: true });
    let events = 0;
    screen.addEventListener("change", () => (events += 1));
    const presses = [["refresh", { part: "menu" }], ["polling", { part: "state", on: true }], ["startLocation"], []];
    for (const [button, pressed] of presses) {
      if (button) await screen.press(button, pressed);
      await advance(daemon, 1);
      const other = await daemon.screen({ location: true });
      // What one screen has begun, such as its location, is no other's.
      assert.deepEqual(screen.parts.state, other.parts.state);
      assert.deepEqual(screen.parts.menu.content, other.parts.menu.content);
      await other.close();
    }
    assert.equal(screen.alert.kind, "outOfSpace");
    const { screenChanged } = (await daemon.stats()).notifications;
    assert.equal(events, screenChanged);
  });
});

test("a reader sees the screen at once, and several changes as one", async () => {
  await running(scenario("demo"), async (daemon) => {
    const screen = await daemon.screen({ parts: { menu: {} } });
    const reader = screen[Symbol.asyncIterator]();
    assert.equal((await reader.next()).value.parts.menu.phase, "blank");
    await screen.press("refresh", { part: "menu" });
    await advance(daemon, 1);
    assert.equal((await reader.next()).value.parts.menu.phase, "content");
    const next = reader.next();
    await screen.press("polling", { part: "menu" });
    assert.equal((await next).value.parts.menu.polling.on, true);
    await screen.close();
    assert.equal((await reader.next()).done, true);
  });
});

test("closing cancels what the screen has begun, and nothing can be pressed any more", async () => {
  await origin([null], (url) =>
    running(["--menu", url], async (daemon) => {
      const screen = await daemon.screen({ parts: { menu: {} }, fetch: "missing" });
      assert.equal((await daemon.getState("menu")).isFetching, true);
      await screen.close();
      assert.equal((await daemon.getState("menu")).isFetching, false);
      assert.deepEqual(await screen.press("refresh", { part: "menu" }), { pressed: false });
      assert.equal(screen.isOpen, false);
    }),
  );
});

test("a screen is old when its daemon has ended, and the next one opens it as it was", async () => {
  await running(["--menu", "demo"], async (daemon, host) => {
    const screen = await daemon.screen({ location: true, fetch: "missing" });
    await screen.press("startLocation");
    await screen.press("polling", { part: "menu" });
    const seen = [];
    const opened = new Promise((resolve) => {
      screen.addEventListener("change", () => {
        const { menu } = screen.parts;
        seen.push([menu.phase, menu.refresh.enabled]);
        if (seen.some(([phase]) => phase === "stale") && menu.polling.next && screen.location.on) resolve();
      });
    });
    for await (const { parts } of screen) if (parts.menu.phase === "content") break;
    await killed(host, daemon.notifications());
    await opened;
    assert.deepEqual(seen.find(([phase]) => phase === "stale"), ["stale", false]);
    assert.equal(screen.parts.menu.polling.on, true);
    assert.deepEqual(await screen.press("polling", { part: "state" }), { pressed: true });
  }, { restart: true });
});

test("a screen of a daemon that is not started again ends with its reason", async () => {
  await running([], async (daemon, { transport }) => {
    const reader = (await daemon.screen())[Symbol.asyncIterator]();
    await reader.next();
    process.kill(transport.pid, "SIGKILL");
    assert.equal((await reader.next()).value.parts.state.refresh.enabled, false);
    await assert.rejects(reader.next(), DaemonEnded);
  });
});

test("a screen whose opening is given up is closed", async () => {
  await running([], async (daemon, { recorder }) => {
    const abort = new AbortController();
    const opening = daemon.screen({ signal: abort.signal });
    abort.abort();
    await assert.rejects(opening, { name: "AbortError" });
    await daemon.getState();
    await daemon.getState();
    assert.ok(recorder.sent.some((each) => each.method === "closeScreen"));
    await assert.rejects(daemon.screen({ parts: { stat: {} } }), CallFailed);
  });
});

test("an old screen keeps its values and switches, and has no spinner, failure or button", () => {
  const part = {
    resource: "a", shape: "any", phase: "content", spinner: true, attempt: { number: 1, of: 3 }, age: "just now",
    content: { value: null }, failure: { failureId: "f1" }, refresh: { enabled: true }, stop: { enabled: true },
    polling: { on: true, enabled: true, interval: 10, next: "now" },
  };
  const location = { phase: "loading", on: true, coordinate: null, age: null, failure: { failureId: "f2" } };
  const screen = { parts: { a: part, b: { ...part, content: null, polling: null } }, location, alert: part.failure };
  const { parts: { a, b }, ...others } = old({ ...screen, notice: "It was done.", help: { anchor: "a" } });
  const off = { spinner: false, attempt: null, failure: null, refresh: { enabled: false }, stop: { enabled: false } };
  const polling = { on: true, enabled: false, interval: 10, next: null };
  assert.deepEqual(a, { ...part, ...off, phase: "stale", polling });
  assert.deepEqual([b.phase, b.polling], ["blank", null]);
  const place = { ...location, phase: "blank", failure: null };
  assert.deepEqual(others, { location: place, alert: null, notice: null, help: null });
});
