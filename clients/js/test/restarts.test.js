/** The daemon ends and another one takes its place: what the client does by itself. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { CallFailed, DaemonEnded, RestartLimit, Statusd } from "../src/index.js";
import { DEADLINE, impostor, killed, origin, program, running } from "./support/running.js";

test("a restarted client is subscribed and polls again, and its next call shows the current state", async () => {
  const args = ["--menu", "demo", "--clock", "manual", "--seed", "1"];
  await running(args, async (daemon, host) => {
    await daemon.setAutoPolling(true, { interval: 3_600, resource: "menu" });
    const places = await daemon.locations();
    const before = host.transport.pid;
    await killed(host, daemon.notifications());
    assert.notEqual(host.transport.pid, before);
    const { enabled, interval } = (await daemon.getState("menu")).autoPolling;
    assert.deepEqual([enabled, interval], [true, 3_600]);
    await places.next();
    await daemon.call("advanceClock", { seconds: 60 });
    assert.equal((await places.next()).value.status, "loaded");
    await places.return();
    assert.equal((await daemon.stats()).requests.inFlight, 0);
  }, { restart: true });
});

test("each instance is polled again as it was switched", async () => {
  await running(["--resource", "build=file:/proc/nonexistent/{branch}.json"], async (daemon, host) => {
    const switched = { main: [true, 3_600], next: [false, 7] };
    const about = (branch) => ({ arguments: { branch } });
    for (const [branch, [enabled, interval]] of Object.entries(switched)) {
      await daemon.setAutoPolling(enabled, { interval, resource: "build", ...about(branch) });
    }
    await killed(host, daemon.notifications());
    for (const [branch, expected] of Object.entries(switched)) {
      const { enabled, interval } = (await daemon.getState("build", about(branch))).autoPolling;
      assert.deepEqual([enabled, interval], expected);
    }
  }, { restart: true });
});

test("a call at the death fails, and one behind it waits for the next daemon", async () => {
  await origin([null], (url) =>
    running(["--state", url], async (daemon, { transport }) => {
      const fetch = daemon.refresh();
      await daemon.getState();
      process.kill(transport.pid, "SIGKILL");
      await assert.rejects(fetch, DaemonEnded);
      assert.equal((await daemon.getState()).status, "idle");
    }, { restart: true }),
  );
});

test("a daemon that dies too often is given up", async () => {
  await running([], async (daemon, host) => {
    const notifications = daemon.notifications();
    for (const _ of [1, 2]) await killed(host, notifications);
    process.kill(host.transport.pid, "SIGKILL");
    await assert.rejects(notifications.next(), DaemonEnded);
    await assert.rejects(daemon.getState(), DaemonEnded);
  }, { restart: { count: 2, seconds: DEADLINE } });
});

test("what the next daemon refuses is left out, and the rest is asked for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
  const file = join(folder, "statusd.toml");
  const resource = (name) => `[resources.${name}]\nsource = "file:/proc/nonexistent/${name}.json"\n`;
  writeFileSync(file, resource("old") + resource("kept"));
  try {
    await running(["--config", file], async (daemon, host) => {
      for (const name of ["old", "kept"]) await daemon.setAutoPolling(true, { interval: 3_600, resource: name });
      writeFileSync(file, resource("kept"));
      await killed(host, daemon.notifications());
      assert.equal((await daemon.getState("kept")).autoPolling.enabled, true);
      await assert.rejects(daemon.getState("old"), CallFailed);
    }, { restart: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a daemon that cannot start again is given up", async () => {
  const folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
  const file = join(folder, "statusd.toml");
  writeFileSync(file, "");
  try {
    await running(["--strict", "--config", file], async (daemon, host) => {
      unlinkSync(file);
      const notifications = daemon.notifications();
      process.kill(host.transport.pid, "SIGKILL");
      await assert.rejects(notifications.next(), DaemonEnded);
    }, { restart: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("closing ends a restart", { timeout: DEADLINE * 1_000 }, async () => {
  const processes = [impostor("process.exit(1)"), () => program("process.stdin.resume()")];
  const daemon = await Statusd.start(() => processes.shift()(), { restart: true, startTimeout: DEADLINE });
  const notifications = daemon.notifications();
  await assert.rejects(daemon.call("a"), DaemonEnded);
  await daemon.close();
  assert.equal((await notifications.next()).done, true);
  assert.equal(daemon.isRunning, false);
});

for (const [name, script] of [["ends", "process.exit(1)"], ["is no statusd", "console.log(1); process.stdin.resume()"]]) {
  test(`a first start that fails because the program ${name} is not repeated`, async () => {
    const transports = [];
    const make = () => {
      transports.push(program(script));
      return transports.at(-1);
    };
    await assert.rejects(Statusd.start(make, { restart: true, startTimeout: DEADLINE }));
    assert.equal(transports.length, 1);
  });
}

/** A client whose daemon has died, and whose next one answers nothing. */
async function waiting(body) {
  const processes = [impostor("process.exit(1)"), () => program("process.stdin.resume()")];
  const daemon = await Statusd.start(() => processes.shift()(), { restart: true, startTimeout: DEADLINE });
  await assert.rejects(daemon.call("a"), DaemonEnded);
  try {
    await body(daemon);
  } finally {
    await daemon.close();
  }
}

