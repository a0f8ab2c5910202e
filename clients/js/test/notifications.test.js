/** Notifications and places are iterated, bounded, and end with the daemon. */

import assert from "node:assert/strict";
import test from "node:test";
import { Notifications, Statusd } from "../src/index.js";
import { DEADLINE, program, running } from "./support/running.js";

function changed(resource, revision, more = {}) {
  return { method: "stateChanged", params: { resource, revision, coalesced: 0, ...more } };
}

async function rest(iterator) {
  iterator.end(() => null);
  const read = [];
  for await (const each of iterator) read.push(each.params);
  return read;
}

test("a notification comes before the response that knows of it", async () => {
  await running([], async (daemon) => {
    const notifications = daemon.notifications();
    const { revision } = await daemon.refresh();
    const { value } = await notifications.next();
    assert.deepEqual([value.method, value.params.revision], ["stateChanged", revision]);
  });
});

test("a slow reader gets the newest of each resource, in the order of the first", async () => {
  const notifications = new Notifications(() => {});
  for (const each of [changed("a", 1), changed("b", 1), changed("a", 2, { coalesced: 3 })]) notifications.add(each);
  assert.deepEqual(await rest(notifications), [changed("a", 2, { coalesced: 4 }), changed("b", 1)].map((each) => each.params));
});

test("instances of a resource are kept apart, whatever the order of their arguments", async () => {
  const notifications = new Notifications(() => {});
  const [main, next] = ["main", "next"].map((branch) => changed("build", 1, { arguments: { branch, job: "a" } }));
  const again = changed("build", 2, { arguments: { job: "a", branch: "main" } });
  for (const each of [main, next, again]) notifications.add(each);
  assert.deepEqual(await rest(notifications), [{ ...again.params, coalesced: 1 }, next.params]);
});

test("who does not read loses the oldest", async () => {
  const notifications = new Notifications(() => {}, 2);
  for (const name of ["a", "b", "c"]) notifications.add(changed(name, 1));
  assert.deepEqual((await rest(notifications)).map((each) => each.resource), ["b", "c"]);
});

test("two readers of one iterator share what comes", async () => {
  const notifications = new Notifications(() => {});
  const readers = [notifications.next(), notifications.next()];
  for (const name of ["a", "b"]) notifications.add(changed(name, 1));
  const read = await Promise.all(readers);
  assert.deepEqual(read.map((each) => each.value.params.resource), ["a", "b"]);
});

test("leaving the loop ends the iterator and nothing else", async () => {
  await running([], async (daemon) => {
    const notifications = daemon.notifications();
    await daemon.refresh();
    for await (const each of notifications) {
      assert.equal(each.method, "stateChanged");
      break;
    }
    await daemon.refresh();
    assert.deepEqual(await notifications.next(), { done: true, value: undefined });
  });
});

test("closing ends the iterators", async () => {
  await running([], async (daemon) => {
    const waiting = daemon.notifications().next();
    await daemon.close();
    assert.equal((await waiting).done, true);
    assert.equal((await daemon.notifications().next()).done, true);
  });
});

test("places are iterated from the present one on, and leaving unsubscribes", async () => {
  await running(["--clock", "manual", "--seed", "1"], async (daemon, { recorder }) => {
    const places = [];
    for await (const each of await daemon.locations({ minDistance: 1 })) {
      places.push(each.revision);
      if (places.length === 2) break;
      await daemon.call("advanceClock", { seconds: 30 });
    }
    assert.ok(places[1] > places[0]);
    const [first, , last] = recorder.sent;
    assert.deepEqual(first.params, { minInterval: 0, minDistance: 1 });
    assert.equal(last.method, "unsubscribeLocation");
  });
});

/** Subscribes twice; behind the second response come places of both, as filters of different width bring them. */
const TWO_SUBSCRIPTIONS = `
  const write = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const location = (revision) => ({ revision, status: "loaded" });
  let count = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") write({ id, result: { protocolVersion: "1", serverInfo: { name: "statusd" } } });
    if (method !== "subscribeLocation") return;
    count += 1;
    write({ id, result: { subscriptionId: "l" + count, location: location(0) } });
    for (const [subscriptionId, revision] of count < 2 ? [] : [["l1", 1], ["l2", 2], ["l2", 3], ["l1", 4]]) {
      write({ method: "locationChanged", params: { subscriptionId, location: location(revision), coalesced: 0 } });
    }
  }).on("close", () => process.exit(0))`;

test("each subscription has its own places", async () => {
  const daemon = await Statusd.start(() => program(TWO_SUBSCRIPTIONS), { startTimeout: DEADLINE });
  const subscriptions = [await daemon.locations(), await daemon.locations({ minDistance: 100 })];
  await daemon.close();
  const read = subscriptions.map(async (places) => {
    const revisions = [];
    for await (const { revision } of places) revisions.push(revision);
    return revisions;
  });
  assert.deepEqual(await Promise.all(read), [[0, 4], [0, 3]]);
});

test("a subscription that was given up while its response was on its way is ended", async () => {
  await running(["--clock", "manual", "--seed", "1"], async (daemon, { recorder }) => {
    const controller = new AbortController();
    const { tap } = recorder;
    recorder.tap = (direction, text) => {
      tap(direction, text);
      if (text.includes("subscriptionId")) controller.abort();
    };
    await assert.rejects(daemon.locations({ signal: controller.signal }), { name: "AbortError" });
    recorder.tap = tap;
    await daemon.getState(); // Behind what the client sent by itself.
    const sent = recorder.sent.map((each) => each.method);
    assert.deepEqual(sent, ["subscribeLocation", "$/cancelRequest", "unsubscribeLocation", "getState"]);
    assert.equal((await daemon.stats()).requests.inFlight, 0);
  });
});
