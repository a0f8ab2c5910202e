/** The pictures of docs/web can be taken, and are small enough for a repository. */

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import test, { after, before } from "node:test";
import { FOLDER, NAMES, pictures } from "./pictures.js";
import { VIEWPORT } from "./support/browser.js";
import { shared } from "./support/hosting.js";

const held = shared(before, after);
const MOST = 150_000;

test("each picture is taken, and is not too large", async () => {
  const taken = await pictures(held.browser);
  assert.deepEqual(Object.keys(taken), NAMES);
  for (const [name, bytes] of Object.entries(taken)) {
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [VIEWPORT.width, VIEWPORT.height]);
    assert.ok(bytes.length < MOST, `${name} has ${bytes.length} bytes`);
  }
});

test("the pictures of the documentation are these, and not too large", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".png"));
  assert.deepEqual(files.sort(), NAMES.map((name) => `${name}.png`).sort());
  for (const name of files) assert.ok(statSync(new URL(name, FOLDER)).size < MOST, name);
});