test("a call that waits for the next daemon can be given up", { timeout: DEADLINE * 1_000 }, async () => {
  await waiting(async (daemon) => {
    const controller = new AbortController();
    const calls = [
      daemon.call("b", {}, { timeout: 0.01 }),
      daemon.locations({ timeout: 0.01 }),
      daemon.call("c", {}, { signal: AbortSignal.abort() }),
      daemon.call("d", {}, { signal: controller.signal }),
      daemon.call("e"),
    ];
    controller.abort();
    const names = calls.map((each) => each.catch((error) => error.name));
    const expected = ["CallTimedOut", "CallTimedOut", "AbortError", "AbortError"];
    assert.deepEqual(await Promise.all(names.slice(0, 4)), expected);
  });
});

test("a transport that cannot be made is a start that failed", async () => {
  let made = 0;
  const makeTransport = () => {
    if (++made > 1) throw new Error("nothing can be made");
    return impostor("process.exit(1)")();
  };
  const daemon = await Statusd.start(makeTransport, { restart: { count: 2 }, startTimeout: DEADLINE });
  const notifications = daemon.notifications();
  await assert.rejects(daemon.call("a"), DaemonEnded);
  await assert.rejects(notifications.next(), DaemonEnded);
  assert.equal(made, 3);
  await daemon.close();
});

test("calls that wait for the next daemon are sent before those that are made when it runs", async () => {
  await running([], async (daemon, host) => {
    const notifications = daemon.notifications();
    const dying = daemon.refresh().catch(() => {});
    process.kill(host.transport.pid, "SIGKILL");
    await dying;
    const waited = daemon.getState("menu");
    for (let method; method !== "$/restarted"; ) method = (await notifications.next()).value.method;
    await Promise.all([waited, daemon.getState("state")]);
    const asked = host.recorder.sent.filter((each) => each.method === "getState");
    assert.deepEqual(asked.map((each) => each.params.resource), ["menu", "state"]);
  }, { restart: true });
});

test("who waits for a place is given that of the next daemon, and then what is newer", async () => {
  await running(["--clock", "manual", "--seed", "1"], async (daemon, host) => {
    const places = await daemon.locations();
    await places.next();
    const waiting = places.next();
    await killed(host, daemon.notifications());
    await daemon.call("advanceClock", { seconds: 10 });
    const read = [await waiting, await places.next()];
    assert.deepEqual(read.map((each) => each.value.revision), [1, 2]);
  }, { restart: true });
});

test("the limit is four in three minutes", () => {
  const limit = new RestartLimit();
  assert.deepEqual([0, 10, 20, 30].map((now) => limit.allows(now)), [true, true, true, true]);
  assert.deepEqual([179.9, 180, 189.9, 190].map((now) => limit.allows(now)), [false, true, false, true]);
});
