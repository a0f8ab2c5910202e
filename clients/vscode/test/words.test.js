/** From a screen to words and places: what needs neither editor nor daemon. */

import assert from "node:assert/strict";
import test from "node:test";
import { Editor } from "./support/editor.js";
import "./support/hosting.js";

const { Presenter } = await import("statusd-client/presenter");
const { bar, failures, summary } = await import("../src/words.js");
const { nodes } = await import("../src/nodes.js");
const { placeOf } = await import("../src/recovery.js");
const { Messages } = await import("../src/messages.js");

const polling = { enabled: true, interval: 10, nextPollAt: "2026-11-22T18:03:08.000Z", consecutiveFailures: 0 };
const snapshot = {
  resource: "menu", revision: 1, status: "loaded", isFetching: false, isStale: true, value: { sections: [] },
  updatedAt: "2026-11-22T18:00:00.000Z", autoPolling: polling,
};
const failure = {
  failureId: "f1", kind: "tooManyRequests", resource: "menu", title: "Too many requests", message: "Wait a moment.",
  helpAnchor: "toomanyrequests", presentation: "alert", retry: { safe: true, after: 30 },
  recoveryOptions: [{ id: "cancel", title: "Cancel", role: "cancel", performedBy: "server" }],
  occurredAt: "2026-11-22T18:03:00.000Z",
};
const NOW = Date.parse("2026-11-22T18:03:00.000Z") / 1_000;

function screenOf(snapshots, now = NOW) {
  const presenter = new Presenter({ menu: "menu" });
  presenter.connect(now);
  for (const params of snapshots) presenter.receive({ method: "stateChanged", params }, now);
  return presenter.screen(now);
}

test("a value that is old is yellow, and says how old it is and when the next comes", () => {
  const screen = screenOf([snapshot]);
  assert.equal(bar(screen).colour, "warning");
  assert.equal(summary(screen.resources.menu), "old, 3 min ago, next in 8 s");
  const [menu] = nodes(screen);
  assert.deepEqual([menu.icon, menu.colour], ["warning", "list.warningForeground"]);
  assert.deepEqual(menu.children.map((each) => each.label), ["The menu is empty"]);
});

test("a failure is red, counts down, and stands once", () => {
  const screen = screenOf([{ ...snapshot, failure }]);
  assert.deepEqual(failures(screen).map((each) => each.failureId), ["f1"]);
  assert.deepEqual([bar(screen).colour, bar(screen).text], ["error", "$(error) Too many requests (30 s)"]);
});

test("without a daemon the bar says so", () => {
  const screen = new Presenter({ menu: "menu" }).screen(NOW);
  assert.deepEqual([bar(screen).text, bar(screen).tooltip], ["$(debug-disconnect) statusd", "statusd does not run"]);
});

test("an alert that comes while another stands is shown behind it, unless it has healed", async () => {
  const editor = new Editor({});
  const chosen = [];
  const messages = new Messages(editor.api, (...words) => chosen.push(words));
  const alert = (failureId) => screenOf([{ ...snapshot, failure: { ...failure, failureId } }]);
  messages.draw(alert("f1"));
  messages.draw(alert("f2"));
  messages.draw(alert("f3")); // f2 has healed, or was replaced.
  const [first, ...others] = editor.questions;
  assert.deepEqual(others, []);
  editor.answer(first, "Cancel");
  editor.answer(await editor.until(() => editor.questions[0]), undefined);
  assert.deepEqual(chosen, [["f1", "cancel"]]);
  messages.draw(alert("f3"));
  assert.deepEqual([editor.questions, editor.violations], [[], []]);
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
