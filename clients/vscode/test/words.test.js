/** From a screen to words and places: what needs neither editor nor daemon. */

import assert from "node:assert/strict";
import test from "node:test";
import { Editor } from "./support/editor.js";
import "./support/hosting.js";

const { bar, failures, summary, title } = await import("../src/words.js");
const { nodes } = await import("../src/nodes.js");
const { placeOf } = await import("../src/recovery.js");
const { Messages } = await import("../src/messages.js");
const { valueNodes } = await import("../src/values.js");

const failure = {
  failureId: "f1", kind: "tooManyRequests", helpAnchor: "toomanyrequests", resource: "menu", arguments: null,
  title: "Too many requests", message: "Wait a moment.", countdown: 30,
  buttons: [
    { id: "cancel", title: "Cancel", role: "cancel", enabled: true, running: false },
    { id: "tryAgain", title: "Try Again", role: "default", enabled: true, running: false },
  ],
};
const menu = {
  resource: "menu", shape: "menu", phase: "stale", spinner: false, attempt: null, content: { sections: [], isEmpty: true },
  age: "3 min ago", failure: null, refresh: { enabled: true }, stop: { enabled: false },
  polling: { on: true, enabled: true, interval: 10, next: "in 8 s" },
};
const nobody = { isOpen: false, families: [], instances: [], parts: {}, location: null, alert: null, notice: null,
  help: null };
const screenOf = (members) => ({ ...nobody, isOpen: true, parts: { menu }, ...members });

test("a value that is old is yellow, and says how old it is and when the next comes", () => {
  const screen = screenOf({});
  assert.equal(bar(screen).colour, "warning");
  assert.equal(summary(screen.parts.menu), "old, 3 min ago, next in 8 s");
  const [row] = nodes(screen);
  assert.deepEqual([row.icon, row.colour], ["warning", "list.warningForeground"]);
  assert.deepEqual(row.children.map((each) => each.label), ["The menu is empty"]);
});

test("a failure is red, counts down, and stands once", () => {
  const screen = screenOf({ alert: failure, parts: { menu: { ...menu, failure } } });
  assert.deepEqual(failures(screen).map((each) => each.failureId), ["f1"]);
  assert.deepEqual([bar(screen).colour, bar(screen).text], ["error", "$(error) Too many requests (30 s)"]);
});

test("without a daemon the bar says so", () => {
  assert.deepEqual([bar(nobody).text, bar(nobody).tooltip], ["$(debug-disconnect) statusd", "statusd does not run"]);
});

test("an alert is shown once, also while the message of another one stands, and closing it is an answer", async () => {
  const editor = new Editor({});
  const chosen = [];
  const messages = new Messages(editor.api, (...words) => (chosen.push(words), editor.changed()));
  const alert = (failureId) => screenOf({ alert: { ...failure, failureId } });
  messages.draw(alert("f1"));
  messages.draw(alert("f2"));
  messages.draw(alert("f2"));
  const [first, second] = editor.questions;
  assert.equal(editor.questions.length, 2);
  editor.answer(first, undefined);
  editor.answer(second, "Try Again");
  await editor.until(() => chosen.length === 2);
  assert.deepEqual(chosen, [["f1", undefined], ["f2", "tryAgain"]]);
  messages.draw(alert("f2"));
  assert.deepEqual([editor.questions, editor.violations], [[], []]);
});

test("words that nobody knows yet are shown as they are", () => {
  const option = { id: "doMagic", title: "Do Magic", role: "loud", enabled: true, running: false };
  const box = { ...failure, kind: "somethingNew", buttons: [option] };
  const part = { ...menu, shape: "chart", phase: "dimmed", content: { points: [1, 2] }, failure: box };
  const screen = screenOf({ parts: { menu: part }, alert: box });
  const [, row] = nodes(screen);
  assert.match(row.description, /^dimmed, /);
  assert.deepEqual(row.children.map((each) => each.label), ["Too many requests", "points"]);
  assert.equal(bar(screen).colour, "error");
  const item = { kind: "drone", id: "d1", title: "D", label: "D flies", location: { latitude: 1, longitude: 2 } };
  const [fleet] = nodes(screenOf({ parts: { state: { ...part, failure: null, content: { items: [item] } } } }));
  assert.deepEqual(fleet.children.map(({ label, icon }) => [label, icon]), [["D flies", "circle-outline"]]);
  const editor = new Editor({});
  new Messages(editor.api, () => {}).draw(screen);
  assert.deepEqual(editor.questions[0].items.map((each) => each.title), ["Do Magic"]);
});

test("what a recovery has done is said once", () => {
  const editor = new Editor({});
  const messages = new Messages(editor.api, () => {});
  for (const notice of ["3 old entries were removed.", "3 old entries were removed.", null]) {
    messages.draw(screenOf({ notice }));
  }
  assert.deepEqual(editor.questions.map(({ kind, text }) => [kind, text]), [["information", "3 old entries were removed."]]);
});

test("parts have the names that people give them", () => {
  assert.equal(title("menu", menu), "Menu");
  assert.equal(title("menu", { ...menu, shape: "any" }), "menu");
  assert.equal(title("x", { ...menu, resource: "build", arguments: { branch: "main" } }), "build (branch main)");
});

for (const [value, rows] of [
  [{ a: 1, b: { c: [true, null] } }, [["a", "1"], ["b", "1", [["c", "2", [["1", "true"], ["2", "null"]]]]]]],
  ["one\n\ntwo", [["one"], [" "], ["two"]]],
  [["one", "two"], [["one"], ["two"]]],
  [21.5, [["21.5"]]],
  [null, [["null"]]],
  [[], [["[]"]]],
]) {
  test(`the rows of ${JSON.stringify(value)}`, () => {
    const simple = ({ label, description, children }) =>
      [label, ...(description ? [description] : []), ...(children.length > 0 ? [children.map(simple)] : [])];
    assert.deepEqual(valueNodes("temp", value).map(simple), rows);
  });
}

test("of a large value not all rows are shown, and the rest is counted", () => {
  const rows = valueNodes("temp", Array.from({ length: 1_000 }, (_, index) => ({ index })));
  assert.deepEqual([rows.length, rows.at(-1).label], [201, "and 800 more"]);
});

for (const [key, text, line] of [
  ["resources.menu.source", '[resources.state]\nsource = "demo"\n[resources.menu]\nsource = "x"\n', 3],
  ["resources.menu.source", '{\n "resources": {\n  "menu": {\n   "source": "x"}}}', 3],
  ["resources.menu.source", "[resources.menu]\ntimeout = 3\n", 0],
  ["store.quota", "resources-store = 1\n[store]\nquota-of = 2\nquota = 1", 3],
  ["", "a = 1", 0],
]) {
  test(`${key} stands on line ${line} of ${JSON.stringify(text)}`, () => {
    assert.equal(text.slice(0, placeOf(key, text)).split("\n").length - 1, line);
  });
}
