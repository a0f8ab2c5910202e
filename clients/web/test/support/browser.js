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
import { inTime, PATIENCE } from "./patience.js";

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
  "--lang=en-US", // Numbers are written as the reader writes them.
  "--force-color-profile=srgb",
  "about:blank",
];
const of = (sessionId) => (call) => call.sessionId === sessionId;
export const VIEWPORT = { width: 1280, height: 860 };

export class Browser {
  #child;
  #folder;
  #socket;
  #lastID = 0;
  #calls = new Map();
  #pages = new Map();
  #saved = () => {};
  /** The last of what it wrote, which explains its end. */
  #said = "";

  /** `patience`: seconds for whatever is waited for. */
  static async start(patience = PATIENCE) {
    const folder = mkdtempSync(join(tmpdir(), "statusd-web-"));
    const program = process.env.CHROMIUM ?? "chromium";
    const words = [`--user-data-dir=${folder}`, ...WORDS];
    // What it keeps beside its profile, such as reports of crashes, goes there too and not to the tests' folder of nobody.
    const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"], detached: true, env });
    const browser = new Browser(child, folder, patience);
    await browser.#open(await inTime("Chromium to say where it listens", browser.#address(), patience));
    return browser;
  }

  constructor(child, folder, patience) {
    this.#child = child;
    this.#folder = folder;
    this.patience = patience;
  }

  get pid() {
    return this.#child.pid;
  }

  /** Chromium says where it listens, and goes on talking: that is read too. */
  #address() {
    return new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("exit", () => reject(new Error(`Chromium did not start:\n${this.#said}`)));
      this.#child.stderr.setEncoding("utf8").on("data", (piece) => {
        this.#said = (this.#said + piece).slice(-20_000);
        const found = /DevTools listening on (ws:\S+)/.exec(this.#said);
        if (found) resolve(found[1]);
      });
    });
  }

  async #open(address) {
    this.#socket = new WebSocket(address, [], { maxPayload: 1 << 28 });
    this.#socket.on("message", (text) => this.#take(JSON.parse(text)));
    this.#socket.once("close", () => this.#fail(() => true, `Chromium has ended:\n${this.#said.slice(-2_000)}`));
    const opened = new Promise((resolve, reject) => this.#socket.once("open", resolve).once("error", reject));
    await inTime("the connection to Chromium", opened, this.patience);
  }

  /** Nobody responds any more to the calls that `isMeant` names. */
  #fail(isMeant, why) {
    for (const [id, call] of this.#calls) {
      if (!isMeant(call)) continue;
      this.#calls.delete(id);
      call.reject(new Error(`${call.method} has no response: ${why}`));
    }
  }

  #take({ id, result, error, method, params, sessionId }) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(new Error(`${call.method}: ${error.message}`));
    else if (call) call.resolve(result);
    else if (method === "Browser.downloadProgress") this.#saved(params);
    else if (method === "Inspector.targetCrashed") this.#fail(of(sessionId), "its page crashed");
    else this.#pages.get(sessionId)?.took(method, params);
  }

  /** The response to a call; an error if there is none within so many seconds, or will be none. */
  call(method, params = {}, sessionId = undefined, seconds = this.patience) {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.reject(new Error("Chromium has ended"));
    const response = new Promise((resolve, reject) => {
      const id = ++this.#lastID;
      this.#calls.set(id, { method, sessionId, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    return inTime(`Chromium's response to ${method}`, response, seconds);
  }

  /** A page in a profile of its own, so that no page has the storage of another. `dark`, `still`: what it prefers. */
  async open(address, { dark = false, still = true, viewport = VIEWPORT } = {}) {
    const { browserContextId } = await this.call("Target.createBrowserContext");
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
    const call = (method, params, seconds) => this.call(method, params, sessionId, seconds);
    const page = new Page(call, { targetId, browserContextId, patience: this.patience });
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
    return inTime("a file that the page saves", done, this.patience);
  }

  closePage({ targetId }) {
    return this.call("Target.closeTarget", { targetId });
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.call("Browser.close").catch(() => {});
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await inTime("the end of Chromium", ended, this.patience);
    }
    this.#socket.terminate();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
