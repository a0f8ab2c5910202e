/**
 * Takes pictures of every page in every state, on a desk and on a phone, in light and in dark, for a person to look at.
 *
 * usage: node test/look.js FOLDER [PART OF A NAME]
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { Browser } from "./support/browser.js";
import { LOOKS, onScene, SCENES } from "./support/scenes.js";

const [, , folder, part = ""] = argv;
if (folder === undefined) throw new Error("usage: node test/look.js FOLDER [PART OF A NAME]");
mkdirSync(folder, { recursive: true });
const browser = await Browser.start();
for (const scene of SCENES.filter(({ name }) => name.includes(part))) {
  await onScene(browser, scene, async (page) => {
    for (const { look, ...appearance } of LOOKS) {
      await page.appear(appearance);
      writeFileSync(join(folder, `${scene.name}-${look}.png`), await page.picture());
    }
  });
}
await browser.close();
