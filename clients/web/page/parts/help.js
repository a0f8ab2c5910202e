/**
 * The explanation of a failure: a section of the failures' page, in a dialog.
 * @module
 */

import { el } from "../drawing/elements.js";
import { redraw } from "../drawing/morph.js";
import { icon } from "./icons.js";

/** @typedef {import("../../../js/src/types.js").HelpSection} HelpSection */

export class Help {
  #dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "help", "aria-labelledby": "help-title" }));

  /**
   * @param {HTMLElement} page
   * @param {() => void} close
   */
  constructor(page, close) {
    page.append(this.#dialog);
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close();
    });
  }

  /** @param {HelpSection | null} help */
  draw(help) {
    if (!help) return this.#dialog.close();
    const closing = el(
      "button",
      { type: "button", class: "tool", "aria-label": "Close the help", press: { button: "closeHelp" } },
      icon("close"),
      el("span", {}, "Close"),
    );
    redraw(this.#dialog, [
      el("div", { class: "panel-head" }, el("h2", { id: "help-title" }, help.title), closing),
      el("div", { class: "prose" }, prose(withoutTitle(help.markdown))),
    ]);
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}

/**
 * A section begins with its title, which the dialog has above it.
 * @param {string} markdown
 */
function withoutTitle(markdown) {
  return markdown.replace(/^#.*/, "");
}

/**
 * Paragraphs and lists, with code and strong words in them: what the sections have.
 * @param {string} markdown
 */
export function prose(markdown) {
  return markdown.trim().split(/\n{2,}/).map(block);
}

/** @param {string} text */
function block(text) {
  const lines = text.split("\n");
  if (lines.every((line) => /^[-*] /.test(line))) {
    return el("ul", {}, lines.map((line) => el("li", {}, words(line.slice(2)))));
  }
  if (text.startsWith("#")) return el("h3", {}, text.replace(/^#+ */, ""));
  if (text.startsWith("> ")) return el("blockquote", {}, words(text.replace(/^> ?/gm, "")));
  return el("p", {}, words(text));
}

/**
 * Links lose their addresses: they lead to places of the page that this is a section of.
 * @param {string} text
 */
function words(text) {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    return part.startsWith("**") ? el("b", {}, part.slice(2, -2)) : part;
  });
}
