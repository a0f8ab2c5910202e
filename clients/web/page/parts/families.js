/**
 * Parameterised resources: a field for each argument, and a button that shows the instance.
 * @module
 */

import { el } from "../drawing/elements.js";

/** @typedef {import("../../../js/src/types.js").ResourceFamily} ResourceFamily */
/** @typedef {(resource: string, given: Record<string, string>) => Promise<void>} Show */

export class Families {
  #show;
  #changed;
  /**
   * What stands in the fields, by resource and parameter.
   * @type {Map<string, Record<string, string>>}
   */
  #given = new Map();
  /**
   * Why an instance cannot be shown.
   * @type {Map<string, string>}
   */
  #problems = new Map();

  /**
   * @param {HTMLElement} root Below which the forms stand.
   * @param {Show} show
   * @param {() => void} changed
   */
  constructor(root, show, changed) {
    this.#show = show;
    this.#changed = changed;
    root.addEventListener("input", ({ target }) => this.#type(target));
    root.addEventListener("submit", (event) => this.#submit(event));
  }

  /**
   * @param {ResourceFamily} family
   * @param {boolean} isEnabled
   */
  draw({ resource, parameters }, isEnabled) {
    const id = `family-${resource}`;
    const problem = this.#problems.get(resource);
    const disabled = !isEnabled && "true";
    return el(
      "section",
      { class: "panel", "data-key": id, "aria-labelledby": id, tabindex: -1 },
      el("h2", { id }, el("bdi", {}, resource)),
      el(
        "form",
        { class: "family", "data-family": resource, autocomplete: "off" },
        parameters.map((name) => this.#field(resource, name)),
        el("button", { type: "submit", class: "option", "aria-disabled": disabled }, "Show"),
      ),
      problem !== undefined && el("p", { class: "family-problem", role: "alert", "data-key": "problem" }, problem),
    );
  }

  /**
   * @param {string} resource
   * @param {string} name
   */
  #field(resource, name) {
    const id = `argument-${resource}-${name}`;
    const value = this.#given.get(resource)?.[name] ?? "";
    const field = { type: "text", id, name, value, spellcheck: "false", dir: "auto" };
    return el("div", { class: "field", "data-key": id }, el("label", { for: id }, el("bdi", {}, name)), el("input", field));
  }

  /** @param {EventTarget | null} target */
  #type(target) {
    const family = target instanceof HTMLInputElement ? target.form?.dataset.family : undefined;
    if (family === undefined || !(target instanceof HTMLInputElement)) return;
    this.#given.set(family, { ...this.#given.get(family), [target.name]: target.value });
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    const form = event.target;
    const family = form instanceof HTMLFormElement ? form.dataset.family : undefined;
    if (family === undefined || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    if (form.querySelector('[type="submit"][aria-disabled="true"]')) return;
    const fields = [...form.querySelectorAll("input")];
    this.#problems.delete(family);
    try {
      await this.#show(family, Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    } catch (error) {
      this.#problems.set(family, /** @type {Error} */ (error).message);
    }
    this.#changed();
  }
}
