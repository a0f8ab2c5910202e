/** Nothing is wider than its place, and no value disturbs what stands beside it: every page in every state. */

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { shared } from "./support/hosting.js";
import { OVERFLOW, UNISOLATED } from "./support/layout.js";
import { LOOKS, onScene, sceneNamed, SCENES } from "./support/scenes.js";

const held = shared(before, after);

for (const scene of SCENES) {
  test(`${scene.name}: nothing is wider than its place`, () =>
    onScene(held.browser, scene, async (page) => {
      for (const { look, ...appearance } of LOOKS.filter((each) => !each.dark)) {
        await page.appear(appearance);
        assert.deepEqual(await page.run(OVERFLOW), [], look);
      }
      assert.deepEqual(await page.run(UNISOLATED), []);
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
