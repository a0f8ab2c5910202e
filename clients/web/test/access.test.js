/** What assistive technology finds, and what eyes can read: every page, in light and in dark. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { origin } from "../../js/test/support/running.js";
import { LOW_CONTRAST } from "./support/contrast.js";
import { browsing, shared } from "./support/hosting.js";

const held = shared(before, after);
const LEAST = 4.5;
const ROLES = "button link switch slider radio combobox searchbox textbox DisclosureTriangle";
const CONTROLS = new Set(ROLES.split(" "));

const select = `((select) => {
  select.value = "custom-option";
  select.dispatchEvent(new Event("change", { bubbles: true }));
})(document.querySelector("#scenario"))`;

/** A resource of one's own, and a parameterised one. */
const OWN = ["--resource", `temp=command:echo '{"celsius": 21.5, "past": [20, 21]}'`, "--resource", "b=file:/proc/{pid}"];

/** Each with the page that it begins on, what makes it be seen, and words for the daemon. */
const SCREENS = [
  ["the fleet", "index.html", (page) => page.sees(".map .mark")],
  ["the fleet with an item lit up", "index.html", (page) => page.hover('.map [data-item="courier:c3"]')],
  ["the menu", "index.html", async (page) => {
    await page.click('nav a[href="index.html#menu"]');
    await page.sees(".dish");
  }],
  ["the location", "index.html", async (page) => {
    await page.click('nav a[href="index.html#location"]');
    await page.click('[aria-label="Start the location"]:not([aria-disabled])');
    await page.sees(".track");
  }],
  ["a failure in place", "failures.html", async (page) => {
    await page.click('[data-kind="tooManyRequests"]');
    await page.sees(".failure-countdown");
    await page.click(".wire summary");
  }],
  ["a value that is old", "failures.html", async (page) => {
    await page.click('input[value="silent"] + span');
    await page.click('[data-kind="serverError"]');
    await page.sees(".tag-stale");
  }],
  ["an alert", "failures.html", async (page) => {
    await page.click('input[value="dialog"] + span');
    await page.click('[data-kind="outOfSpace"]');
    await page.sees("dialog[open]");
  }],
  ["a toast", "failures.html", async (page) => {
    await page.click('input[value="toast"] + span');
    await page.click('[data-kind="diskFull"]');
    await page.sees(".toast");
  }],
  ["a notice", "failures.html", async (page) => {
    await page.sees('[data-plays="demo"]');
    await page.run(select);
    await page.sees('[data-plays="custom-option"]');
    await page.click('[aria-label="Refresh Menu"]');
    await page.click('[data-seconds="1"]');
    await page.click('[data-key="custom:call"]');
    await page.sees(".notice");
  }],
  ["help", "failures.html", async (page) => {
    await page.click('[data-kind="internalError"]');
    await page.click('.failure [data-key="showHelp"]');
    await page.sees("dialog.help[open]");
  }],
  ["the replay", "replay.html", async (page) => {
    await page.click('[data-act="sample"]');
    await page.sees(".lane");
  }],
  ["resources of one's own", "index.html", async (page) => {
    await page.click('nav a[href="index.html#resources"]');
    await page.sees(".value", "21.5");
    await page.sees(".family input");
  }, OWN],
  ["no daemon", "index.html#fleet", (page) => page.sees(".banner")],
];

for (const [title, name, show, words = []] of SCREENS) {
  for (const dark of [false, true]) {
    test(`${title}, ${dark ? "dark" : "light"}: every control has a name, and every text can be read`, () =>
      browsing(held.browser, words, async ({ open }) => {
        const page = await open(name, { dark });
        await show(page);
        const nameless = (await page.accessible()).filter((each) => CONTROLS.has(each.role) && each.name === "");
        assert.deepEqual(nameless, []);
        assert.deepEqual(await page.run(`(${LOW_CONTRAST})(${LEAST})`), []);
      }));
  }
}

test("the landmarks are there, and one heading of the first level", () =>
  browsing(held.browser, [], async ({ open }) => {
    for (const name of ["index.html", "failures.html", "replay.html"]) {
      const page = await open(name);
      await page.sees("nav a[aria-current]");
      const roles = (await page.accessible()).map((each) => each.role);
      for (const role of ["main", "navigation", "banner"]) assert.ok(roles.includes(role), `${name} has no ${role}`);
      assert.equal(await page.run(`document.querySelectorAll("h1").length`), 1);
      assert.equal(await page.run("document.documentElement.lang"), "en");
    }
  }));

test("the map is one stop of the Tab key, whatever stands on it", () =>
  browsing(held.browser, [], async ({ open }) => {
    const page = await open();
    await page.sees(".map .mark");
    assert.equal(await page.run(`document.querySelectorAll('.map [tabindex="0"]').length`), 1);
  }));

test("a narrow window needs no scrolling to the side", () =>
  browsing(held.browser, [], async ({ open }) => {
    const narrow = { viewport: { width: 380, height: 800 } };
    const seen = { "index.html": ".map .mark", "failures.html": ".kind", "replay.html": ".invitation" };
    for (const [name, selector] of Object.entries(seen)) {
      const page = await open(name, narrow);
      await page.sees(selector);
      assert.ok(await page.run("document.documentElement.scrollWidth <= innerWidth"), name);
    }
  }));

test("what is redrawn keeps the focus, also where something before it goes", () =>
  browsing(held.browser, [], async ({ open }) => {
    const page = await open("replay.html");
    const focused = await page.run(`import("/web/page/drawing/morph.js").then(({ redraw }) => {
      const drawn = (...keys) => keys.map((key) => {
        const button = document.createElement("button");
        button.setAttribute("data-key", key);
        return button;
      });
      const root = document.body.appendChild(document.createElement("div"));
      redraw(root, drawn("first", "second"));
      root.lastChild.focus();
      redraw(root, drawn("second", "third"));
      return document.activeElement.dataset.key;
    })`);
    assert.equal(focused, "second");
  }));

test("what has the focus shows it", () =>
  browsing(held.browser, [], async ({ open }) => {
    const page = await open();
    await page.sees(".map .mark");
    await page.press("Tab");
    assert.equal(await page.focused(), "Skip to the content");
    await page.press("Tab");
    const outline = `getComputedStyle(document.activeElement).outlineStyle`;
    assert.equal(await page.run(outline), "solid");
  }));

test("nothing moves for those who want no motion", () =>
  origin([null], (url) =>
    browsing(held.browser, ["--state", url], async ({ open }) => {
      for (const still of [true, false]) {
        const page = await open("index.html", { still });
        await page.sees(".placeholder");
        assert.equal(await page.run("document.getAnimations().length === 0"), still);
      }
    })));
