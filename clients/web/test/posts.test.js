/** The example of posts: its scenario has every way in which a request can fail, and then the list. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { running } from "../../js/test/support/running.js";
import { browsing, shared } from "./support/hosting.js";

const held = shared(before, after);
const file = (name) => fileURLToPath(new URL(`../examples/posts/${name}`, import.meta.url));
const SCENARIO = ["--config", file("statusd.toml"), "--scenario", file("scenario.toml")];
const MANUAL = [...SCENARIO, "--clock", "manual", "--seed", "1"];
const KINDS = ["offline", "cannotConnect", "connectionLost", "timeout", "certificateInvalid", "notFound", "serverError",
  "missingData", "malformedData", "unexpectedShape"];
/** Seconds that the longest fetch takes: three attempts, of 10 s each. */
const FETCH = 35;

test("each fetch of the list fails in another way, and the last one brings it", () =>
  running(MANUAL, async (daemon) => {
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
  running(MANUAL, async (daemon) => {
    const parts = { first: { resource: "post", arguments: { id: "1" } } };
    const screen = await daemon.screen({ parts, fetch: "missing" });
    await daemon.call("advanceClock", { seconds: FETCH });
    assert.equal(screen.parts.first.content.value.title, "Bread");
  }));

/** The body with a folder, in which the scenario is without its time-out: that would take half a minute of real time. */
async function quick(body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-posts-"));
  const scenario = join(folder, "scenario.toml");
  const lines = readFileSync(file("scenario.toml"), "utf8").split("\n");
  writeFileSync(scenario, lines.filter((each) => !each.includes("after = 60")).join("\n"));
  const words = ["--config", file("statusd.toml"), "--scenario", scenario, "--seed", "1"];
  try {
    await browsing(held.browser, words, async ({ open }) => body(await open("../examples/posts/index.html")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the page shows each failure with its buttons, then the list, and the post that is chosen", () =>
  quick(async (page) => {
    const { kinds } = JSON.parse(readFileSync(new URL("../../../schema/failures.json", import.meta.url), "utf8"));
    for (const kind of KINDS.filter((each) => each !== "timeout")) {
      await page.sees("section p", kinds.find((each) => each.kind === kind).title);
      await page.sees("section button", "Try Again");
      await page.click("section button:last-child:not([disabled])");
    }
    await page.sees("section button", "Soup");
    await page.click("section button:first-child");
    await page.sees("article h1", "Bread");
    await page.click("article button:last-child:not([disabled])");
    await page.sees("article p", "Nothing was found at the address.");
    await page.click("article button:nth-last-child(2)"); // Open Settings.
    await page.until(`document.querySelector("article").textContent.includes("See resources.post.source.")`);
    assert.deepEqual(page.complaints, []);
  }));
