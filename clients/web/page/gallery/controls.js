/**
 * What a person chooses in the gallery: scenario, stage, form.
 * @module
 */

import { el } from "../drawing/elements.js";
import { SCENARIOS, SPECIALS } from "./rehearsal.js";

/** @typedef {import("./rehearsal.js").Form} Form */
/** @typedef {import("./rehearsal.js").Stage} Stage */
/** @typedef {import("./catalogue.js").Kind} Kind */
/** @typedef {{stage: Stage, form: Form, scenario: string, kind: string | null, filter: string}} Choice */

/** @type {[Stage, string][]} */
const STAGES = [["menu", "Menu"], ["state", "Fleet"], ["location", "Location"]];
/** @type {[Form, string][]} */
const FORMS = [
  ["inline", "In place"],
  ["dialog", "Alert"],
  ["banner", "Line"],
  ["toast", "Toast"],
  ["silent", "Silent"],
];
/**
 * Where and when a failure is shown in each form.
 * @type {Record<Form, string>}
 */
const WHEN = {
  inline: "There is no value: the failure stands in its place.",
  dialog: "A call failed over an old value: an alert.",
  banner: "A call failed over an old value: a line above the page.",
  toast: "A call failed over an old value: a toast.",
  silent: "A poll failed over a value: the value is marked as old, and no more.",
};

/** @param {Choice} choice */
export function controls(choice) {
  return [
    el(
      "div",
      { class: "field" },
      el("label", { for: "scenario" }, "Scenario"),
      el(
        "select",
        { id: "scenario" },
        choice.kind !== null && el("option", { value: "", selected: true }, "one kind of failure"),
        el("optgroup", { label: "Built in" }, SCENARIOS.map((name) => option(name, name, choice))),
        el("optgroup", { label: "Written here" }, SPECIALS.map(({ name, title }) => option(name, title, choice))),
      ),
    ),
    radios("Stage", "stage", STAGES, choice.stage),
    radios("Form of a failure", "form", FORMS, choice.form),
  ];
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Choice} choice
 */
function option(name, title, choice) {
  return el("option", { value: name, selected: choice.kind === null && choice.scenario === name }, title);
}

/**
 * @param {string} title
 * @param {string} name
 * @param {[string, string][]} values
 * @param {string} chosen
 */
function radios(title, name, values, chosen) {
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, title),
    el(
      "div",
      { class: "radios" },
      values.map(([value, words]) =>
        el("label", {}, el("input", { type: "radio", name, value, checked: value === chosen }), el("span", {}, words)),
      ),
    ),
  );
}

/**
 * What is on the stage, in words.
 * @param {Kind[]} kinds
 * @param {Choice} choice
 */
export function played(kinds, { kind, form }) {
  const found = kinds.find((each) => each.kind === kind);
  if (!found) return [];
  const words = found.kind.startsWith("location") ? WHEN.inline : WHEN[form];
  return [el("p", { class: "played", "data-key": "played" }, el("code", {}, found.kind), ` ${found.code}. ${words}`)];
}
