/** Every page in every state, on a desk and on a phone: nothing is wider than its place, and axe-core finds nothing. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { axed } from "./support/axe.js";
import { shared } from "./support/hosting.js";
import { OVERFLOW, UNISOLATED } from "./support/layout.js";
import { LOOKS, onScene, sceneNamed, SCENES } from "./support/scenes.js";

const held = shared(before, after);
/** Both widths and both palettes; access.test.js has the other contrasts. */
const TESTED = LOOKS.filter(({ look }) => look === "desk-light" || look === "phone-dark");

for (const scene of SCENES) {
  test(scene.name, (t) =>
    onScene(held.browser, scene, async (page) => {
      for (const { look, ...appearance } of TESTED) {
        await page.appear(appearance);
        await t.test(`${look}: axe finds nothing`, async () => assert.deepEqual(await axed(page), []));
        await t.test(`${look}: all keeps to its place`, async () => assert.deepEqual(await page.run(OVERFLOW), []));
      }
      await t.test("values are isolated", async () => assert.deepEqual(await page.run(UNISOLATED), []));
    }));
}

test("a name that turns its letters round leaves the badge behind it", () =>
  onScene(held.browser, sceneNamed("menu-leftwards"), async (page) => {
    const [name, badge] = await page.run(`["bdi", ".tag-spicy"].map((each) => {
      const { left, right } = document.querySelector(".dish:has(.tag-spicy) " + each).getBoundingClientRect();
      return { left, right };
    })`);
    assert.ok(name.right <= badge.left, `${name.right} is right of ${badge.left}`);
  }));

for (const name of ["menu-ended", "menu-bare"]) {
  test(`${name}: what does nothing without a daemon looks so, and is announced so`, () =>
    onScene(held.browser, sceneNamed(name), async (page) => {
      const buttons = await page.run(`[...document.querySelectorAll(".panel button")].map((each) =>
        [each.ariaDisabled, getComputedStyle(each.querySelector(".switch-track") ?? each).borderTopStyle])`);
      assert.equal(buttons.length, name === "menu-bare" ? 4 : 3);
      for (const button of buttons) assert.deepEqual(button, ["true", "dashed"]);
    }));
}
