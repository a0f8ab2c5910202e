/**
 * Failures as messages with their options as buttons.
 *
 * An alert is modal: it stands before the person, as docs/protocol.md asks. Every other failure is a message in the
 * corner. The editor cannot close either, so a message that is answered after its failure was settled does nothing.
 * @module
 */

import { failures } from "./words.js";

/** @typedef {typeof import("vscode")} Editor */
/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./words.js").FailureBox} FailureBox */
/** @typedef {import("vscode").MessageItem & {optionId: string}} Item */
/** @typedef {(failureId: string, optionId: string) => void} Choose */

export class Messages {
  #vscode;
  #choose;
  /** Ids of failures that were shown, so that each is shown once. */
  #shown = new Set();
  /** Whether an alert waits for its answer. Only one stands at a time. */
  #isAsking = false;
  /** @type {Screen | null} */
  #screen = null;
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
    this.#screen = screen;
    this.#showNotice(screen.notice);
    this.#showAlert(screen.alert);
    const open = failures(screen);
    if (this.#wantsAll()) open.filter((each) => each !== screen.alert).forEach((each) => this.#showInline(each));
    this.#forget(new Set(open.map((each) => each.failureId)));
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

  /** @param {FailureBox | null} alert */
  async #showAlert(alert) {
    if (!alert || this.#isAsking || this.#shown.has(alert.failureId)) return;
    this.#isAsking = true;
    this.#shown.add(alert.failureId);
    const { title, message: detail } = alert;
    const chosen = await this.#vscode.window.showErrorMessage(title, { modal: true, detail }, ...items(alert));
    this.#isAsking = false;
    this.#answer(alert, chosen);
    if (this.#screen) this.draw(this.#screen); // A newer one may have come meanwhile.
  }

  /** @param {FailureBox} failure */
  async #showInline(failure) {
    if (this.#shown.has(failure.failureId)) return;
    this.#shown.add(failure.failureId);
    const { title, message } = failure;
    const text = `${title}. ${message}`;
    this.#answer(failure, await this.#vscode.window.showWarningMessage(text, ...items(failure)));
  }

  /**
   * @param {FailureBox} failure
   * @param {Item | undefined} chosen
   */
  #answer({ failureId }, chosen) {
    if (chosen) this.#choose(failureId, chosen.optionId);
  }

  /**
   * What is settled does not come back: its id is no longer needed.
   * @param {Set<string>} open
   */
  #forget(open) {
    for (const id of this.#shown) if (!open.has(id)) this.#shown.delete(id);
  }
}

/**
 * Cancel is what closing a modal message means, and the editor gives that button itself.
 * @param {FailureBox} failure
 * @returns {Item[]}
 */
function items({ buttons }) {
  return buttons.map(({ id, title }) => ({ title, isCloseAffordance: id === "cancel", optionId: id }));
}
