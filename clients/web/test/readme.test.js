/** README.md, played in a folder that has nothing but the clients of a release. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { binary } from "../../js/test/support/running.js";
import { WebSocket } from "../src/websocket.js";
import { inTime } from "./support/patience.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const LINES = [...README.matchAll(/^```sh\n([^]*?)\n```$/gm)].map((each) => each[1]);
const PAGES = ["/web/page/index.html", "/web/page/index.html", "/web/examples/posts/index.html"];
const CLIENTS = fileURLToPath(new URL("../../", import.meta.url));

/** What a line of the page serves: the address that it prints, and the words that statusd is started with. */
async function following(line, body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-web-"));
  symlinkSync(CLIENTS, join(folder, "clients"));
  const STATUSD = join(folder, "statusd");
  writeFileSync(STATUSD, `#!/bin/sh\necho "$*" >'${folder}/words'\nexec '${binary()}' "$@"\n`, { mode: 0o700 });
  // The port of the page may be somebody else's.
  const words = ["-c", `exec ${line.replace("--port 8080", "--port 0")}`];
  const child = spawn("sh", words, { cwd: folder, env: { ...process.env, STATUSD }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [printed] = await inTime("an address", once(child.stdout.setEncoding("utf8"), "data"));
    await body(new URL(printed), () => readFileSync(join(folder, "words"), "utf8").trim());
  } finally {
    child.kill("SIGTERM");
    await inTime("the end of the command", once(child, "exit"));
    rmSync(folder, { recursive: true });
  }
}

/** The names of the resources that the daemon of the live page watches. */
async function resources(address) {
  const protocols = ["statusd", address.hash.replace("#token=", "")];
  const socket = new WebSocket(`ws://${address.host}/session/live`, protocols, { origin: address.origin });
  await inTime("a socket to be let in", once(socket, "open"));
  socket.send('{"jsonrpc":"2.0","id":1,"method":"listResources"}');
  const [text] = await inTime("the resources", once(socket, "message"));
  socket.close();
  return JSON.parse(text).result.resources.map((each) => each.name ?? each.resource);
}

test("every command of the page is played here", () => {
  assert.equal(LINES.length, PAGES.length);
  assert.match(LINES[1], /--port 8080 /);
});

for (const [index, line] of LINES.entries()) {
  test(`${line} serves its page, and starts statusd with what stands behind --`, async () => {
    await following(line, async (address, words) => {
      assert.ok(README.includes(PAGES[index]));
      const page = await fetch(new URL(PAGES[index], address));
      assert.equal(page.status, 200);
      const watched = await resources(address);
      assert.ok(watched.includes(index === 2 ? "posts" : "menu"), watched);
      assert.ok(words().endsWith(line.split(" -- ")[1] ?? ""), words());
    });
  });
}
