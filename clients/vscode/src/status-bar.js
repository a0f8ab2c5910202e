/**
 * The item of the status bar.
 * @module
 */

import { bar } from "./words.js";

/** @typedef {typeof import("vscode")} Editor */

export class StatusBar {
  #vscode;
  #item;

  /** @param {Editor} vscode */
  constructor(vscode) {
    this.#vscode = vscode;
    this.#item = vscode.window.createStatusBarItem("statusd.status", vscode.StatusBarAlignment.Left);
    this.#item.name = "statusd";
  }

  /** @param {import("./session.js").Screen} screen */
  draw(screen) {
    const { text, tooltip, colour, failure } = bar(screen);
    const item = this.#item;
    item.text = text;
    item.tooltip = tooltip;
    // These two are the only backgrounds that an item may have.
    item.backgroundColor = colour ? new this.#vscode.ThemeColor(`statusBarItem.${colour}Background`) : undefined;
    item.command = this.#command(screen.isOpen, failure !== null);
    item.accessibilityInformation = { label: `statusd: ${tooltip}` }; // Without the names of icons.
    item.show();
  }

  /**
   * @param {boolean} isOpen
   * @param {boolean} hasFailed
   */
  #command(isOpen, hasFailed) {
    if (!isOpen) return "statusd.restart";
    return hasFailed ? "statusd.recover" : "statusd.refresh";
  }

  dispose() {
    this.#item.dispose();
  }
}
