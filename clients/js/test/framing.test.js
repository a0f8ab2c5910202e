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

test("lines: one that does not end is refused, and what is shorter is not", () => {
  const decoder = FRAMINGS.lines.decoder(10);
  for (const piece of ["12345\n", "1234567890\n1234567890", "\n\n12345\n12", "34567890"]) decoder.feed(Buffer.from(piece));
  assert.throws(() => decoder.feed(Buffer.from("1")), /ProtocolError: statusd wrote a message of more than 10 bytes: 12/);
});

test("headers: a message that is longer than the limit is refused before it has come", () => {
  const decoder = FRAMINGS.headers.decoder(10);
  assert.deepEqual(decoder.feed(FRAMINGS.headers.encode("1234567890")), ["1234567890"]);
  assert.throws(() => decoder.feed(Buffer.from("Content-Length: 11\r\n\r\n")), /of more than 10 bytes/);
});

for (const [name, head] of [
  ["without a length", "Content-Type: a\r\n\r\n"],
  ["that never ends", "x".repeat(8_192)],
]) {
  test(`headers: one ${name} is refused`, () => {
    assert.throws(() => FRAMINGS.headers.decoder().feed(Buffer.from(head)), ProtocolError);
  });
}
