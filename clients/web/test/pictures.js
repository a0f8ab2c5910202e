/**
 * The pictures of docs/web: six screens, as they are. `node test/pictures.js` writes them.
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { Browser } from "./support/browser.js";
import { browsing } from "./support/hosting.js";

export const FOLDER = new URL("../../../docs/web/", import.meta.url);
const WORDS = [
  ["--seed", "45"],
  ["--resource", `dishes=command:echo '[{"name":"Bread","price":2},{"name":"Soup","price":4.5,"tags":["hot","green"]}]'`],
  ["--resource", `build=command:printf '{"branch":"%s","state":"passed","tests":{"swift":[812,0],"js":[175,0]}}' {branch}`],
].flat();

/** Each with its page, and what is done before it is taken. */
const PICTURES = {
  fleet: {
    name: "index.html",
    show: async (page) => {
      await page.sees(".fleet-row");
      for (let count = 0; count < 3; count += 1) {
        await page.click('[aria-label="Refresh Fleet"]:not([aria-disabled])');
        await page.sees('[aria-label="Refresh Fleet"][aria-disabled]');
        await page.seesNo('[aria-label="Refresh Fleet"][aria-disabled]');
      }
      await page.click('[role="switch"]');
      await page.sees('[aria-checked="true"] .switch-next', "next in");
      await page.hover('.map [data-item="courier:c1"]');
      await page.sees(".mark.lit");
    },
  },
  menu: {
    name: "failures.html",
    options: { dark: true },
    show: async (page) => {
      await page.click('input[value="banner"] + span');
      await page.click('[data-kind="tooManyRequests"]');
      await page.sees(".alert-banner");
      await page.sees(".dish");
    },
  },
  resources: {
    name: "index.html",
    show: async (page) => {
      await page.click('nav a[href="index.html#resources"]');
      await page.sees(".family button:not([aria-disabled])"); // Nothing is shown before the screen has come.
      await page.click("#argument-build-branch");
      await page.call("Input.insertText", { text: "main" });
      await page.press("Enter");
      await page.sees("summary", "tests");
      await page.sees("td", "Soup");
    },
  },
  location: {
    name: "failures.html",
    show: async (page) => {
      await page.click('input[value="location"] + span');
      await page.click('[aria-label="Start the location"]');
      for (let count = 1; count < 10; count += 1) await page.click('[data-seconds="10"]');
      await page.sees('.track[aria-label="Track of 10 places"]');
    },
  },
  failures: {
    name: "failures.html",
    show: async (page) => {
      await page.click('input[value="dialog"] + span');
      await page.click('[data-kind="outOfSpace"]');
      await page.sees("dialog[open]");
    },
  },
  replay: {
    name: "replay.html",
    show: async (page) => {
      await page.click('[data-act="sample"]');
      await page.click('[data-lane*="menu"]');
      await page.click('[aria-label^="The connection was lost"]');
      await page.sees(".failure");
    },
  },
};

export const NAMES = Object.keys(PICTURES);

/** The bytes of each picture, by its name. */
export async function pictures(browser) {
  const taken = {};
  await browsing(browser, WORDS, async ({ open }) => {
    for (const [title, { name, options, show }] of Object.entries(PICTURES)) {
      const page = await open(name, options);
      await show(page);
      taken[title] = await page.picture();
      await browser.closePage(page);
    }
  });
  return taken;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await Browser.start();
  mkdirSync(FOLDER, { recursive: true });
  const taken = await pictures(browser);
  for (const [name, bytes] of Object.entries(taken)) writeFileSync(new URL(`${name}.png`, FOLDER), bytes);
  await browser.close();
}
