/** Pages and their daemons in Chromium: each has its own, and they end together. */

import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { origin } from "../../js/test/support/running.js";
import { browsing, gone, shared } from "./support/hosting.js";

const held = shared(before, after);
const live = (words, body) => browsing(held.browser, words, body);
/** The page of a daemon with this configuration; `body` gets what saves another one too. */
async function configured(toml, body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-configured-"));
  const path = join(folder, "statusd.toml");
  const save = (text) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  save(toml);
  try {
    await live(["--config", path], (host) => body({ ...host, save }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("two pages are two sessions", () =>
  live([], async ({ open, daemons }) => {
    const [one, other] = [await open(), await open()];
    await one.click('[role="switch"]');
    await one.sees('[role="switch"][aria-checked="true"]');
    await other.sees('[role="switch"][aria-checked="false"]');
    assert.equal(new Set(daemons.map((each) => each.pid)).size, 2);
  }));

test("a page that is closed ends its daemon", () =>
  live([], async ({ browser, open, daemons }) => {
    const page = await open();
    await page.sees(".fleet");
    await browser.closePage(page);
    await gone(daemons[0].pid);
  }));

test("a page that is loaded again has another daemon, and the token still", () =>
  live([], async ({ address, open, daemons }) => {
    const page = await open();
    await page.sees(".fleet");
    assert.doesNotMatch(await page.run("location.href"), /token/);
    await page.go(new URL(address.pathname, address).href);
    await page.sees(".connection-connected");
    await gone(daemons[0].pid);
    assert.equal(daemons.length, 2);
  }));

test("a page without the token is told so", () =>
  live([], async ({ open, daemons }) => {
    const page = await open("index.html#fleet");
    await page.sees(".banner", "Open the address that statusd-web printed");
    await page.sees(".connection", "ended");
    assert.equal(daemons.length, 0);
  }));

test("a page with a token of another bridge has no session", () =>
  live([], async ({ open, daemons }) => {
    const page = await open("index.html#token=another");
    await page.sees(".banner", "There is no connection to the bridge of statusd.");
    assert.equal(daemons.length, 0);
  }));

test("a daemon that is killed is reported, and another one goes on where it was", () =>
  live([], async ({ open, daemons }) => {
    const page = await open();
    await page.sees(".fleet");
    await page.click('[role="switch"]');
    await page.sees('[role="switch"][aria-checked="true"]');
    process.kill(daemons[0].pid, "SIGKILL");
    await page.sees('.banner[role="alert"]', "statusd was ended by SIGKILL");
    await page.sees('[data-phase="stale"] .fleet');
    await page.sees('[aria-label="Refresh Fleet"][aria-disabled="true"]');
    await page.run(`document.querySelector(".banner button").focus()`);
    await page.press("Enter");
    await page.seesNo(".banner");
    await page.sees('[data-phase="content"] .fleet');
    await page.sees('[role="switch"][aria-checked="true"]'); // Polling is on again, without a press.
    assert.equal(daemons.length, 2);
  }));

test("another daemon is started once, however often it is asked for", () =>
  live([], async ({ open, daemons }) => {
    const page = await open();
    await page.sees(".fleet");
    process.kill(daemons[0].pid, "SIGKILL");
    await page.sees(".banner");
    await page.run(`((button) => { button.click(); button.click(); })(document.querySelector(".banner button"))`);
    await page.sees(".connection-connected");
    await page.click('[aria-label="Refresh Fleet"]');
    await page.sees('[data-phase="content"] .fleet');
    assert.equal(daemons.length, 2);
  }));

test("a daemon that is killed in the middle of a fetch ends the spinner", () =>
  origin([null], (url) =>
    live(["--state", url], async ({ open, daemons }) => {
      const page = await open();
      await page.sees('[data-phase="loading"] .spinner');
      process.kill(daemons[0].pid, "SIGKILL");
      await page.sees(".banner", "SIGKILL");
      await page.seesNo(".spinner");
    })));

test("a daemon that cannot start says why, to the last word", () =>
  live(["--location", "demo"], async ({ open }) => {
    const page = await open();
    await page.sees(".banner", "https://…, http://…, file:PATH or command:PROGRAM.");
  }));

test("the mistakes of a configuration are said one after the other, until there is none", () => {
  const [first, second] = ["[resources.x]\nsource = 'demo'\nintervall = 3\n", "[resources.y]\nurl = 'x'\n"];
  return configured(first + second, async ({ open, save }) => {
    const page = await open();
    await page.sees("dialog[open]", "resources.x.intervall is unknown");
    save(second);
    await page.sees("dialog[open]", "did you mean resources.y.source?");
    save("[resources.y]\nsource = 'demo'\n");
    await page.seesNo("dialog[open]");
    await page.click('[aria-label="Refresh Fleet"]');
    await page.sees(".fleet");
  });
});

test("a bridge that ends is reported", () =>
  live([], async ({ open, bridge }) => {
    const page = await open();
    await page.sees(".fleet");
    await bridge.close();
    await page.sees(".banner", "statusd-web was ended");
    bridge.close = () => {}; // Once is enough.
  }));
