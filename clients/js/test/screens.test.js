/** All that a daemon watches as one screen: its resources, and instances by their arguments. */

import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { CallFailed, Screens } from "../src/index.js";
import { running } from "./support/running.js";

/** The arguments of a daemon with a resource by `branch`, in a folder with `main.json` and `next.json`. */
async function building(body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
  for (const [index, name] of ["main", "next"].entries()) writeFileSync(join(folder, `${name}.json`), `[${index}]`);
  try {
    await body(["--menu", "demo", "--resource", `build=file:${folder}/{branch}.json`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Waits until `seen` is true. */
async function until(screens, seen) {
  while (!seen()) await new Promise((resolve) => screens.addEventListener("change", resolve, { once: true }));
}

test("instances are shown beside the resources, and hidden again", () =>
  building((args) =>
    running(args, async (daemon) => {
      const screens = new Screens();
      assert.deepEqual([screens.isOpen, await screens.press("refresh", { part: "menu" })], [false, { pressed: false }]);
      await assert.rejects(screens.show("build", { branch: "main" }), /no daemon/);
      await screens.open(daemon);
      assert.deepEqual(screens.families, [{ resource: "build", parameters: ["branch"] }]);
      assert.deepEqual(Object.keys(screens.parts), ["state", "menu"]);
      await screens.show("build", { branch: "main" });
      await screens.show("build", { branch: "main" });
      await assert.rejects(screens.show("build", { branch: "a/b" }), CallFailed);
      const [name, ...others] = screens.instances;
      assert.deepEqual(others, []);
      await until(screens, () => screens.parts[name].phase === "content");
      assert.deepEqual(screens.parts[name].content, { value: [0] });
      screens.hide(name);
      assert.deepEqual([screens.instances, Object.keys(screens.parts)], [[], ["state", "menu"]]);
    })));

test("a button is pressed on the screen that has it", () =>
  building((args) =>
    running(args, async (daemon) => {
      const screens = new Screens();
      await screens.open(daemon);
      await screens.show("build", { branch: "gone" });
      const [name] = screens.instances;
      await until(screens, () => screens.parts[name].failure);
      const { failureId } = screens.parts[name].failure;
      assert.deepEqual(await screens.press("option", { failureId, optionId: "cancel" }), { pressed: true });
      assert.deepEqual(await screens.press("polling", { part: name }), { pressed: true });
      assert.deepEqual(await screens.press("startLocation"), { pressed: true });
      assert.deepEqual([screens.parts[name].polling.on, screens.location.on], [true, true]);
      assert.deepEqual(await screens.press("closeHelp"), { pressed: false });
    })));

test("another daemon is opened with the instances and switches of the one before", () =>
  building(async (args) => {
    const screens = new Screens();
    let name;
    await running(args, async (daemon, { transport }) => {
      await screens.open(daemon);
      await screens.show("build", { branch: "next" });
      [name] = screens.instances;
      await screens.press("polling", { part: name, on: true });
      await until(screens, () => screens.parts[name].phase === "content");
      process.kill(transport.pid, "SIGKILL");
      await until(screens, () => !screens.isOpen);
    });
    assert.equal(screens.parts[name].phase, "stale");
    await running(args, async (daemon) => {
      await screens.open(daemon);
      assert.deepEqual([screens.isOpen, screens.parts[name].polling.on], [true, true]);
    });
    assert.deepEqual([screens.isOpen, screens.parts[name].refresh.enabled], [false, false]); // It was closed.
  }));

test("a wrong configuration is the alert, and the resources come once it is right", () =>
  building(async ([, , , build]) => {
    const folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
    const file = join(folder, "statusd.toml");
    writeFileSync(file, "[resources.late]\nsorce = 'demo'\n");
    try {
      await running(["--config", file, "--resource", build], async (daemon) => {
        const screens = new Screens();
        await screens.open(daemon);
        assert.deepEqual([screens.alert.kind, screens.families], ["sourceMisconfigured", []]);
        const { failureId, buttons } = screens.alert;
        assert.deepEqual(buttons.map((each) => each.id), ["cancel", "openSettings"]);
        const { performs } = await screens.press("option", { failureId, optionId: "openSettings" });
        assert.deepEqual([performs.option.path, performs.option.key], [file, "resources.late.sorce"]);
        // An alert that is closed mends nothing, and the next button brings it back.
        await screens.press("option", { failureId, optionId: "cancel" });
        assert.equal(screens.alert, null);
        await screens.press("refresh", { part: "menu" });
        assert.equal(screens.alert.kind, "sourceMisconfigured");
        writeFileSync(`${file}~`, "[resources.late]\nsource = 'demo'\n[resources.later]\nsource = 'demo'\n");
        renameSync(`${file}~`, file);
        await until(screens, () => screens.families.length > 0);
        assert.equal(screens.alert, null);
        assert.deepEqual(Object.keys(screens.parts).sort(), ["late", "later", "menu", "state"]);
        assert.deepEqual(screens.families, [{ resource: "build", parameters: ["branch"] }]);
        await screens.press("refresh", { part: "later" });
        await until(screens, () => screens.parts.later.phase === "content");
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }));
