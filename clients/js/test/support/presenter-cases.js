/**
 * The cases of schema/presenter, and how a presenter is held against one.
 * @module
 */

import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Presenter } from "../../src/presenter.js";

const FOLDER = new URL("../../../../schema/presenter/", import.meta.url);
/** The second 0 of every case: 2000-01-01T00:00:00Z, where a manual clock begins. */
const EPOCH = 946_684_800;

export function cases() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.sort().map((file) => read(file, readFileSync(new URL(file, FOLDER), "utf8")));
}

export function read(file, text) {
  const [head, ...steps] = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { file, name: head.case, resources: head.resources, steps };
}

/** What the presenter does otherwise than the case says. */
export function differences({ file, resources, steps }) {
  const presenter = new Presenter(resources);
  return steps.flatMap((step, index) => {
    const now = EPOCH + step.at;
    const output = happen(presenter, step, now);
    const exact = ["sends", "performs"].flatMap((name) => differs(name, step[name] ?? [], output[name]));
    const unlike = unfit(step.screen ?? {}, presenter.screen(now), "screen");
    return [...exact, ...unlike].map((difference) => `${file}:${index + 2}: ${difference}`);
  });
}

function happen(presenter, step, now) {
  if (step.receive) return presenter.receive(step.receive, now);
  if (step.press) return presenter.press(step.press, now);
  const event = ["connect", "disconnect", "tick"].find((name) => name in step);
  return presenter[event](now);
}

function differs(path, expected, actual) {
  if (isDeepStrictEqual(expected, actual)) return [];
  return [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
}

/** Where `actual` does not fit: an object may have more members, an array has as many as expected. */
export function unfit(expected, actual, path) {
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      name in actual ? unfit(value, actual[name], `${path}.${name}`) : [`${path}.${name} is missing`],
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((value, index) => unfit(value, actual[index], `${path}[${index}]`));
  }
  return differs(path, expected, actual);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
