/** Calls are matched to their responses, given up, and answered in either framing. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { CallFailed, CallTimedOut, Locations, Screen, Statusd } from "../src/index.js";
import { origin, running } from "./support/running.js";

const MENU = [{ name: "Soup", category: "Starters", spicy: false, price: 4.5 }];

for (const framing of ["lines", "headers"]) {
  test(`a thousand calls at once are all answered and matched, with ${framing}`, async () => {
    await running([], async (daemon) => {
      const resources = Array.from({ length: 1_000 }, (_, index) => (index % 3 ? "menu" : "state"));
      const snapshots = await Promise.all(resources.map((resource) => daemon.getState(resource)));
      assert.deepEqual(snapshots.map((each) => each.resource), resources);
    }, { framing });
  });
}

test("a large value comes whole, in either framing", async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => ({ ...MENU[0], name: `Süppchen ${index} 🍜` }));
  await origin([[200, names]], async (url) => {
    for (const framing of ["lines", "headers"]) {
      await running(["--menu", url], async (daemon) => {
        const { value } = await daemon.fetchMenu();
        assert.deepEqual(value.sections[0].items.map((each) => each.name), names.map((each) => each.name));
      }, { framing });
    }
  });
});

/** The life of a daemon is the client's, and the rest is for tests and tools, by `call`. */
const WITHOUT = new Set(["initialize", "shutdown", "exit", "$/cancelRequest", "rpc.discover", "advanceClock",
  "playScenario"]);
/** What has an object of its own in JavaScript. */
const OF_OBJECTS = {
  subscribeLocation: Statusd.prototype.locations,
  unsubscribeLocation: Locations.prototype.return,
  openScreen: Statusd.prototype.screen,
  press: Screen.prototype.press,
  closeScreen: Screen.prototype.close,
};

test("every method of the contract that a front end calls has a function", () => {
  const { methods } = JSON.parse(readFileSync(new URL("../../../schema/openrpc.json", import.meta.url)));
  const names = methods.map((each) => each.name).filter((name) => !WITHOUT.has(name));
  assert.ok(names.length >= 15);
  const functionOf = (name) => OF_OBJECTS[name] ?? Statusd.prototype[name];
  assert.deepEqual(names.filter((name) => typeof functionOf(name) !== "function"), []);
});

test("each method has its result", async () => {
  await running(["--menu", "demo"], async (daemon) => {
    assert.equal((await daemon.refresh()).status, "loaded");
    assert.equal((await daemon.fetchMenu()).resource, "menu");
    assert.deepEqual((await daemon.listResources()).map((each) => each.resource), ["state", "menu"]);
    assert.equal((await daemon.setAutoPolling(true, { interval: 3_600 })).interval, 3_600);
    assert.equal((await daemon.getLocation()).status, "loading");
    assert.equal((await daemon.getHelp("notfound")).anchor, "notfound");
    assert.deepEqual((await daemon.getHistory("menu")).samples.map((each) => each.outcome), ["ok"]);
    assert.equal((await daemon.stats()).requests.inFlight, 0);
    assert.equal(daemon.server.serverInfo.name, "statusd");
  });
});

test("an instance of a parameterised resource is asked for with its arguments", async () => {
  const folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
  writeFileSync(join(folder, "main.json"), "[1]");
  try {
    await running(["--resource", `build=file:${folder}/{branch}.json`], async (daemon) => {
      const main = { arguments: { branch: "main" } };
      const snapshot = await daemon.refresh("build", main);
      assert.deepEqual([snapshot.arguments, snapshot.value], [main.arguments, [1]]);
      assert.deepEqual(await daemon.getState("build", main), snapshot);
      assert.equal((await daemon.setAutoPolling(false, { interval: 7, resource: "build", ...main })).interval, 7);
      assert.equal((await daemon.getHistory("build", { ...main, limit: 1 })).samples.length, 1);
      const [family, instance] = (await daemon.listResources()).filter((each) => each.resource === "build");
      assert.deepEqual([family.parameters, instance.arguments], [["branch"], main.arguments]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a signal that aborts cancels the request", async () => {
  await origin([null], (url) =>
    running(["--state", url], async (daemon, { recorder }) => {
      const controller = new AbortController();
      const fetch = daemon.refresh("state", { signal: controller.signal });
      await daemon.getState();
      controller.abort();
      await assert.rejects(fetch, { name: "AbortError" });
      assert.equal((await daemon.getState()).isFetching, false);
      const { id } = recorder.sent.find((each) => each.method === "refresh");
      assert.deepEqual(recorder.sent.find((each) => each.method === "$/cancelRequest").params, { id });
    }),
  );
});

test("a signal that has aborted sends nothing", async () => {
  await running([], async (daemon, { recorder }) => {
    await assert.rejects(daemon.refresh("state", { signal: AbortSignal.abort() }), { name: "AbortError" });
    assert.deepEqual(recorder.sent, []);
  });
});

test("a call without a response in time cancels its request", async () => {
  await origin([null], (url) =>
    running(["--state", url], async (daemon) => {
      await assert.rejects(daemon.refresh("state", { timeout: 0.01 }), CallTimedOut);
      assert.equal((await daemon.getState()).isFetching, false);
    }),
  );
});

test("an error has its kind, its texts and its options, and one of these recovers", async () => {
  await origin([[404, {}], [200, MENU]], (url) =>
    running(["--menu", url], async (daemon) => {
      const error = await daemon.fetchMenu().catch((reason) => reason);
      assert.ok(error instanceof CallFailed);
      assert.deepEqual([error.code, error.kind, error.title], [1203, "notFound", "Nothing was found at the address"]);
      assert.equal(error.failure.detail.status, 404);
      assert.deepEqual(error.options.slice(0, 2).map((each) => each.id), ["cancel", "tryAgain"]);
      const { recovered, result } = await error.recover("tryAgain");
      assert.deepEqual([recovered, result.status], [true, "loaded"]);
      await assert.rejects(error.recover("tryAgain"), { kind: "alreadyRecovered" });
    }),
  );
});

test("the failure of a snapshot recovers too", async () => {
  await origin([[404, {}], [200, MENU]], (url) =>
    running(["--menu", url], async (daemon) => {
      await assert.rejects(daemon.fetchMenu(), CallFailed);
      const failure = daemon.failure((await daemon.getState("menu")).failure);
      assert.equal((await failure.recover()).recovered, true);
    }),
  );
});

test("params that are refused are an error of their own call", async () => {
  await running([], async (daemon) => {
    await assert.rejects(daemon.getState("stat"), { kind: "invalidParams" });
    await assert.rejects(daemon.call("getStat"), { kind: "methodNotFound" });
    assert.equal((await daemon.getState()).resource, "state");
  });
});

test("the daemon's streams are sockets, and what it owes at the end of its input still comes", async () => {
  await origin([[503, {}], [200, MENU]], (url) =>
    running(["--menu", url], async (daemon, { transport }) => {
      assert.match(readlinkSync(`/proc/${transport.pid}/fd/0`), /^socket:/);
      const fetch = daemon.fetchMenu();
      await daemon.close();
      assert.equal((await fetch).status, "loaded");
    }),
  );
});
