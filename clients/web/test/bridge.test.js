/** The bridge without a browser: who is let in, what is served, and how both ends of a session end. */

import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import test from "node:test";
import { Admission } from "../src/admission.js";
import { WebSocket } from "../src/websocket.js";
import { bridged, gone } from "./support/hosting.js";
import { inTime } from "./support/patience.js";

const tokenOf = (address) => address.hash.replace("#token=", "");

/** A socket as a page opens it, but for what `changes` says. */
function dial(address, { path = "/session/live", origin = address.origin, host, protocols } = {}) {
  const headers = host ? { host } : {};
  return new WebSocket(`ws://${address.host}${path}`, protocols ?? ["statusd", tokenOf(address)], { origin, headers });
}

function opened(socket) {
  const open = new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return inTime("a socket to be let in", open);
}

/** The status with which a socket is refused. */
function refused(socket) {
  const status = new Promise((resolve, reject) => {
    socket.once("unexpected-response", (_, response) => {
      resolve(response.statusCode);
      socket.once("error", () => {}).terminate();
    });
    socket.once("open", () => reject(new Error("it was let in")));
  });
  return inTime("a socket to be refused", status);
}

function closed(socket) {
  const ending = new Promise((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return inTime("a socket to be closed", ending);
}

function next(socket) {
  const message = new Promise((resolve) => socket.once("message", (text) => resolve(JSON.parse(text))));
  return inTime("the next message of a socket", message);
}

function ask(socket, id, method, params) {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
}

function got(address, path, { method = "GET", host = address.host } = {}) {
  const whole = new Promise((resolve, reject) => {
    const options = { host: address.hostname, port: address.port, path, method, headers: { host } };
    request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    }).on("error", reject).end();
  });
  return inTime(`the response to ${method} ${path}`, whole);
}

test("a page with the token has a daemon of its own", () =>
  bridged([], async ({ address, daemons }) => {
    const socket = dial(address);
    await opened(socket);
    ask(socket, 1, "getState");
    assert.equal((await next(socket)).result.status, "idle");
    assert.equal(socket.protocol, "statusd");
    assert.equal(daemons.length, 1);
  }));

const REFUSED = [
  ["no token", { protocols: ["statusd"] }, 403],
  ["another token", { protocols: ["statusd", "x".repeat(32)] }, 403],
  ["the token alone", null, 403],
  ["a page from elsewhere", { origin: "https://example.org" }, 403],
  ["a page of another port", { origin: "http://127.0.0.1:1" }, 403],
  ["no page at all", { origin: "" }, 403],
  ["a name that leads here", { host: "rebound.example.org", origin: "http://rebound.example.org" }, 403],
  ["a session that does not exist", { path: "/session/other" }, 404],
];

for (const [title, changes, status] of REFUSED) {
  test(`a socket is refused: ${title}`, () =>
    bridged([], async ({ address, daemons }) => {
      assert.equal(await refused(dial(address, changes ?? { protocols: [tokenOf(address)] })), status);
      assert.equal(daemons.length, 0);
    }));
}

test("who is refused and does not hang up holds nothing up", () =>
  bridged([], async ({ address }) => {
    const stream = connect({ port: address.port, host: address.hostname, allowHalfOpen: true });
    const head = ["GET /session/live HTTP/1.1", `Host: ${address.host}`, "Connection: Upgrade", "Upgrade: websocket"];
    stream.write(`${head.join("\r\n")}\r\n\r\n`);
    await inTime("the bridge to hang up", new Promise((resolve) => stream.once("end", resolve).resume()));
  }));

test("localhost is the same bridge", () =>
  bridged([], async ({ address }) => {
    const local = `localhost:${address.port}`;
    await opened(dial(address, { host: local, origin: `http://${local}` }));
  }));

test("the port of HTTP, which browsers leave out, may be missing, and no other", () => {
  const admission = new Admission();
  admission.listensOn(80);
  assert.ok(["127.0.0.1", "localhost", "localhost:80"].every((host) => admission.isMeant({ host })));
  const origin = "http://localhost";
  const headers = { host: "localhost", origin, "sec-websocket-protocol": `statusd, ${admission.token}` };
  assert.equal(admission.isAdmitted(headers), true);
  admission.listensOn(8_080);
  assert.equal(admission.isMeant({ host: "localhost" }), false);
});

test("the page is served, and may load nothing from elsewhere", () =>
  bridged([], async ({ address }) => {
    const { status, headers, text } = await got(address, address.pathname);
    assert.equal(status, 200);
    assert.match(text, /<script type="module" src="live.js">/);
    assert.match(headers["content-security-policy"], /^default-src 'none'; script-src 'self'/);
    assert.equal((await got(address, "/")).headers.location, address.pathname);
    assert.equal((await got(address, "/web/examples/posts/posts.js")).status, 200);
    assert.equal((await got(address, "/js/src/browser.js")).headers["content-type"], "text/javascript; charset=utf-8");
  }));

