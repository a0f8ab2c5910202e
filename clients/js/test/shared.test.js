/** One daemon for several clients: each has a session of its own, and what one has fetched is there for the others. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { DaemonEnded, spawn } from "../src/index.js";
import { binary, DEADLINE, origin } from "./support/running.js";
import { MeetingPlace } from "./support/sharing.js";

let place;
before(() => {
  place = new MeetingPlace();
});
after(() => place.remove());

/** Two clients of one configuration. */
function two(args, body, options) {
  return place.client(args, (one) => place.client(args, (other) => body(one, other), options), options);
}

/** The next notification that `isMeant`. */
async function next(notifications, isMeant) {
  for await (const each of notifications) if (isMeant(each)) return each;
  throw new Error("the notifications have ended");
}

test("two clients that poll are one poller", async () => {
  const values = [1, 2, 3, 4, 5].map((count) => [200, { count }]);
  await origin([...values, null], (url, requests) =>
    two(["--resource", `n=${url}`], async (one, other) => {
      for (const each of [one, other]) await each.setAutoPolling(true, { resource: "n", interval: 0.1 });
      await requests.reach(6); // The sixth is not answered.
      const seen = await Promise.all([one.getState("n"), other.getState("n")]);
      assert.deepEqual(seen.map((each) => each.value), [{ count: 5 }, { count: 5 }]);
      assert.equal(requests.count, 6);
    }),
  );
});

test("a daemon that dies is started again once for all of its clients, with what they wanted of it", async () => {
  await two(["--menu", "demo"], async (one, other) => {
    const clients = [one, other];
    const before = (await one.stats()).daemon.pid;
    await one.setAutoPolling(true, { resource: "menu", interval: 30 });
    const streams = clients.map((each) => each.notifications());
    process.kill(before, "SIGKILL");
    await Promise.all(streams.map((each) => next(each, ({ method }) => method === "$/restarted")));
    const [mine, others] = await Promise.all(clients.map((each) => each.stats()));
    assert.equal(mine.daemon.pid, others.daemon.pid);
    assert.notEqual(mine.daemon.pid, before);
    const polled = await Promise.all(clients.map((each) => each.getState("menu")));
    assert.deepEqual(polled.map((each) => each.autoPolling.enabled), [true, false]);
    assert.deepEqual(polled.map((each) => each.autoPolling.effective.enabled), [true, true]);
  }, { restart: true });
});

test("without `restart`, what was asked of a daemon that dies fails with the words of `connect`", async () => {
  await origin([null], (url) =>
    two(["--resource", `n=${url}`], async (one, other) => {
      const fetches = [one, other].map((each) => each.refresh("n").catch((reason) => reason));
      const { daemon } = await one.stats();
      await other.stats();
      process.kill(daemon.pid, "SIGKILL");
      for (const error of await Promise.all(fetches)) {
        assert.ok(error instanceof DaemonEnded);
        assert.equal(error.status, 70);
        assert.match(error.message, /the daemon is gone/);
      }
    }),
  );
});

test("a client that is closed ends its own session, after what it was asked", async () => {
  await two(["--state", "demo"], async (one, other) => {
    const fetch = one.refresh();
    await one.close();
    assert.equal((await fetch).status, "loaded");
    assert.equal((await other.stats()).daemon.sessions, 1);
    assert.deepEqual((await other.getState()).value, (await fetch).value);
  });
});

test("a daemon of another protocol is refused with its own words", async () => {
  const path = join(place.folder, "other.sock");
  const refused = { statusd: "refused", protocol: 2, version: "9", pid: 1, reason: "version", message: "I speak 2" };
  const server = createServer((connection) => {
    connection.once("data", () => connection.end(`${JSON.stringify(refused)}\n`));
  });
  await new Promise((resolve) => server.listen(path, resolve));
  try {
    const failing = spawn({ program: binary(), args: ["--socket", path], shared: true, startTimeout: DEADLINE });
    await assert.rejects(failing, { name: "DaemonEnded", status: 76, stderr: ["statusd: I speak 2"] });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test("without a folder for sockets there is no daemon, and the error names it", async () => {
  const env = { ...place.env, XDG_RUNTIME_DIR: join(place.folder, "open") };
  const folder = join(env.XDG_RUNTIME_DIR, "statusd");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const failing = spawn({ program: binary(), shared: true, env, startTimeout: DEADLINE });
  await assert.rejects(failing, (error) => {
    assert.deepEqual([error.name, error.status], ["DaemonEnded", 77]);
    assert.ok(error.message.includes(`${folder} is open to other users`), error.message);
    return true;
  });
});
