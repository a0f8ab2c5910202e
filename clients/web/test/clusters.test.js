/** What is drawn of items that would cover each other. */

import assert from "node:assert/strict";
import test from "node:test";
import { keyOf, marksOf } from "../page/parts/clusters.js";

/** Pixels: what a mark takes, from edge to edge. */
const SIZE = 24;
const KINDS = ["courier", "package", "vehicle"];
const item = (kind, id, x, y) => ({ kind, id, point: { x, y } });
const marks = (...items) => marksOf(items, ({ point }) => point);
const keys = (...items) => marks(...items).map((each) => each.key);

test("what stands by itself is drawn where it is", () => {
  const [one, other] = marks(item("courier", "1", 0, 0), item("courier", "2", 40, 0));
  assert.deepEqual([one.point, other.point], [{ x: 0, y: 0 }, { x: 40, y: 0 }]);
});

test("a few in one place stand around it, each by itself", () => {
  const drawn = marks(...[1, 2, 3, 4, 5, 6].map((id) => item(KINDS[id % 3], `${id}`, 100, 100)));
  assert.deepEqual(drawn.map(({ items }) => items.length), [1, 1, 1, 1, 1, 1]);
  for (const { point } of drawn) assert.ok(Math.hypot(point.x - 100, point.y - 100) < 40);
});

test("of many in one place each kind is one mark", () => {
  const many = Array.from({ length: 30 }, (_, index) => item(KINDS[index % 3], `${index}`, 100, 100));
  const groups = marks(...many).map(({ key, items }) => [key, items.length]);
  assert.deepEqual(groups, [["group:courier:0", 10], ["group:package:1", 10], ["group:vehicle:2", 10]]);
});

test("one of its kind among many keeps its key", () => {
  const packages = Array.from({ length: 7 }, (_, index) => item("package", `${index}`, 0, 0));
  assert.deepEqual(keys(item("courier", "c", 0, 0), ...packages), ["courier:c", "group:package:0"]);
});

test("the central stands where it is, whatever is near", () => {
  const packages = Array.from({ length: 9 }, (_, index) => item("package", `${index}`, 5, 5));
  const [central, others] = marks(item("central", "central", 0, 0), ...packages);
  assert.deepEqual([central.point, central.items.length], [{ x: 0, y: 0 }, 1]);
  assert.ok(Math.hypot(others.point.x, others.point.y) >= SIZE);
});

test("marks come in the order of their items", () => {
  const near = [item("courier", "1", 0, 0), item("courier", "2", 300, 0), item("courier", "3", 1, 0)];
  assert.deepEqual(keys(...near), ["courier:1", "courier:2", "courier:3"]);
});

test("nothing lies on anything else, and nothing is lost", () => {
  let seed = 7;
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 50; round += 1) {
    const count = Math.ceil(chance() * 200);
    const items = Array.from({ length: count }, (_, index) =>
      item(index === 0 ? "central" : KINDS[index % 3], `${index}`, chance() * 600, chance() * 400));
    const drawn = marks(...items);
    assert.deepEqual(drawn.flatMap((each) => each.items.map(keyOf)).sort(), items.map(keyOf).sort());
    for (const [index, { point }] of drawn.entries()) {
      for (const other of drawn.slice(index + 1)) {
        assert.ok(Math.hypot(point.x - other.point.x, point.y - other.point.y) > SIZE);
      }
    }
  }
});
