/** The daemon ends, however it may: every call says so. */

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import * as client from "../src/index.js";
import { DaemonEnded, ProgramNotFound, ProtocolError, spawn, Statusd, StatusdError } from "../src/index.js";
import { binary, DEADLINE, impostor, origin, program, running } from "./support/running.js";

test("SIGKILL in the middle of calls fails all of them at once, with the reason", async () => {
  await origin([null], (url) =>
    running(["--state", url], async (daemon, { transport }) => {
      const fetches = Array.from({ length: 100 }, () => daemon.refresh().catch((reason) => reason));
      await daemon.getState();
      process.kill(transport.pid, "SIGKILL");
      for (const error of await Promise.all(fetches)) {
        assert.ok(error instanceof DaemonEnded);
        assert.deepEqual([error.status, error.signal], [null, "SIGKILL"]);
      }
      await assert.rejects(daemon.getState(), DaemonEnded);
      assert.equal(daemon.isRunning, false);
    }),
  );
});

test("a daemon that has all the time is not made to end", async () => {
  await origin([[503, {}], [200, []]], (url) =>
    running(["--menu", url], async (daemon) => {
      const fetch = daemon.fetchMenu();
      await daemon.close();
      assert.equal((await fetch).status, "loaded");
    }, { grace: Infinity }),
  );
});

test("what was written last is read, and the last lines of stderr are in the error", async () => {
  const script = `
    console.log(JSON.stringify({ jsonrpc: "2.0", id: 2, result: { last: "x".repeat(1 << 20) } }));
    console.error("a\\nb"); process.exitCode = 3; process.stdin.destroy()`;
  const daemon = await Statusd.start(impostor(script));
  const [answered, lost] = await Promise.allSettled([daemon.call("a"), daemon.call("b")]);
  assert.equal(answered.value.last.length, 1 << 20);
  assert.deepEqual([lost.reason.status, lost.reason.stderr], [3, ["a", "b"]]);
  await daemon.close();
});

test("the last lines of stderr are kept, and not the first", async () => {
  const daemon = await Statusd.start(impostor(`
    console.error(Array.from({ length: 30 }, (_, index) => "line " + index).join("\\n")); process.exitCode = 3;
    process.stdin.destroy()`));
  const { status, stderr } = await daemon.call("a").catch((reason) => reason);
  assert.deepEqual([status, stderr], [3, Array.from({ length: 20 }, (_, index) => `line ${index + 10}`)]);
  await daemon.close();
});

test("a talkative daemon costs little memory", async () => {
  const daemon = await Statusd.start(impostor(`
    process.stderr.write("x".repeat(1e6) + "end"); process.exitCode = 3; process.stdin.destroy()`));
  const [line, ...others] = (await daemon.call("a").catch((reason) => reason)).stderr;
  assert.ok(line.endsWith("xend") && line.length <= 8_192 && others.length === 0, `${line.length} characters`);
  await daemon.close();
});

test("a daemon that does not end is asked to first, and then made to", async () => {
  for (const [term, expected] of [["", "SIGTERM"], [`process.on("SIGTERM", () => {});`, "SIGKILL"]]) {
    // It hears the end of its input, and goes on.
    const script = `${term} setInterval(() => {}, 1e6); console.log('{"jsonrpc":"2.0","id":2,"result":{}}')`;
    const daemon = await Statusd.start(impostor(script), { grace: 0.1 });
    await daemon.call("a");
    const lost = daemon.call("b").catch((reason) => reason);
    await daemon.close();
    assert.equal((await lost).signal, expected);
  }
});

test("a daemon that closes its output and runs on has ended", { timeout: DEADLINE * 1_000 }, async () => {
  const script = `require("node:fs").closeSync(1); setInterval(() => {}, 1e6)`;
  const daemon = await Statusd.start(impostor(script), { grace: 0.1 });
  await assert.rejects(daemon.call("a"), DaemonEnded);
  await daemon.close();
});

test("every error has one base class, and the name of its own", () => {
  const errors = Object.entries(client).filter(([, each]) => each.prototype instanceof Error);
  const names = ["CallFailed", "CallTimedOut", "DaemonEnded", "ProgramNotFound", "ProtocolError"];
  assert.deepEqual(errors.map(([name]) => name), [...names, "StatusdError"]);
  const made = { CallFailed: [1, "", {}], DaemonEnded: [0, null, []], ProgramNotFound: ["statusd", "", new Error()] };
  for (const name of names) {
    const error = new client[name](...(made[name] ?? ["", ""]));
    assert.deepEqual([error instanceof StatusdError, error.name], [true, name]);
  }
});

test("what `await using` calls closes daemons, screens, places and notifications", async () => {
  await running(["--clock", "manual", "--seed", "1"], async (daemon, { recorder, transport }) => {
    const begun = [await daemon.screen(), await daemon.locations(), daemon.notifications()];
    for (const each of begun) await each[Symbol.asyncDispose]();
    assert.deepEqual(recorder.sent.slice(-2).map((each) => each.method), ["closeScreen", "unsubscribeLocation"]);
    for (const each of begun) assert.equal((await each[Symbol.asyncIterator]().next()).done, true);
    await daemon[Symbol.asyncDispose]();
    assert.equal(daemon.isRunning, false);
    assert.throws(() => process.kill(transport.pid, 0), { code: "ESRCH" });
  });
});

