/** The page on a phone, and the maps at any size: what a finger can meet and an eye can read. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { browsing, shared } from "./support/hosting.js";
import { DESK, onScene, PHONE, sceneNamed } from "./support/scenes.js";

const held = shared(before, after);
const NARROW = { width: 320, height: 640 };
/** Pixels. */
const HEAD = 64;
const TEXT = 11;
const PIN = 24;

/** The smallest text of the maps, in pixels of the screen. */
const SMALLEST_TEXT = `Math.min(...[...document.querySelectorAll(".map text")].map((each) =>
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))`;
/** The smallest pin, each by the larger of its two sides. */
const SMALLEST_PIN = `Math.min(...[...document.querySelectorAll(".mark .glyph")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return Math.max(width, height);
}))`;
/** The names of two lines of a net that lie on one another. */
const CROSSED = `(() => {
  const names = [...document.querySelectorAll(".map text")].map((each) => [each.textContent, each.getBoundingClientRect()]);
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return names.flatMap(([name, one], index) =>
    names.slice(index + 1).filter(([, other]) => meet(one, other)).map(([other]) => name + " and " + other));
})()`;

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

test("what is waited for may come with the next page", () =>
  browsing(held.browser, [], async ({ open }) => {
    const page = await open("failures.html", { viewport: PHONE });
    await page.sees("nav a[aria-current]");
    const seen = page.sees("h2", "Location");
    await page.run(`location.assign("index.html#location")`);
    await seen;
  }));

for (const [name, pins] of [["fleet-content", true], ["fleet-crowded", true], ["location-content", false]]) {
  test(`${name}: what is drawn is as large on a phone as on a desk`, () =>
    onScene(held.browser, sceneNamed(name), async (page) => {
      for (const viewport of [DESK, PHONE, NARROW]) {
        await page.appear({ viewport });
        const [text, pin] = [await page.run(SMALLEST_TEXT), pins ? await page.run(SMALLEST_PIN) : PIN];
        assert.ok(text >= TEXT, `${viewport.width}: texts of ${text}`);
        assert.ok(pin >= PIN, `${viewport.width}: pins of ${pin}`);
      }
    }));
}

test("the net of a location has few lines, and none crosses out a name", () =>
  onScene(held.browser, sceneNamed("location-content"), async (page) => {
    for (const viewport of [DESK, PHONE, NARROW]) {
      await page.appear({ viewport });
      const count = await page.run(`document.querySelectorAll(".map .rings path").length`);
      assert.ok(count >= 2 && count <= 12, `${viewport.width}: ${count} lines`);
      assert.deepEqual(await page.run(CROSSED), []);
    }
  }));

test("a crowd is a few marks with numbers, which are pointed at as one", () =>
  onScene(held.browser, sceneNamed("fleet-crowded"), async (page) => {
    await page.appear({ viewport: PHONE });
    const couriers = await page.run(`[...document.querySelectorAll(".mark-courier")].map((each) =>
      Number(each.querySelector(".glyph-number")?.textContent ?? 1))`);
    assert.equal(couriers.reduce((sum, each) => sum + each, 0), 60);
    assert.ok(couriers.length < 20, `${couriers.length} marks`);
    const group = '.mark-courier[data-item^="group:"]';
    await page.run(`document.querySelector('${group}').focus()`);
    const count = await page.text(`${group} .glyph-number`);
    await page.sees(".map-caption", `${count} couriers: Courier `);
    assert.ok(await page.run(`document.querySelectorAll(".fleet-row.lit").length`) >= Number(count));
  }));

test("the ways of a crowd are drawn where they are lit up", () =>
  onScene(held.browser, sceneNamed("fleet-crowded"), async (page) => {
    assert.equal(await page.run(`document.querySelectorAll(".route").length`), 0);
    await page.hover(".fleet-row:first-child");
    await page.until(`document.querySelectorAll(".route.lit").length === 1`);
  }));

/** How much more room there is at the left of an element than at its right. */
const offset = (selector) => `(({ left, right }) => Math.abs(left + right - document.documentElement.clientWidth))(
  document.querySelector("${selector}").getBoundingClientRect())`;

for (const [name, selector] of [["failures-toast", ".toast-place"], ["failures-notice", ".notices"]]) {
  test(`${name}: on a phone there is as much room at its left as at its right`, () =>
    onScene(held.browser, sceneNamed(name), async (page) => {
      await page.appear({ viewport: PHONE });
      assert.ok((await page.run(offset(selector))) <= 1);
    }));
}

test("replay-moment: the name of the slider stands beside it at any width", () =>
  onScene(held.browser, sceneNamed("replay-moment"), async (page) => {
    for (const viewport of [DESK, PHONE, NARROW]) {
      await page.appear({ viewport });
      const [name, slider] = await page.run(`[document.querySelector('[for="time"]'), document.querySelector("#time")].map(
        (each) => each.getBoundingClientRect().toJSON())`);
      assert.ok(name.top < slider.bottom && slider.top < name.bottom, `${viewport.width}`);
    }
  }));
