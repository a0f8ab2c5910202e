/**
 * A page as a person has it: real clicks and keys, what stands there, and what assistive technology hears.
 * @module
 */

import assert from "node:assert/strict";
import { inTime, Late } from "./patience.js";

/** Runs in the page: waits until `seen` gives a value, and looks again whenever the document changes. */
const UNTIL = `(seen) => new Promise((resolve) => {
  const look = () => {
    const value = seen();
    if (!value) return;
    observer.disconnect();
    resolve(value);
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener("focusin", look);
  look();
})`;

/** What Chromium says of an expression whose page another has followed. */
const LEFT = /Inspected target navigated or closed|Execution context was destroyed/;

const KEYS = {
  Tab: { code: "Tab", windowsVirtualKeyCode: 9 },
  Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  " ": { code: "Space", windowsVirtualKeyCode: 32, text: " " },
  Escape: { code: "Escape", windowsVirtualKeyCode: 27 },
  ArrowDown: { code: "ArrowDown", windowsVirtualKeyCode: 40 },
  ArrowRight: { code: "ArrowRight", windowsVirtualKeyCode: 39 },
  ArrowLeft: { code: "ArrowLeft", windowsVirtualKeyCode: 37 },
  Home: { code: "Home", windowsVirtualKeyCode: 36 },
  End: { code: "End", windowsVirtualKeyCode: 35 },
};

export class Page {
  /** What the page wrote to its console, and what it threw. */
  complaints = [];
  #loaded = () => {};

  constructor(call, { targetId, browserContextId, patience }) {
    this.call = call;
    this.patience = patience;
    this.targetId = targetId;
    this.browserContextId = browserContextId;
  }

  async begin({ dark, still, viewport }) {
    const domains = ["Inspector", "Page", "Runtime", "Log", "DOM", "Accessibility"];
    await Promise.all(domains.map((each) => this.call(`${each}.enable`)));
    await this.appear({ dark, still, viewport });
    await this.call("Emulation.setFocusEmulationEnabled", { enabled: true }); // As if its window were in front.
  }

  /** As another device and another taste have it, until the page is drawn so. */
  async appear({ dark = false, still = true, viewport }) {
    const features = [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" },
    ];
    await this.call("Emulation.setEmulatedMedia", { features });
    await this.call("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor: 1, mobile: false });
    await this.run("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  }

  took(method, params) {
    if (method === "Page.loadEventFired") this.#loaded();
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description);
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
  }

  async go(address) {
    const loaded = new Promise((resolve) => {
      this.#loaded = resolve;
    });
    await this.call("Page.navigate", { url: address });
    await inTime(`the page ${address} to load`, loaded, this.patience);
  }

  /** The value of an expression, or of what it promises within so many seconds. */
  async run(expression, seconds = undefined) {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", params, seconds);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until the expression is true, and gives its value. `wanted`: it in words; `there`: gives what is there. */
  async until(expression, wanted = expression, there = "") {
    try {
      return await this.run(`(${UNTIL})(() => (${expression}))`, this.patience);
    } catch (error) {
      // What waited has gone with its page; the next one may have what is waited for.
      if (LEFT.test(error.message)) return this.until(expression, wanted, there);
      if (!(error instanceof Late)) throw error;
      throw new Late(`waited ${this.patience} s for ${wanted}; there is ${await this.#found(there)}`);
    }
  }

  /** What the page has, in words. `there`: an expression that gives what is like the thing that was waited for. */
  async #found(there) {
    const body = "[location.pathname, document.body.innerText]";
    try {
      const [like, [address, text]] = await this.run(`[${there || "null"}, ${body}]`);
      const complaints = this.complaints.length === 0 ? "" : `\nIt complained: ${this.complaints.join("\n")}`;
      const what = like === null ? "a page" : `${JSON.stringify(like)},`;
      return `${what} at ${address}:\n${text.slice(-1_500)}${complaints}`;
    } catch (error) {
      return `a page that does not respond (${error.message})`;
    }
  }

  /** Waits for an element, and until a text stands in it. */
  sees(selector, text = "") {
    const texts = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent)`;
    const wanted = text === "" ? selector : `“${text}” in ${selector}`;
    return this.until(`${texts}.some((each) => each.includes(${JSON.stringify(text)}))`, wanted, texts);
  }

  /** Waits until there is no such element. */
  seesNo(selector) {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    return this.until(`!${found}`, `no ${selector}`, `${found}?.outerHTML.slice(0, 300)`);
  }

  text(selector) {
    return this.run(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
  }

  /** The accessible name of what has the focus. */
  focused() {
    return this.run(`document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent`);
  }

  /** Presses the mouse's button in the middle of an element, which must be what lies there. */
  async click(selector) {
    const { x, y } = await this.point(selector);
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  async hover(selector) {
    await this.call("Input.dispatchMouseEvent", { type: "mouseMoved", ...(await this.point(selector)) });
  }

  async point(selector) {
    await this.sees(selector);
    const place = await this.run(`((each) => {
      each.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = each.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      const top = document.elementFromPoint(middle.x, middle.y);
      return each === top || each.contains(top) ? middle : { covered: top?.outerHTML.slice(0, 200) };
    })(document.querySelector(${JSON.stringify(selector)}))`);
    assert.equal(place.covered, undefined, `${selector} is covered`);
    return place;
  }

  async press(...keys) {
    for (const key of keys) {
      const { text, ...rest } = KEYS[key];
      await this.call("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, text, ...rest });
      await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, ...rest });
    }
  }

  /** Every node that assistive technology has: role and name. */
  async accessible() {
    const { nodes } = await this.call("Accessibility.getFullAXTree");
    const seen = nodes.filter((each) => !each.ignored);
    return seen.map(({ role, name, properties = [] }) => ({
      role: role?.value,
      name: name?.value ?? "",
      focusable: properties.some((each) => each.name === "focusable" && each.value.value),
    }));
  }

  /** The window, or the page down to its end. `longest`: pixels that it may have then. */
  async picture(longest = 0) {
    const [width, height] = await this.run("[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]");
    const clip = longest > 0 && { x: 0, y: 0, width, height: Math.min(height, longest), scale: 1 };
    const whole = clip ? { clip, captureBeyondViewport: true } : {};
    const { data } = await this.call("Page.captureScreenshot", { format: "png", ...whole });
    return Buffer.from(data, "base64");
  }
}