test("a signal that outlives its calls is left without listeners", async () => {
  const { signal } = new AbortController();
  await running(["--resource", "gone=file:/proc/nonexistent"], async (daemon) => {
    await daemon.getState("state", { signal });
    await assert.rejects(daemon.call("refresh", { resource: "gone" }, { signal }));
    await assert.rejects(daemon.call("refresh", { resource: "state" }, { signal, timeout: 0 }), { name: "CallTimedOut" });
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });
});

test("a child that holds the output open does not hold up the end", async () => {
  const script = `
    require("node:child_process").spawn("sleep", ["600"], { stdio: "inherit", detached: true });
    console.error(require("node:child_process").execSync("pgrep -P " + process.pid + " sleep").toString().trim());
    process.exit(4)`;
  const daemon = await Statusd.start(impostor(script));
  const error = await daemon.call("a").catch((reason) => reason);
  process.kill(Number(error.stderr[0]));
  assert.equal(error.status, 4);
  await daemon.close();
});

test("a response without an id is for every call that waits", async () => {
  const script = `console.log(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "m",
    data: { kind: "invalidRequest", recoveryOptions: [] } } }))`;
  const daemon = await Statusd.start(impostor(script));
  const calls = await Promise.allSettled([daemon.call("a"), daemon.call("b")]);
  assert.deepEqual(calls.map((each) => each.reason.kind), ["invalidRequest", "invalidRequest"]);
  await daemon.close();
});

test("a notification without params is passed on, and disturbs nothing", async () => {
  const lines = [{ jsonrpc: "2.0", method: "later" }, { jsonrpc: "2.0", id: 2, result: {} }];
  const script = lines.map((each) => `console.log(${JSON.stringify(JSON.stringify(each))});`).join("");
  const daemon = await Statusd.start(impostor(script));
  const notifications = daemon.notifications();
  assert.deepEqual(await daemon.call("a"), {});
  assert.deepEqual((await notifications.next()).value, { method: "later", params: {} });
  await daemon.close();
});

test("a daemon that is closed leaves no timer behind", async () => {
  const before = process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  await running([], () => {});
  const after = process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  assert.ok(after <= before, `${after} timers, ${before} before`);
});

for (const [name, script] of [
  ["echoes", "process.stdin.pipe(process.stdout)"],
  ["writes nonsense", "setInterval(() => console.log('y'), 1)"],
  ["writes a number", "console.log(1); process.stdin.resume()"],
  ["is another server", `console.log('{"jsonrpc":"2.0","id":1,"result":{}}'); process.stdin.resume()`],
  ["answers with both a result and an error", `console.log('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}');` +
    "process.stdin.resume()"],
  ["nests its version without end", `console.log('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":' +
    "[".repeat(2e5) + "]".repeat(2e5) + "}}"); process.stdin.resume()`],
  ["nests without end", `console.log("[".repeat(2e5) + "]".repeat(2e5)); process.stdin.resume()`],
  ["speaks another version", `console.log('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2",' +
    '"serverInfo":{"name":"statusd"}}}'); process.stdin.resume()`],
]) {
  test(`a program that ${name} is refused`, async () => {
    await assert.rejects(Statusd.start(() => program(script), { startTimeout: DEADLINE }), ProtocolError);
  });
}

test("a program that says nothing is refused in time", async () => {
  const silent = () => program("process.stdin.resume()");
  await assert.rejects(Statusd.start(silent, { startTimeout: 0.05 }), ProtocolError);
});

test("the program comes from the argument, $STATUSD or PATH", async () => {
  await assert.rejects(spawn({ program: "/proc/no/such/statusd" }), ProgramNotFound);
  const before = process.env.STATUSD;
  try {
    process.env.STATUSD = "/proc/no/other/statusd";
    await assert.rejects(spawn(), { program: "/proc/no/other/statusd" });
    delete process.env.STATUSD;
    await assert.rejects(spawn({ env: { PATH: "/proc/nowhere" } }), { program: "statusd" });
  } finally {
    if (before !== undefined) process.env.STATUSD = before;
  }
  const daemon = await spawn({ program: binary(), args: ["serve"], startTimeout: DEADLINE });
  assert.equal((await daemon.getState()).status, "idle");
  await daemon.close();
});

test("a daemon that writes nonsense behind its first response has not started", async () => {
  const result = { protocolVersion: "1", serverInfo: { name: "statusd" } };
  const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  const script = `process.stdin.once("data", () => process.stdout.write(${JSON.stringify(`${answer}\nnonsense\n`)}))`;
  await assert.rejects(Statusd.start(() => program(script), { startTimeout: DEADLINE }), ProtocolError);
});
