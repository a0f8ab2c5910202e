/** The live page in Chromium, with real clicks and keys, before the real daemon. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { origin } from "../../js/test/support/running.js";
import { browsing, shared } from "./support/hosting.js";
import { fleet } from "./support/worlds.js";

const held = shared(before, after);
const live = (words, body) => browsing(held.browser, words, body);
const REFRESH = '[aria-label="Refresh Menu"]';
/** The page with a fleet in which everything stands by itself. */
const withFleet = (body) =>
  origin([[200, fleet(3, (what, index) => `${what}${index}`)]], (url) => live(["--state", url], body));
const DISHES = [{ name: "Soup", category: "starters", spicy: true, price: 4.5 }];

test("the fleet is fetched and drawn with its joins", () =>
  withFleet(async ({ open }) => {
    const page = await open();
    await page.sees(".fleet-row", "Courier0 carries p0 in Vehicle0");
    assert.equal(await page.run(`document.querySelectorAll(".mark-courier").length`), 3);
    assert.equal(await page.run(`document.querySelectorAll(".route").length`), 3);
    assert.deepEqual(page.complaints, []);
  }));

test("an item of a kind that only a later daemon knows is drawn, and listed with the others", () =>
  withFleet(async ({ open }) => {
    const page = await open();
    const place = (longitude) => ({ latitude: 53, longitude });
    const drone = (id, longitude) => ({ kind: "drone", id, title: id, label: `drone ${id}`, location: place(longitude) });
    // One by itself, and as many in one place as are drawn as one.
    const items = [drone("far", 9), ...Array.from({ length: 9 }, (_, index) => drone(`near${index}`, 10))];
    await page.run(`import("./parts/fleet.js").then(({ Fleet }) => {
      const root = document.body.appendChild(document.createElement("div"));
      root.id = "later";
      const later = new Fleet("later", root, () => {});
      root.append(later.draw({ items: ${JSON.stringify(items)} }));
    })`);
    assert.equal(await page.run(`document.querySelectorAll("#later .map .glyph-body").length`), 2);
    await page.sees('#later [aria-label="Others"] h3', "Others 10");
    await page.sees('#later [aria-label="Others"] .fleet-row', "drone far");
  }));

test("pointing at a courier lights up package and vehicle, in the map and in the list", () =>
  withFleet(async ({ open }) => {
    const page = await open();
    await page.hover('.map [data-item="courier:c2"]');
    await page.sees(".map-caption", "Courier2 carries p2 in Vehicle2");
    const lit = `[...document.querySelectorAll(".mark.lit")].map((each) => each.dataset.item).sort()`;
    assert.deepEqual(await page.run(lit), ["courier:c2", "package:p2", "vehicle:v2"]);
    assert.equal(await page.run(`document.querySelectorAll(".fleet-row.lit").length`), 3);
    await page.hover("h2");
    await page.seesNo(".mark.lit");
  }));

test("the arrow keys go over the map, Enter holds an item, and Escape lets it go", () =>
  withFleet(async ({ open }) => {
    const page = await open();
    await page.sees(".map .mark");
    await page.run(`document.querySelector('[aria-label="Refresh Fleet"]').focus()`);
    await page.press("Tab");
    assert.equal(await page.focused(), "Central");
    await page.press("ArrowRight");
    assert.equal(await page.focused(), "Courier0 carries p0 in Vehicle0");
    await page.press("Enter");
    await page.sees('.mark[aria-pressed="true"]');
    await page.press("Tab");
    await page.sees(".mark.lit"); // Held, without the focus.
    await page.run(`document.querySelector('[aria-pressed="true"]').focus()`);
    await page.press("Escape", "ArrowLeft", "ArrowLeft");
    assert.equal(await page.focused(), "Vehicle2 is driven by Courier2 with p2");
    await page.seesNo('.mark[aria-pressed="true"]');
  }));

test("the switch of polling is moved by the space bar, and says when the next poll is", () =>
  live([], async ({ open }) => {
    const page = await open();
    await page.sees(".fleet");
    await page.run(`document.querySelector('[role="switch"]').focus()`);
    await page.press(" ");
    await page.sees('[role="switch"][aria-checked="true"] .switch-next', "next in");
    await page.press(" ");
    await page.sees('[role="switch"][aria-checked="false"] .switch-next', "every 10 s");
  }));

test("a refresh keeps the focus where it was", () =>
  live([], async ({ open }) => {
    const page = await open();
    await page.sees(".fleet");
    await page.run(`document.querySelector('[aria-label="Refresh Fleet"]').focus()`);
    const pressed = page.sees('[aria-label="Refresh Fleet"][aria-disabled="true"]');
    await page.press("Enter");
    await pressed;
    await page.seesNo('[aria-label="Refresh Fleet"][aria-disabled="true"]');
    assert.equal(await page.focused(), "Refresh Fleet");
  }));

