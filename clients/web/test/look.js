/**
 * Takes pictures of every page in every state, on a desk and on a phone, in light and in dark, for a person to look at.
 * Each shows the page down to its end, if that is not too far.
 *
 * usage: node test/look.js FOLDER [PART OF A NAME]
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { Browser } from "./support/browser.js";
import { LOOKS, onScene, SCENES } from "./support/scenes.js";

/** Pixels. */
const LONGEST = 1_800;
const [, , folder, part = ""] = argv;
if (folder === undefined) throw new Error("usage: node test/look.js FOLDER [PART OF A NAME]");
mkdirSync(folder, { recursive: true });
const browser = await Browser.start();
for (const scene of SCENES.filter(({ name }) => name.includes(part))) {
  await onScene(browser, scene, async (page) => {
    for (const { look, ...appearance } of LOOKS) {
      await page.appear(appearance);
      writeFileSync(join(folder, `${scene.name}-${look}.png`), await page.picture(LONGEST));
    }
  });
}
await browser.close();