const UNSERVED = [
  "/web/src/bridge.js",
  "/web/page/../src/bridge.js",
  "/web/page/..%2fsrc/bridge.js",
  "/web/page/.hidden.js",
  "/web/page/",
  "/web/package.json",
  "/web/examples/posts/statusd.toml",
  "/js/package.json",
  "/etc/passwd",
  "//etc/passwd",
];

for (const path of UNSERVED) {
  test(`what is no part of the page is not served: ${path}`, () =>
    bridged([], async ({ address }) => assert.equal((await got(address, path)).status, 404)));
}

test("a request that meant another host is refused, and so is a method that changes something", () =>
  bridged([], async ({ address }) => {
    assert.equal((await got(address, address.pathname, { host: "rebound.example.org" })).status, 421);
    assert.equal((await got(address, address.pathname, { method: "POST" })).status, 405);
  }));

test("two pages are two sessions", () =>
  bridged([], async ({ address, daemons }) => {
    const [one, other] = [dial(address), dial(address)];
    await Promise.all([opened(one), opened(other)]);
    ask(one, 1, "setAutoPolling", { enabled: true, interval: 3600 });
    ask(other, 1, "getState");
    assert.equal((await next(other)).result.autoPolling.enabled, false);
    assert.notEqual(daemons[0].pid, daemons[1].pid);
  }));

test("a page that is closed ends its daemon, and no other", () =>
  bridged([], async ({ address, daemons }) => {
    const [one, other] = [dial(address), dial(address)];
    await Promise.all([opened(one), opened(other)]);
    one.close();
    await gone(daemons[0].pid);
    ask(other, 1, "getState");
    assert.equal((await next(other)).id, 1);
  }));

test("a page that vanishes in the middle of a fetch ends its daemon", () =>
  bridged(["--scenario", "slow"], async ({ address, bridge, daemons }) => {
    const socket = dial(address);
    await opened(socket);
    ask(socket, 1, "refresh");
    await next(socket);
    socket.terminate();
    await bridge.settled();
    assert.throws(() => process.kill(daemons[0].pid, 0), { code: "ESRCH" });
  }));

test("a daemon that is killed in the middle of a fetch closes the page's socket, and says why", () =>
  bridged(["--scenario", "slow"], async ({ address, daemons }) => {
    const socket = dial(address);
    await opened(socket);
    ask(socket, 1, "refresh");
    await next(socket);
    process.kill(daemons[0].pid, "SIGKILL");
    assert.deepEqual(await closed(socket), { code: 1011, reason: "statusd was ended by SIGKILL" });
  }));

test("a daemon that refuses its configuration says so to the page", () =>
  bridged(["--menu", "nonsense"], async ({ address }) => {
    const { code, reason } = await closed(dial(address));
    assert.equal(code, 1011);
    assert.match(reason, /^statusd ended with status 64: --menu: .* \S+…$/);
    assert.ok(Buffer.byteLength(reason) <= 123);
  }));

test("a reason that is too long for a closing frame is a last message, too", () =>
  bridged(["--menu", "nonsense"], async ({ address }) => {
    const socket = dial(address);
    const [{ method, params }, { reason }] = await Promise.all([next(socket), closed(socket)]);
    assert.equal(method, "$/ended");
    assert.match(params.reason, /^statusd ended with status 64: --menu: a source must be .*, stream:PROGRAM or demo$/);
    assert.ok(params.reason.startsWith(reason.slice(0, -1)));
  }));

test("a program that does not exist is named", () =>
  bridged([], async ({ address }) => {
    const { reason } = await closed(dial(address));
    assert.match(reason, /^\/proc\/nonexistent\/statusd cannot be started/);
  }, { program: "/proc/nonexistent/statusd" }));

test("a message that is not text ends the session", () =>
  bridged([], async ({ address, daemons }) => {
    const socket = dial(address);
    await opened(socket);
    socket.send(Buffer.from("{}"));
    assert.equal((await closed(socket)).code, 1003);
    await gone(daemons[0].pid);
  }));

test("a message of more than the daemon takes ends the session", () =>
  bridged([], async ({ address }) => {
    const socket = dial(address);
    await opened(socket);
    socket.send(" ".repeat((1 << 20) + 1));
    assert.equal((await closed(socket)).code, 1009);
  }));

test("one message of the page is one message of the daemon, whatever its lines", () =>
  bridged([], async ({ address }) => {
    const socket = dial(address);
    await opened(socket);
    socket.send('{"jsonrpc":"2.0",\r\n"id":1,\n"method":"getState"}');
    assert.equal((await next(socket)).id, 1);
  }));

test("there is an end to the number of sessions", () =>
  bridged([], async ({ address }) => {
    await Promise.all(Array.from({ length: 32 }, () => opened(dial(address))));
    assert.equal(await refused(dial(address)), 503);
  }));
