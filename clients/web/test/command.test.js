/** The command: what it prints, what it refuses, and how it ends. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { readOptions, UsageError } from "../src/options.js";
import { inTime } from "./support/patience.js";

const addressOf = ({ stdout }) => inTime("an address", once(stdout.setEncoding("utf8"), "data"));
const endOf = (child) => inTime("the end of the command", once(child, "exit"));
const PROGRAM = fileURLToPath(new URL("../bin/statusd-web", import.meta.url));

test("the program comes from the option, from STATUSD, or from the PATH", () => {
  assert.deepEqual(readOptions([], {}), { port: 0, program: "statusd", words: [] });
  assert.equal(readOptions([], { STATUSD: "/one" }).program, "/one");
  assert.equal(readOptions(["--program", "/other"], { STATUSD: "/one" }).program, "/other");
});

test("a currency is a code of ISO 4217", () => {
  assert.equal(readOptions(["--currency", "eur"], {}).currency, "EUR");
  for (const wrong of ["EURO", "XXX1", "€", ""]) {
    assert.throws(() => readOptions(["--currency", wrong], {}), /must be a code of ISO 4217, such as EUR/);
  }
});

test("what stands behind -- is for statusd", () => {
  const { port, words } = readOptions(["--port", "8080", "--", "--menu", "file:menu.json", "--port"], {});
  assert.equal(port, 8080);
  assert.deepEqual(words, ["--menu", "file:menu.json", "--port"]);
});

for (const words of [["--port", "many"], ["--port", "65536"], ["--port", "-1"], ["--wrong"], ["menu"]]) {
  test(`wrong words are refused: ${words.join(" ")}`, () => {
    assert.throws(() => readOptions(words, {}), UsageError);
  });
}

test("wrong words end the command with status 64 and a sentence", () => {
  const { status, stderr } = spawnSync(PROGRAM, ["--port", "many"], { encoding: "utf8" });
  assert.equal(status, 64);
  assert.equal(stderr, "statusd-web: --port must be between 0 and 65535, got many\n");
});

test("help is printed", () => {
  const { status, stdout } = spawnSync(PROGRAM, ["--help"], { encoding: "utf8" });
  assert.equal(status, 0);
  assert.match(stdout, /^usage: statusd-web /);
});

test("the address has the token in its fragment, and a signal ends the command", async () => {
  const child = spawn(PROGRAM, [], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await addressOf(child);
  assert.match(line, /^http:\/\/127\.0\.0\.1:\d+\/web\/page\/index\.html#token=[\w-]{32}\n$/);
  child.kill("SIGTERM");
  assert.deepEqual(await endOf(child), [0, null]);
});

test("a port that is taken ends the command with status 69", async () => {
  const child = spawn(PROGRAM, [], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await addressOf(child);
  const { status, stderr } = spawnSync(PROGRAM, ["--port", new URL(line).port], { encoding: "utf8" });
  child.kill("SIGTERM");
  await endOf(child);
  assert.equal(status, 69);
  assert.match(stderr, /EADDRINUSE/);
});
