/** The gallery in Chromium: every kind, every form, the options, the clock. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { browsing, shared } from "./support/hosting.js";

const held = shared(before, after);
const SCHEMA = new URL("../../../schema/failures.json", import.meta.url);
const KINDS = JSON.parse(readFileSync(SCHEMA, "utf8")).kinds;
/** Expected by the caller, or for a program to correct: they are shown nowhere. */
const SILENT = ["requestCancelled", "shuttingDown", "parseError", "invalidRequest", "methodNotFound", "invalidParams",
  "failureNotFound", "optionNotFound", "alreadyRecovered", "nothingToRetry"];

const gallery = (body, options) =>
  browsing(held.browser, [], async (host) => {
    const page = await host.open("failures.html", options);
    await page.sees('[data-plays="demo"]');
    await body(page, host);
    assert.deepEqual(page.complaints, []);
  });

const form = (page, name) => page.click(`input[value="${name}"] + span`);
const play = (page, kind) => page.click(`[data-kind="${kind}"]`);
/** As the list of a browser does it, which stands outside of the page. */
const pick = async (page, scenario) => {
  await page.run(`((select) => {
    select.value = "${scenario}";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  })(document.querySelector("#scenario"))`);
  await page.sees(`[data-plays="${scenario}"]`);
};
/** What is played, the phase of the stage, and the title of its failure. */
const SHOWN = `[
  document.querySelector(".played code")?.textContent ?? null,
  document.querySelector("#stage [data-phase]")?.dataset.phase ?? null,
  document.querySelector("#stage [data-phase] .failure-title")?.textContent ?? null,
]`;
const titles = (page, box) =>
  page.run(`[...document.querySelectorAll('${box} .option')].map((each) => each.textContent)`);

test("every kind of the catalogue is played, and stands in the place of the value with its words", () =>
  gallery(async (page) => {
    for (const { kind, title } of KINDS) {
      await play(page, kind);
      await page.sees(`#stage[data-played="${kind}"]`);
      // It has been played, so nothing that is missing still comes.
      const shown = SILENT.includes(kind) ? [kind, "blank", null] : [kind, "error", title];
      assert.deepEqual(await page.run(SHOWN), shown);
    }
  }));

test("an alert has the focus inside, Escape is its Cancel, and the focus goes back", () =>
  gallery(async (page) => {
    await form(page, "dialog");
    await play(page, "notFound");
    await page.sees('dialog[open][role="alertdialog"]', "Nothing was found at the address");
    assert.equal(await page.focused(), "Cancel");
    await page.press("Escape");
    await page.seesNo("dialog[open]");
    assert.equal(await page.run(`document.activeElement.dataset.kind`), "notFound");
    await page.sees('[data-phase="stale"] .dish');
  }));

for (const [name, box] of [["banner", ".alert-banner"], ["toast", ".toast"]]) {
  test(`a failure over an old value is a ${name}, which leaves the focus where it is`, () =>
    gallery(async (page) => {
      await form(page, name);
      await play(page, "serverError");
      await page.sees(`${box}[role="alert"]`, "The server has a problem");
      assert.equal(await page.run(`document.activeElement.dataset.kind`), "serverError");
      await page.seesNo("dialog[open]");
      await page.click(`${box} [data-key="useLastKnown"]`);
      await page.seesNo(box);
      await page.sees(".dish");
    }));
}

test("a poll that fails over a value is silent: the value is marked as old", () =>
  gallery(async (page) => {
    await form(page, "silent");
    await play(page, "serverError");
    await page.sees('[data-phase="stale"] .tag-stale', "old");
    await page.seesNo(".failure, .toast, .alert-banner, dialog[open]");
  }));

test("a store that is full shows what was fetched, and Free Space heals it when time goes on", () =>
  gallery(async (page) => {
    await form(page, "banner");
    await pick(page, "out-of-space");
    await page.click('[aria-label="Refresh Menu"]');
    await page.sees(".clock-awaited", "move the clock");
    await page.click('[data-seconds="10"]');
    await page.sees(".alert-banner .failure-title", "The store is full");
    await page.sees(".dish");
    assert.deepEqual(await titles(page, ".alert-banner"), ["Cancel", "Free Space", "Buy More Space"]);
    await page.click('[data-key="freeSpace"]');
    await page.sees('[data-key="freeSpace"][aria-busy="true"]');
    await page.until(`document.querySelector('.alert-banner [data-key="buyMoreSpace"]') === null`);
    assert.deepEqual(await titles(page, ".alert-banner"), ["Cancel", "Free Space"]); // What is running, and its end.
    await page.click('[data-seconds="1"]');
    await page.seesNo(".alert-banner");
    await page.sees('[data-phase="content"] .dish');
  }));

