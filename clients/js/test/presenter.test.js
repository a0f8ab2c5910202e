/** The presenter passes every case of schema/presenter, and the runner says when it does not. */

import assert from "node:assert/strict";
import test from "node:test";
import { Presenter } from "../src/presenter.js";
import { cases, differences, read, unfit } from "./support/presenter-cases.js";

for (const each of cases()) {
  test(`the presenter passes: ${each.name}`, () => {
    assert.deepEqual(differences(each), []);
  });
}

test("there are cases", () => {
  assert.ok(cases().length >= 60);
});

for (const [expected, actual] of [
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }],
  [{ a: null }, { a: null }],
]) {
  test(`${JSON.stringify(actual)} fits ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(unfit(expected, actual, "screen"), []);
  });
}

for (const [expected, actual] of [
  [{ a: 1 }, {}],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [[1], [1, 2]],
  [[], null],
  [null, {}],
  [true, 1],
  [{}, null],
]) {
  test(`${JSON.stringify(actual)} does not fit ${JSON.stringify(expected)}`, () => {
    assert.equal(unfit(expected, actual, "screen").length, 1);
  });
}

test("snapshots of instances that are not on the screen are not kept", (t) => {
  const [main, next] = ["main", "next"].map((branch) => ({ resource: "build", arguments: { branch }, revision: 1 }));
  const presenter = new Presenter({ main: { shape: "any", ...main } });
  const { mock } = t.mock.method(Map.prototype, "set");
  presenter.receive({ method: "stateChanged", params: next }, 0);
  assert.equal(mock.callCount(), 0);
  presenter.receive({ method: "stateChanged", params: main }, 0);
  assert.notEqual(mock.callCount(), 0);
});

test("a request that no step expects is a difference", () => {
  const silent = read("silent.jsonl", '{"case":"","resources":{"menu":"menu"}}\n{"at":0,"connect":true}');
  const [difference, ...others] = differences(silent);
  assert.match(difference, /^silent\.jsonl:2: sends: expected \[\]/);
  assert.deepEqual(others, []);
});

test("a screen that no step expects is a difference", () => {
  const wrong = read("wrong.jsonl", '{"case":"","resources":{}}\n{"at":0,"tick":true,"screen":{"connected":true}}');
  assert.deepEqual(differences(wrong), ["wrong.jsonl:2: screen.connected: expected true, got false"]);
});
