/** Messages come in pieces of any size. */

import assert from "node:assert/strict";
import test from "node:test";
import { ProtocolError } from "../src/index.js";
import { FRAMINGS } from "../src/framing.js";

const TEXTS = ['{"a":"ö🍜"}', '{"b":"\\n"}', "1"];

for (const [name, framing] of Object.entries(FRAMINGS)) {
  test(`${name}: what is encoded is decoded, whole, byte by byte, and in threes`, () => {
    const bytes = Buffer.concat(TEXTS.map((text) => framing.encode(text)));
    for (const size of [bytes.length, 1, 3]) {
      const decoder = framing.decoder();
      const texts = [];
      for (let at = 0; at < bytes.length; at += size) texts.push(...decoder.feed(bytes.subarray(at, at + size)));
      assert.deepEqual(texts, TEXTS);
    }
  });
}

test("lines: blank ones are left out", () => {
  assert.deepEqual(FRAMINGS.lines.decoder().feed(Buffer.from("\n1\n \n2\n3")), ["1", "2"]);
});

for (const [name, head] of [
  ["without a length", "Content-Type: a\r\n\r\n"],
  ["that never ends", "x".repeat(8_192)],
]) {
  test(`headers: one ${name} is refused`, () => {
    assert.throws(() => FRAMINGS.headers.decoder().feed(Buffer.from(head)), ProtocolError);
  });
}
