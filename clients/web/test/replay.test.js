/** The replay in Chromium: the sample, files, the scrubber. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { browsing, shared } from "./support/hosting.js";
import { SAMPLE } from "./sample.js";

const held = shared(before, after);

/** The page, and a folder for files. */
const replay = (body, name = "replay.html") =>
  browsing(held.browser, [], async ({ open, daemons, browser }) => {
    const folder = mkdtempSync(join(tmpdir(), "statusd-replay-"));
    try {
      const page = await open(name);
      await page.sees("nav a[aria-current]"); // Its script takes files from then on, which may be after it has loaded.
      await body(page, { folder, daemons, browser });
      assert.deepEqual(page.complaints, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

/** As a person does it in the dialog of the browser. */
async function choose(page, file) {
  const { root } = await page.call("DOM.getDocument");
  const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
  await page.call("DOM.setFileInputFiles", { nodeId, files: [file] });
}

test("the sample is shown as lanes, and no daemon is started for it", () =>
  replay(async (page, { daemons }) => {
    await page.click('[data-act="sample"]');
    await page.sees(".lane-title", "menu4 calls, 2 failures");
    assert.equal(await page.run(`document.querySelectorAll(".mishap").length`), 4);
    await page.sees("table", "fetchMenu");
    assert.equal(daemons.length, 0);
  }));

test("a failure is gone to by a click, and its screen is shown", () =>
  replay(async (page) => {
    await page.click('[data-act="sample"]');
    await page.click('[data-lane*="menu"]');
    await page.click('[aria-label^="The connection was lost"]');
    await page.sees('[data-phase="error"] .failure-title', "The connection was lost");
    await page.sees('.failure [data-key="tryAgain"][aria-disabled="true"]');
    await page.sees(".replay-message h2", "of 67");
  }));

test("the scrubber is moved by keys, and the messages are stepped through", () =>
  replay(async (page) => {
    await page.click('[data-act="sample"]');
    await page.click('[data-lane*="menu"]');
    await page.run(`document.querySelector("#time").focus()`);
    await page.press("Home");
    await page.sees(".scrubber output", "0 s");
    await page.sees('[data-phase="blank"]');
    await page.press("End");
    await page.sees('[data-phase="content"] .dish');
    await page.press("Home");
    await page.click('[data-by="1"]');
    await page.sees(".replay-message h2", "Message 7 of 67");
    await page.click('[data-by="-1"]');
    await page.sees(".replay-message h2", "Message 6 of 67");
  }));

test("a file is opened; one that is no recording is refused, and what was shown stays", () =>
  replay(async (page, { folder }) => {
    const file = join(folder, "mine.jsonl");
    writeFileSync(file, `{"trace":1}\n${readFileSync(SAMPLE, "utf8")}{"time":"20`);
    await choose(page, file);
    await page.sees("h2", "mine.jsonl");
    await page.sees(".lane-title", "location");
    writeFileSync(file, "no JSON\n");
    await choose(page, file);
    await page.sees('.banner[role="alert"]', "Line 1 is not JSON");
    await page.sees(".lane-title", "location");
  }));

test("a file is dropped", () =>
  replay(async (page) => {
    const text = JSON.stringify(readFileSync(SAMPLE, "utf8"));
    await page.run(`((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.jsonl"));
      const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector("main").dispatchEvent(drop);
    })(${text})`);
    await page.sees("h2", "dropped.jsonl");
  }));

test("what the live page saves is replayed", () =>
  replay(async (page, { folder, browser }) => {
    await page.sees(".fleet");
    const saved = browser.downloaded(page, folder);
    await page.click('[data-act="save"]');
    await page.sees(".notice", "messages were saved");
    const file = await saved;
    await page.click('nav a[href="replay.html"]');
    await page.sees(".invitation");
    await choose(page, file);
    await page.sees(".lane-title", "state1 call, 0 failures");
    await page.sees('[data-phase="content"] .fleet');
  }, "index.html"));
