/** The page on a phone. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { browsing, shared } from "./support/hosting.js";
import { PHONE } from "./support/scenes.js";

const held = shared(before, after);
/** Pixels. */
const HEAD = 64;

test("the header takes 64 pixels, and every page can be gone to", () =>
  browsing(held.browser, [], async ({ open }) => {
    for (const name of ["index.html", "failures.html", "replay.html"]) {
      const page = await open(name, { viewport: PHONE });
      await page.sees("nav a[aria-current]");
      const { bottom, right } = await page.run(`({
        bottom: document.querySelector(".page-head").getBoundingClientRect().height,
        right: document.querySelector("nav a:last-child").getBoundingClientRect().right,
      })`);
      assert.ok(bottom <= HEAD, `${name}: ${bottom}`);
      assert.ok(right <= PHONE.width, `${name}: ${right}`);
      await page.click('nav a[href="index.html#location"]');
      await page.sees("h2", "Location");
    }
  }));