test("the menu shows that it loads; stop leaves an invitation", () =>
  origin([null], (url) =>
    live(["--menu", url], async ({ open }) => {
      const page = await open("index.html");
      await page.click('nav a[href="index.html#menu"]');
      await page.sees('[data-phase="loading"] .placeholder');
      await page.click('[aria-label="Stop fetching Menu"]');
      await page.sees('[data-phase="blank"] .invitation', "Nothing has been asked for yet.");
      // In one step: what the daemon said before the stop may come between a press and its release, and draw the
      // button anew.
      const button = `document.querySelector('.invitation button:not([aria-disabled="true"])')`;
      await page.until(`${button} && (${button}.click(), true)`, "a button to fetch the menu");
      await page.sees('[data-phase="loading"] .placeholder');
    })));

test("what has not been asked for cannot be fetched from a daemon that has ended", () =>
  origin([null], (url) =>
    live(["--menu", url], async ({ open, daemons }) => {
      const page = await open("index.html");
      await page.click('nav a[href="index.html#menu"]');
      await page.click('[aria-label="Stop fetching Menu"]:not([aria-disabled])');
      await page.sees('.invitation button:not([aria-disabled="true"])', "Fetch it");
      process.kill(daemons[0].pid, "SIGKILL");
      await page.sees('.invitation button[aria-disabled="true"]', "Fetch it");
    })));

test("a menu that fails has its buttons, and Try Again brings the menu", () =>
  origin([[404, {}], [200, DISHES]], (url) =>
    live(["--menu", url], async ({ open }) => {
      const page = await open();
      await page.click('nav a[href="index.html#menu"]');
      await page.sees('[data-phase="error"] .failure-title', "Nothing was found at the address");
      const titles = `[...document.querySelectorAll(".failure .option")].map((each) => each.textContent)`;
      assert.deepEqual(await page.run(titles), ["Cancel", "Try Again", "Keep Trying", "Open Settings"]);
      await page.click('[data-key="openSettings"]');
      await page.sees(".notice", "Open /proc/nonexistent/statusd/config.toml at resources.menu.source.");
      await page.click('[data-key="tryAgain"]');
      await page.sees('[data-phase="content"] .dish', "Soup");
      await page.sees(".tag-spicy", "spicy");
      await page.seesNo(".failure");
      // What had the focus is gone; it is not lost for that.
      assert.equal(await page.run(`document.activeElement.dataset.key`), "panel-menu");
    })));

for (const [currency, prices] of [["EUR", ["€1,234,567.89", "€4.50"]], [undefined, ["1,234,567.89", "4.50"]]]) {
  test(`prices have separators, and ${currency ?? "no currency"}`, () =>
    origin([[200, [{ ...DISHES[0], price: 1_234_567.89 }, ...DISHES]]], (url) => {
      const body = async ({ open }) => {
        const page = await open();
        await page.click('nav a[href="index.html#menu"]');
        await page.sees(".dish");
        const shown = `[...document.querySelectorAll(".dish-price")].map((each) => each.textContent)`;
        assert.deepEqual(await page.run(shown), prices);
      };
      return browsing(held.browser, ["--menu", url], body, { settings: { currency } });
    }));
}

test("a menu without dishes is content", () =>
  origin([[200, []]], (url) =>
    live(["--menu", url], async ({ open }) => {
      const page = await open();
      await page.click('nav a[href="index.html#menu"]');
      await page.sees('[data-phase="content"] .empty', "The menu is empty today.");
    })));

test("a call that fails over an old value is an alert; Cancel takes it away and the focus returns", () =>
  origin([[200, DISHES], [404, {}]], (url) =>
    live(["--menu", url], async ({ open }) => {
      const page = await open();
      await page.click('nav a[href="index.html#menu"]');
      await page.sees(".dish");
      await page.run(`document.querySelector('${REFRESH}').focus()`);
      await page.press("Enter");
      await page.sees('dialog[open][role="alertdialog"]', "Nothing was found at the address");
      assert.equal(await page.focused(), "Cancel");
      await page.sees('[data-phase="stale"] .tag-stale', "old");
      await page.press("Enter");
      await page.seesNo("dialog[open]");
      assert.equal(await page.focused(), "Refresh Menu");
    })));

test("the location is started and stopped", () =>
  live([], async ({ open }) => {
    const page = await open();
    await page.click('nav a[href="index.html#location"]');
    await page.sees(".invitation", "Start the location");
    await page.click('[aria-label="Start the location"]:not([aria-disabled])');
    await page.sees('[data-phase="content"] .track-here');
    await page.sees(".facts", "53.61965°");
    await page.click('[aria-label="Stop the location"]');
    await page.sees('[data-phase="stale"] .track-here');
    await page.sees('[aria-label="Stop the location"][aria-disabled="true"]');
  }));

test("a screen reader hears of what it cannot see", () =>
  origin([[404, {}], [200, DISHES]], (url) =>
    live(["--menu", url], async ({ open }) => {
      const page = await open();
      await page.click('nav a[href="index.html#menu"]');
      await page.sees('.visually-hidden[role="status"]', "Menu has failed: Nothing was found at the address.");
      await page.click('[data-key="tryAgain"]');
      await page.sees('.visually-hidden[role="status"]', "Menu is up to date.");
    })));
