/**
 * Headless Chromium over its DevTools protocol: one browser, a page for each test.
 * @module
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "../../src/websocket.js";
import { Page } from "./page.js";

const WORDS = [
  "--headless=new",
  "--remote-debugging-port=0",
  "--no-sandbox", // Tests run as root in containers, where Chromium refuses to start with one.
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  // A page of another test is not in front, and gets its keys all the same.
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
  "--disable-background-timer-throttling",
  "--no-first-run",
  "--hide-scrollbars",
  "--force-color-profile=srgb",
  "about:blank",
];
export const VIEWPORT = { width: 1280, height: 860 };

export class Browser {
  #child;
  #folder;
  #socket;
  #lastID = 0;
  #calls = new Map();
  #pages = new Map();
  #saved = () => {};

  static async start() {
    const folder = mkdtempSync(join(tmpdir(), "statusd-web-"));
    const program = process.env.CHROMIUM ?? "chromium";
    const words = [`--user-data-dir=${folder}`, ...WORDS];
    // What it keeps beside its profile, such as reports of crashes, goes there too and not to the tests' folder of nobody.
    const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"], detached: true, env });
    const browser = new Browser(child, folder);
    await browser.#open(await browser.#address());
    return browser;
  }

  constructor(child, folder) {
    this.#child = child;
    this.#folder = folder;
  }

  /** Chromium says where it listens, and goes on talking: that is read too. */
  #address() {
    return new Promise((resolve, reject) => {
      let text = "";
      this.#child.once("error", reject);
      this.#child.once("exit", () => reject(new Error(`chromium did not start:\n${text}`)));
      this.#child.stderr.setEncoding("utf8").on("data", (piece) => {
        text = (text + piece).slice(-20_000);
        const found = /DevTools listening on (ws:\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
    });
  }

  async #open(address) {
    this.#socket = new WebSocket(address, [], { maxPayload: 1 << 28 });
    this.#socket.on("message", (text) => this.#take(JSON.parse(text)));
    await new Promise((resolve, reject) => this.#socket.once("open", resolve).once("error", reject));
  }

  #take({ id, result, error, method, params, sessionId }) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(new Error(`${call.method}: ${error.message}`));
    else if (call) call.resolve(result);
    else if (method === "Browser.downloadProgress") this.#saved(params);
    else this.#pages.get(sessionId)?.took(method, params);
  }

  call(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastID;
      this.#calls.set(id, { method, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** A page in a profile of its own, so that no page has the storage of another. `dark`, `still`: what it prefers. */
  async open(address, { dark = false, still = true, viewport = VIEWPORT } = {}) {
    const { browserContextId } = await this.call("Target.createBrowserContext");
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page((method, params) => this.call(method, params, sessionId), { targetId, browserContextId });
    this.#pages.set(sessionId, page);
    await page.begin({ dark, still, viewport });
    await page.go(address);
    return page;
  }

  /** The path of the next file that a page saves into `folder`. */
  async downloaded({ browserContextId }, downloadPath) {
    const done = new Promise((resolve) => {
      this.#saved = ({ guid, state }) => state === "completed" && resolve(join(downloadPath, guid));
    });
    const behavior = { behavior: "allowAndName", browserContextId, downloadPath, eventsEnabled: true };
    await this.call("Browser.setDownloadBehavior", behavior);
    return done;
  }

  closePage({ targetId }) {
    return this.call("Target.closeTarget", { targetId });
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.call("Browser.close").catch(() => {});
    await ended;
    this.#socket.terminate();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
