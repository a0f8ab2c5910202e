/** The example of posts: its scenario has every way in which a request can fail, and then the list. */

import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { running } from "../../js/test/support/running.js";

const file = (name) => fileURLToPath(new URL(`../examples/posts/${name}`, import.meta.url));
const WORDS = ["--config", file("statusd.toml"), "--scenario", file("scenario.toml"), "--clock", "manual", "--seed", "1"];
const KINDS = ["offline", "cannotConnect", "connectionLost", "timeout", "certificateInvalid", "notFound", "serverError",
  "missingData", "malformedData", "unexpectedShape"];
/** Seconds that the longest fetch takes: three attempts, of 10 s each. */
const FETCH = 35;

test("each fetch of the list fails in another way, and the last one brings it", () =>
  running(WORDS, async (daemon) => {
    const screen = await daemon.screen({ parts: { posts: {} } });
    for (const kind of KINDS) {
      await screen.press("refresh", { part: "posts" });
      await daemon.call("advanceClock", { seconds: FETCH });
      const { phase, failure } = screen.parts.posts;
      assert.deepEqual([phase, failure.kind], ["error", kind]);
    }
    await screen.press("refresh", { part: "posts" });
    await daemon.call("advanceClock", { seconds: FETCH });
    assert.deepEqual(screen.parts.posts.content.value.map((each) => each.title), ["Bread", "Soup"]);
  }));

test("one post is an instance, asked for by its id", () =>
  running(WORDS, async (daemon) => {
    const parts = { first: { resource: "post", arguments: { id: "1" } } };
    const screen = await daemon.screen({ parts, fetch: "missing" });
    await daemon.call("advanceClock", { seconds: FETCH });
    assert.equal(screen.parts.first.content.value.title, "Bread");
  }));
