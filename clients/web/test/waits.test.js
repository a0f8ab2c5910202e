/** What is waited for in vain is an error that says what it was and what was there. */

import assert from "node:assert/strict";
import test from "node:test";
import { Browser } from "./support/browser.js";
import { browsing } from "./support/hosting.js";

/** Whether the message of an error starts so. */
const starts = (words) => (error) => error.message.startsWith(words) || assert.fail(error);

/** A page, and a browser of its own. */
const page = async (body) => {
  const browser = await Browser.start();
  try {
    await browsing(browser, [], async ({ open }) => body(await open("replay.html"), browser));
  } finally {
    await browser.close();
  }
};

test("what a page does not show is named, with what it shows in its place", () =>
  page(async (page) => {
    await page.sees("h1", "Replay");
    page.patience = 0.1;
    const title = 'there is ["Replay of a recorded session"], at /web/page/replay.html:';
    await assert.rejects(page.sees("h1", "Fleet"), starts(`waited 0.1 s for “Fleet” in h1; ${title}`));
    await assert.rejects(page.seesNo("h1"), starts('waited 0.1 s for no h1; there is "<h1 '));
    const miracle = "waited 0.1 s for a miracle; there is a page at /web/page/replay.html:";
    await assert.rejects(page.until("1 > 2", "a miracle"), starts(miracle));
  }));

test("who waits for a page that crashes has an error at once", () =>
  page(async (page) => {
    const never = assert.rejects(page.sees(".never"), starts("Runtime.evaluate has no response: its page crashed"));
    page.call("Page.crash").catch(() => {});
    await never;
  }));

test("who waits for a browser that ends has an error at once", () =>
  page(async (page, browser) => {
    const never = assert.rejects(page.sees(".never"), starts("Runtime.evaluate has no response: Chromium has ended"));
    process.kill(-browser.pid, "SIGKILL");
    await never;
    await assert.rejects(page.run("1"), starts("Chromium has ended"));
  }));
