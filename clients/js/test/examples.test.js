/** The examples for React and Svelte, in Chromium: bundled with the packed client, before the real daemon. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { after, before } from "node:test";
import { Browser } from "../../web/test/support/browser.js";
import { succeed, Workplace } from "./support/installing.js";
import { served } from "./support/serving.js";

const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));
/** Where Debian has the packages of its node-react. */
const DEBIAN = "/usr/share/nodejs";
const MENU = '[{"name": "Soup", "category": "starters", "spicy": true, "price": 4.5}]';
const REFRESH = "section > button";

let place;
let browser;
before(async () => {
  place = new Workplace();
  place.run(`npm install ${place.packages.map((name) => `./${name}`).join(" ")}`);
  cpSync(EXAMPLES, join(place.project, "examples"), { recursive: true });
  browser = await Browser.start();
});
after(async () => {
  await browser?.close();
  place?.remove();
});

/** One script of an example and everything that it imports. */
function bundled(path) {
  const words = ["--bundle", "--format=esm", "--jsx=automatic", "--outfile=app.js", "--log-level=error"];
  succeed(place.project, "env", `NODE_PATH=${DEBIAN}`, "esbuild", join("examples", path), ...words);
  return readFileSync(join(place.project, "app.js"), "utf8");
}

/** A page with an example, whose menu is a file that does not exist yet. */
async function shown(path, body) {
  const menu = join(place.folder, `${path.replaceAll("/", "-")}.json`);
  await served(bundled(path), ["--menu", `file:${menu}`], async (host) => {
    const page = await browser.open(host.address);
    await body({ ...host, page, serve: () => writeFileSync(menu, MENU) });
    assert.deepEqual(page.complaints, []);
    await browser.closePage(page);
  });
}

test("React: the hook draws each change, presses buttons, and closes the screen with its component", async () => {
  await shown("react/app.jsx", async ({ page, serve, called }) => {
    await page.sees("[role=alert]", "does not exist");
    serve();
    await page.click(REFRESH);
    await page.sees("h2", "starters: 1");
    await page.sees("[role=status]", "content just now");
    await page.seesNo("[role=alert]");
    await page.click("label");
    await page.seesNo("section");
    await page.click("label");
    await page.sees("h2", "starters: 1");
    // In strict mode React begins everything twice.
    const count = (method) => called.filter((each) => each === method).length;
    assert.deepEqual([count("openScreen"), count("closeScreen")], [4, 3]);
  });
});

test("React: a daemon that dies leaves an old screen, which the next one renews", async () => {
  await shown("react/app.jsx", async ({ page, serve, daemons }) => {
    serve();
    await page.sees("[role=status]", "content");
    const seen = page.sees("[role=status]", "stale");
    daemons[0].kill();
    await seen;
    await page.sees("[role=status]", "content");
    assert.equal(daemons.length, 2);
  });
});

/** What Svelte's compiler makes of a component with `$screen`: it subscribes, draws, and unsubscribes at its end. */
const COMPONENT = `
  import { connect } from "statusd";
  import { screenStore } from "./screen-store.js";
  const store = screenStore(await connect(\`ws://\${location.host}/\`), { parts: { menu: {} }, fetch: "missing" });
  const draw = (place) => ($screen) => {
    place.textContent = $screen ? [$screen.parts.menu.phase, $screen.parts.menu.failure?.title ?? ""].join(" ") : "none";
  };
  const ends = [];
  window.begin = () => {
    const place = document.body.appendChild(document.createElement("p"));
    const unsubscribe = store.subscribe(draw(place));
    ends.push(() => (unsubscribe(), unsubscribe(), place.remove()));
  };
  window.end = () => ends.pop()();
  window.press = store.press;
  begin();
`;

const PHASES = "[...document.querySelectorAll('p')].map((each) => each.textContent.split(' ')[0])";

test("Svelte: the store has a value at once and after each change, and one screen from first to last", async () => {
  writeFileSync(join(place.project, "examples/svelte/component.js"), COMPONENT);
  await shown("svelte/component.js", async ({ page, serve, called }) => {
    const count = (method) => called.filter((each) => each === method).length;
    await page.sees("p", "error");
    await page.run("begin()");
    assert.deepEqual(await page.run(PHASES), ["error", "error"]);
    await page.run("end()");
    serve();
    assert.deepEqual(await page.run("press('refresh', { part: 'menu' })"), { pressed: true });
    await page.sees("p", "content");
    assert.deepEqual([count("openScreen"), count("closeScreen")], [1, 0]);
    await page.run("end()");
    assert.deepEqual(await page.run("press('refresh', { part: 'menu' })"), { pressed: false });
    assert.deepEqual(await page.run(`(begin(), ${PHASES})`), ["none"]);
    await page.sees("p", "content");
    assert.deepEqual([count("openScreen"), count("closeScreen")], [2, 1]);
  });
});
