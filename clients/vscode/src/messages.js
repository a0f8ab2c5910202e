/**
 * Failures as messages with their options as buttons.
 *
 * An alert is an error, and closing it is its Cancel; every other failure is a warning. None is modal: the editor is
 * somebody's work. It cannot close a message, so one that is answered after its failure was settled does nothing.
 * @module
 */

import { failures } from "./words.js";

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./words.js").FailureBox} FailureBox */
/** @typedef {import("vscode").MessageItem & {optionId: string}} Item */
/** @typedef {(failureId: string, optionId?: string) => void} Choose Without an option, the alert was closed. */

export class Messages {
  #vscode;
  #choose;
  /** Ids of failures that were shown, so that each is shown once. */
  #shown = new Set();
  /** @type {string | null} */
  #notice = null;

  /**
   * @param {Editor} vscode
   * @param {Choose} choose
   */
  constructor(vscode, choose) {
    this.#vscode = vscode;
    this.#choose = choose;
  }

  /** @param {Screen} screen */
  draw(screen) {
    this.#showNotice(screen.notice);
    const open = failures(screen);
    for (const each of open) this.#show(each, each.failureId === screen.alert?.failureId);
    this.#forget(new Set(open.map((each) => each.failureId)));
  }

  /**
   * @param {FailureBox} failure
   * @param {boolean} isAlert
   */
  #show(failure, isAlert) {
    if (this.#shown.has(failure.failureId) || !(isAlert || this.#wantsAll())) return;
    this.#shown.add(failure.failureId);
    if (isAlert) this.#showAlert(failure);
    else this.#showInline(failure);
  }

  #wantsAll() {
    return this.#vscode.workspace.getConfiguration("statusd").get("messages") !== "alerts";
  }

  /**
   * What the last recovery has done.
   * @param {string | null} notice
   */
  #showNotice(notice) {
    if (notice !== null && notice !== this.#notice) this.#vscode.window.showInformationMessage(notice);
    this.#notice = notice;
  }

  /**
   * Closing it is an answer too, unless it has been settled meanwhile: then a press does nothing.
   * @param {FailureBox} alert
   */
  async #showAlert(alert) {
    const others = items(alert).filter((each) => !isCancel(each));
    const chosen = await this.#vscode.window.showErrorMessage(words(alert), ...others);
    this.#choose(alert.failureId, chosen?.optionId);
  }

  /** @param {FailureBox} failure */
  async #showInline(failure) {
    const chosen = await this.#vscode.window.showWarningMessage(words(failure), ...items(failure));
    if (chosen) this.#choose(failure.failureId, chosen.optionId);
  }

  /**
   * What is settled does not come back: its id is no longer needed.
   * @param {Set<string>} open
   */
  #forget(open) {
    for (const id of this.#shown) if (!open.has(id)) this.#shown.delete(id);
  }
}

/** @param {FailureBox} failure */
function words({ title, message }) {
  return `${title}. ${message}`;
}

/**
 * The editor draws the first as the one to press, so Cancel comes last.
 * @param {FailureBox} failure
 * @returns {Item[]}
 */
function items({ buttons }) {
  const all = buttons.map(({ id, title }) => ({ title, optionId: id }));
  return [...all.filter((each) => !isCancel(each)), ...all.filter(isCancel)];
}

/** @param {Item} item */
function isCancel({ optionId }) {
  return optionId === "cancel";
}
