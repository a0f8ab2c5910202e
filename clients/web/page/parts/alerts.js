/**
 * What stands before the person, in one of three forms.
 *
 * A dialog takes the focus and gives it back; a toast and a line above the page leave it where it is.
 * @module
 */

import { el } from "../drawing/elements.js";
import { redraw } from "../drawing/morph.js";
import { failureBody } from "./failure.js";

/** @typedef {import("./failure.js").FailureBox} FailureBox */
/** @typedef {import("../../../js/src/screen.js").Button} Button */
/** @typedef {"dialog" | "inline" | "toast"} Form */

const TITLE = "alert-title";
const NAMED = { "aria-labelledby": TITLE, "aria-describedby": `${TITLE}-message` };

export class Alerts {
  #press;
  #dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "alert", role: "alertdialog", ...NAMED }));
  #line = el("div", { class: "alert-line" });
  #toast = el("div", { class: "toast-place" });
  /** @type {FailureBox | null} */
  #shown = null;

  /**
   * @param {HTMLElement} page Where toasts and the dialog stand.
   * @param {HTMLElement} top Where lines stand.
   * @param {(button: Button) => void} press
   */
  constructor(page, top, press) {
    this.#press = press;
    page.append(this.#toast, this.#dialog);
    top.append(this.#line);
    // Escape is what Cancel is; the screen then has no alert any more.
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#cancel();
    });
  }

  /**
   * @param {FailureBox | null} alert
   * @param {Form} form
   */
  draw(alert, form) {
    this.#shown = alert;
    redraw(this.#line, alert && form === "inline" ? [box("alert-banner", alert)] : []);
    redraw(this.#toast, alert && form === "toast" ? [box("toast", alert)] : []);
    this.#drawDialog(form === "dialog" ? alert : null);
  }

  /** @param {FailureBox | null} alert */
  #drawDialog(alert) {
    const dialog = this.#dialog;
    if (!alert) return dialog.close();
    redraw(dialog, [failureBody(alert, TITLE, "h2")]);
    if (dialog.open) return;
    dialog.showModal();
    // Nothing is chosen by a key that was meant for the page below: the first button is Cancel.
    dialog.querySelector("button")?.focus();
  }

  #cancel() {
    const { failureId, buttons } = this.#shown ?? { failureId: "", buttons: [] };
    const cancel = buttons.find((each) => each.role === "cancel");
    if (cancel) this.#press({ button: "option", failureId, optionId: cancel.id });
  }
}

/**
 * @param {string} name
 * @param {FailureBox} alert
 */
function box(name, alert) {
  const id = `${TITLE}-${alert.failureId}`;
  const named = { "data-key": alert.failureId, "aria-labelledby": id };
  return el("section", { class: name, role: "alert", ...named }, failureBody(alert, id, "h2"));
}
