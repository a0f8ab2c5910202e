/** Resources of the user's own in Chromium: values of every shape, instances of a family, their failures and buttons. */

import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { browsing, shared } from "./support/hosting.js";

const held = shared(before, after);
const ROWS = [{ name: "Bread", price: 2 }, { name: "Soup", tags: ["hot", "green"] }];

/** The page of resources; `files` are in the folder that `words` gets. */
async function resources(files, words, body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-resources-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    await browsing(held.browser, words(folder), async (host) => {
      const page = await host.open();
      await page.sees("nav a[aria-current]"); // Its script has taken the key out of the address.
      // Not by a click, which an alert that stands there already would take.
      await page.run(`location.hash = "resources"`);
      await body(page, { ...host, folder });
      assert.deepEqual(page.complaints, []);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The panel of a part, by its title. */
const panel = (title) => `section[aria-labelledby="panel-${title}"]`;

test("without any, the page says how one is added", () =>
  resources({}, () => [], (page) => page.sees(".invitation code", "--resource")));

test("a table, a tree, text and lines are drawn as what they are", () => {
  const toml = (folder) => `
    [resources.rows]\nsource = "file:${folder}/rows"
    [resources.tree]\nsource = "file:${folder}/tree"
    [resources.note]\nsource = "file:${folder}/note"\nshape = "text"
    [resources.log]\nsource = "file:${folder}/log"\nshape = "lines"`;
  const tree = { a: { b: [true, null], c: { x: 1 } }, d: 1.5, e: [] };
  const files = { rows: JSON.stringify(ROWS), tree: JSON.stringify(tree), note: "One\nTwo\n", log: "first\nsecond\n" };
  const words = (folder) => {
    writeFileSync(join(folder, "statusd.toml"), toml(folder));
    return ["--config", join(folder, "statusd.toml")];
  };
  return resources(files, words, async (page) => {
    await page.sees(`${panel("rows")} td`, "Soup");
    const heads = `[...document.querySelectorAll('${panel("rows")} th')].map((each) => each.textContent)`;
    assert.deepEqual(await page.run(heads), ["name", "price", "tags"]);
    await page.sees(`${panel("tree")} summary`, "a 2");
    await page.sees(`${panel("tree")} li`, "b true, null");
    await page.sees(`${panel("note")} pre`, "One\nTwo");
    assert.equal(await page.run(`document.querySelectorAll('${panel("log")} ol li').length`), 2);
    await page.click(`${panel("tree")} summary`);
    await page.click('[aria-label="Refresh tree"]');
    await page.seesNo(`${panel("tree")} details[open] details[open]`); // What was closed stays closed.
    await page.click(`${panel("log")} [role="switch"]`);
    await page.sees(`${panel("log")} [aria-checked="true"] .switch-next`, "next in");
  });
});

test("what fails has its failure and its buttons", () =>
  resources({}, (folder) => ["--resource", `temp=file:${folder}/temp`], async (page, { folder }) => {
    await page.sees(`${panel("temp")}[data-phase="error"] .failure-title`, "The file does not exist");
    writeFileSync(join(folder, "temp"), '{"celsius": 21.5}');
    await page.click(`${panel("temp")} [data-key="tryAgain"]`);
    await page.sees(`${panel("temp")}[data-phase="content"] .value`, "21.5");
  }));

test("an instance is shown by its arguments, refreshed, and closed again", () =>
  resources({ main: "[1]", next: "[2]" }, (folder) => ["--resource", `build=file:${folder}/{branch}`], async (page) => {
    const show = async (branch) => {
      await page.run(`document.querySelector("#argument-build-branch").select()`);
      await page.call("Input.insertText", { text: branch });
      await page.press("Enter");
    };
    await page.sees(".family button:not([aria-disabled])"); // Nothing is shown before the screen has come.
    await page.click("#argument-build-branch");
    await show("main");
    await page.sees(".panel h2", "build (branch main)");
    await page.sees('[data-phase="content"] .value', "1");
    await show("../etc");
    await page.sees('.family-problem[role="alert"]');
    await show("next");
    await page.sees(".panel h2", "build (branch next)");
    await page.seesNo(".family-problem");
    await page.click('[aria-label="Refresh build (branch next)"]');
    await page.click('[aria-label="Close build (branch main)"]');
    await page.seesNo('[aria-label="Refresh build (branch main)"]');
    assert.equal(await page.run(`document.querySelector("#argument-build-branch").value`), "next");
  }));

test("after another daemon was started, instances and polling are as they were", () =>
  resources({ main: "[1]" }, (folder) => ["--resource", `build=file:${folder}/{branch}`], async (page, { daemons }) => {
    await page.sees(".family button:not([aria-disabled])"); // Nothing is shown before the screen has come.
    await page.click("#argument-build-branch");
    await page.call("Input.insertText", { text: "main" });
    await page.click(".family button");
    await page.click('.panel[data-phase="content"] [role="switch"][aria-checked="false"]');
    await page.sees('[role="switch"][aria-checked="true"]');
    process.kill(daemons[0].pid, "SIGKILL");
    await page.sees('.panel[data-phase="stale"] [role="switch"][aria-disabled="true"]');
    await page.click('[data-act="connect"]');
    await page.sees('.panel[data-phase="content"] [role="switch"][aria-checked="true"]');
  }));

test("what a recovery has done is said until the daemon takes it back", () =>
  resources({}, () => [], async (page) => {
    const draw = (notice) => page.run(`(async () => {
      const { Notices } = await import("/web/page/parts/notices.js");
      window.notices ??= new Notices(document.body);
      window.notices.draw(${JSON.stringify(notice)});
    })()`);
    await draw("3 old entries were removed.");
    await page.sees('.notices[role="status"] [data-key="done"]', "3 old entries were removed.");
    await draw(null);
    await page.seesNo('[data-key="done"]');
  }));

test("a wrong configuration is the alert, with its button, until the file is right", () => {
  const wrong = "[resources.late]\nsorce = 'demo'\n";
  const words = (folder) => ["--config", join(folder, "statusd.toml")];
  return resources({ "statusd.toml": wrong, value: '{"celsius": 21.5}' }, words, async (page, { folder }) => {
    await page.sees('dialog[open][role="alertdialog"]', "did you mean resources.late.source?");
    await page.click('dialog[open] [data-key="openSettings"]');
    await page.sees("body", `Open ${folder}/statusd.toml at resources.late.sorce.`);
    writeFileSync(join(folder, "right.toml"), `[resources.late]\nsource = "file:${folder}/value"\n`);
    renameSync(join(folder, "right.toml"), join(folder, "statusd.toml"));
    await page.seesNo('dialog[open][role="alertdialog"]');
    await page.sees(panel("late"));
    await page.click('[aria-label="Refresh late"]');
    await page.sees(`${panel("late")}[data-phase="content"] .value`, "21.5");
  });
});