test("an option of one's own is handed to the page", () =>
  gallery(async (page) => {
    await pick(page, "custom-option");
    await page.click('[aria-label="Refresh Menu"]');
    await page.click('[data-seconds="1"]');
    await page.sees(".failure-title", "The kitchen has moved");
    assert.deepEqual(await titles(page, ".failure"), ["Cancel", "Try Again", "Call the Kitchen"]);
    await page.click('[data-key="custom:call"]');
    await page.sees('.notices[role="status"]', "“Call the Kitchen” was handed to this page.");
    await page.click('[aria-label^="Dismiss"]');
    await page.seesNo(".notice");
  }));

// Not by keys: Chromium may open the list of the system for them, and answers no more while that is open.
test("the picker plays a scenario, whose failure Try Again heals", () =>
  gallery(async (page) => {
    await pick(page, "first-fails");
    await page.sees('[data-plays="first-fails"]');
    await page.click('[aria-label="Refresh Menu"]');
    await page.click('[data-seconds="10"]');
    await page.sees(".failure-title", "The server has a problem");
    await page.click('[data-key="tryAgain"]');
    await page.click('[data-seconds="1"]');
    await page.sees(".dish");
  }));

// Not by keys: of a slider that is drawn anew with each step, Chromium loses some on a busy machine.
test("the clock's slider is moved, counts down a Retry-After, and goes only forwards", () =>
  gallery(async (page) => {
    const move = (value) =>
      page.run(`{
        const clock = document.querySelector("#clock");
        clock.value = ${value};
        for (const type of ["input", "change"]) clock.dispatchEvent(new Event(type, { bubbles: true }));
      }`);
    await play(page, "tooManyRequests");
    await page.sees(".failure-countdown", "26 s");
    await page.run(`document.querySelector("#clock").focus()`);
    await move(6);
    await page.sees("output", "6.0 s");
    await page.sees(".failure-countdown", "25 s");
    await move(0);
    await page.until(`document.querySelector("#clock").value === "6"`);
    await move(120);
    await page.sees("output", "120.0 s");
    await page.seesNo(".failure-countdown");
    assert.equal(await page.run(`document.activeElement.id`), "clock");
  }));

test("help is shown in a dialog, and closed by its button", () =>
  gallery(async (page) => {
    await play(page, "internalError");
    await page.click('.failure [data-key="showHelp"]');
    await page.sees("dialog.help[open] h2", "internalError");
    await page.click('[aria-label="Close the help"]');
    await page.seesNo("dialog[open]");
  }));

test("a kind is found by its name, its title or its code", () =>
  gallery(async (page) => {
    await page.click("#filter");
    await page.call("Input.insertText", { text: "1204" });
    await page.sees(".catalogue .count", `1 of ${KINDS.length} kinds`);
    await page.sees(".kind-title", "The server was asked too often");
  }));

test("the location fails and comes back with time", () =>
  gallery(async (page) => {
    await pick(page, "location");
    await page.click('[aria-label="Start the location"]:not([aria-disabled])');
    await page.sees(".failure-title", "The location is not known yet");
    await page.click('[data-seconds="10"]');
    await page.sees('[data-phase="content"] .track-here');
    await page.seesNo(".failure");
    await page.click('[data-seconds="10"]');
    await page.click('[data-seconds="10"]');
    await page.sees('.track[aria-label="Track of 3 places"]');
  }));

test("the messages can be looked at", () =>
  gallery(async (page) => {
    await play(page, "offline");
    await page.sees(".failure");
    await page.click(".wire summary");
    await page.sees(".wire[open] .wire-out", '"kind":"offline"');
  }));

test("a clock that runs moves by itself", () =>
  gallery(async (page) => {
    await page.click('[aria-label="Refresh Menu"]');
    await page.click('[data-act="run"]');
    await page.sees(".dish");
    await page.click('[data-act="run"]');
    await page.sees('[data-act="run"][aria-pressed="false"]');
  }));
