/**
 * Every page in every state that it has: what the tests measure, and what `look.js` takes pictures of.
 * @module
 */

import { browsing } from "./hosting.js";
import { inWorld } from "./worlds.js";

const VIEWS = { fleet: "Fleet", menu: "Menu", resources: "rows", location: "Location" };
const SHOWN = { fleet: ".mark", menu: ".dish", resources: ".value td", location: ".track" };
const PANEL = { fleet: "Fleet", menu: "Menu", resources: "rows", location: "Location" };

async function goTo(page, view) {
  await page.sees(".connection-connected");
  await page.click(`nav a[href="index.html#${view}"]`);
  await page.sees(".panel h2", VIEWS[view]);
  if (view === "location") await page.click('[aria-label="Start the location"]:not([aria-disabled])');
}

const content = (view) => async (page) => {
  await goTo(page, view);
  await page.sees(SHOWN[view]);
};

/** A value, and a call that fails over it. */
const alert = (view) => async (page) => {
  await content(view)(page);
  await page.click(`[aria-label="Refresh ${PANEL[view]}"]`);
  await page.sees("dialog[open]");
};

const stale = (view) => async (page) => {
  if (view === "location") {
    await content(view)(page);
    await page.click('[aria-label="Stop the location"]');
  } else {
    await alert(view)(page);
    await page.press("Escape");
    await page.seesNo("dialog[open]");
  }
  await page.sees(".tag-stale");
};

const ended = (view) => async (page, { daemons }) => {
  await content(view)(page);
  if (view !== "location") await page.click('.panel[data-phase="content"] [role="switch"]:not([aria-disabled])');
  if (view !== "location") await page.sees('[role="switch"][aria-checked="true"]');
  process.kill(daemons[0].pid, "SIGKILL");
  await page.sees(".banner", "SIGKILL");
};

const loading = (view) => async (page) => {
  await goTo(page, view);
  if (view !== "location") await page.sees(".placeholder");
};

const failed = (view) => async (page) => {
  await goTo(page, view);
  await page.sees(".failure-title");
};

/** As `ended`, before anything was asked for. */
const bare = async (page, { daemons }) => {
  await goTo(page, "menu");
  await page.click('[aria-label="Stop fetching Menu"]:not([aria-disabled])');
  await page.sees(".invitation button");
  process.kill(daemons[0].pid, "SIGKILL");
  await page.sees(".banner", "SIGKILL");
};

const STATES = [
  ["loading", "waiting", loading],
  ["content", "plain", content],
  ["stale", "fading", stale],
  ["failed", "failing", failed],
  ["alert", "fading", alert],
  ["ended", "plain", ended],
  ["long", "long", content],
  ["leftwards", "leftwards", content],
];

function scenesOf(view) {
  // The location has neither alerts nor words, and comes at once.
  const states = view === "location" ? STATES.filter(([state]) => /content|stale|failed|ended/.test(state)) : STATES;
  return states.map(([state, world, show]) => ({ name: `${view}-${state}`, world, show: show(view) }));
}

const play = (form, kind, selector) => async (page) => {
  await page.sees('[data-plays="demo"]');
  await page.click(`input[value="${form}"] + span`);
  await page.click(`[data-kind="${kind}"]`);
  await page.sees(selector);
};

const pick = `((select) => {
  select.value = "custom-option";
  select.dispatchEvent(new Event("change", { bubbles: true }));
})(document.querySelector("#scenario"))`;

async function notice(page) {
  await page.sees('[data-plays="demo"]');
  await page.run(pick);
  await page.sees('[data-plays="custom-option"]');
  await page.click('[aria-label="Refresh Menu"]');
  await page.click('[data-seconds="1"]');
  await page.click('[data-key="custom:call"]');
  await page.sees(".notice");
}

async function messages(page) {
  await play("inline", "tooManyRequests", ".failure-countdown")(page);
  await page.click(".wire summary");
  await page.sees(".wire[open] li");
}

async function help(page) {
  await play("inline", "internalError", ".failure")(page);
  await page.click('.failure [data-key="showHelp"]');
  await page.sees("dialog.help[open]");
}

async function moment(page) {
  await page.click('[data-act="sample"]');
  await page.click('[data-lane*="menu"]');
  await page.click('[aria-label^="The connection was lost"]');
  await page.sees(".failure");
}

const GALLERY = [
  ["failures-line", play("banner", "tooManyRequests", ".alert-banner")],
  ["failures-alert", play("dialog", "outOfSpace", "dialog[open]")],
  ["failures-toast", play("toast", "diskFull", ".toast")],
  ["failures-stale", play("silent", "serverError", ".tag-stale")],
  ["failures-place", messages],
  ["failures-notice", notice],
  ["failures-help", help],
].map(([name, show]) => ({ name, show, page: "failures.html" }));

const REPLAY = [
  ["replay-empty", (page) => page.sees(".invitation")],
  ["replay-moment", moment],
].map(([name, show]) => ({ name, show, page: "replay.html" }));

/** Each with its page, the world of its daemon, and what makes it be seen. */
export const SCENES = [
  ...Object.keys(VIEWS).flatMap(scenesOf),
  { name: "fleet-crowded", world: "crowded", show: content("fleet") },
  { name: "menu-bare", world: "waiting", show: bare },
  { name: "menu-failed-long", world: "failingLong", show: failed("menu") },
  { name: "menu-alert-long", world: "fadingLong", show: alert("menu") },
  { name: "no-key", page: "index.html#fleet", show: (page) => page.sees(".banner") },
  ...GALLERY,
  ...REPLAY,
];

export const DESK = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };
/** How each of them can look. */
export const LOOKS = [
  { look: "desk-light", dark: false, viewport: DESK },
  { look: "desk-dark", dark: true, viewport: DESK },
  { look: "phone-light", dark: false, viewport: PHONE },
  { look: "phone-dark", dark: true, viewport: PHONE },
];

export function sceneNamed(name) {
  return SCENES.find((each) => each.name === name);
}

/** Shows a scene in a browser for the length of `body`, which gets the page. */
export async function onScene(browser, { page: name = "index.html", world = "plain", show }, body) {
  await inWorld(world, (words) =>
    browsing(browser, words, async (host) => {
      const page = await host.open(name);
      await show(page, host);
      await body(page);
      await browser.closePage(page);
    }));
}
