/**
 * What a daemon shows in the scenes: ordinary values, long words, and words that are read from right to left.
 * @module
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LETTERS = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
/** No space, and no place at which a line could break. */
export const LONG = LETTERS.repeat(4).slice(0, 300);
const URL = `https://status.example.org/${"segment/".repeat(30)}?id=0f5e2c1b8a7d4e3f`;
/** Turns round what follows it, until it is isolated. */
const OVERRIDE = "\u202E";
const HARBOUR = { latitude: 53.545, longitude: 9.98 };

/** The scenario names the other resources. */
const CONFIGURATION = `
[resources.note]
source = "file:note"
shape = "text"
[resources.log]
source = "file:log"
shape = "lines"
[resources.build]
source = "file:{branch}"
`;

function place(index) {
  const [row, column] = [Math.floor(index / 10), index % 10];
  const latitude = HARBOUR.latitude + row * 0.0021 + (index % 3) * 0.0004;
  return { latitude, longitude: HARBOUR.longitude + column * 0.0037 };
}

/** A fleet of so many of each, each named as `name` says. */
export function fleet(count, name) {
  const indices = Array.from({ length: count }, (_, index) => index);
  const joined = (index) => (index % 2 === 0 ? { packageId: name("p", index), vehicleId: name("v", index) } : {});
  const held = (index) => (index % 2 === 0 ? { courierId: `c${index}` } : {});
  return {
    central: HARBOUR,
    couriers: indices.map((index) => ({
      id: `c${index}`, name: name("Courier", index), location: place(index), ...joined(index),
    })),
    packages: indices.map((index) => ({
      id: name("p", index), location: place(index), destination: place(count - index), delivered: index % 5 === 4,
      ...held(index),
    })),
    vehicles: indices.map((index) => ({
      id: name("v", index), name: name("Vehicle", index), location: place(index + 0.2), ...held(index),
    })),
  };
}

const dish = (category, name, price, spicy = false) => ({ category, name, price, spicy });
const ok = (value) => [{ after: 0, then: "ok", value }];

const PLAIN = {
  state: [{ after: 0, then: "ok" }],
  menu: [{ after: 0, then: "ok" }],
  rows: ok([{ name: "Bread", price: 2 }, { name: "Soup", price: 4.5, tags: ["hot", "green"] }]),
  tree: ok({ branch: "main", state: "passed", tests: { swift: [812, 0], js: [175, 0] } }),
  note: ok("up 3 days, 4 hours"),
  log: ok(["first line", "second line"]),
};

const CROWDED = {
  ...PLAIN,
  state: ok(fleet(60, (what, index) => `${what} ${index}`)),
};

const LENGTHY = {
  state: ok(fleet(3, (what, index) => `${what}${index}${LONG}`)),
  menu: ok([dish(LONG, LONG, 1_234_567.89, true), dish(LONG, URL, 9.5), dish("drinks", "Coke", 3)]),
  rows: ok([{ [LONG]: LONG, url: URL, count: 1 }, { url: "short", count: 2 }]),
  tree: ok({ [LONG]: { [URL]: LONG, list: [LONG, URL] }, id: LONG }),
  note: ok(`${LONG}\n${URL}`),
  log: ok([LONG, URL, "short"]),
};

const LEFTWARDS = {
  state: ok(fleet(3, (what, index) => `${index}${OVERRIDE}شاحنة ${what}`)),
  menu: ok([
    dish("مشروبات", "قهوة عربية", 12.5),
    dish("مشروبات", `Pizza ${OVERRIDE}evil`, 8, true),
    dish("מרקים", "מרק", 4),
  ]),
  rows: ok([{ الاسم: "خبز", price: 2 }, { الاسم: `Soup ${OVERRIDE}evil`, price: 3 }]),
  tree: ok({ [`name${OVERRIDE}`]: `value${OVERRIDE}evil`, count: 3, العنوان: { المدينة: "حيفا" } }),
  note: ok("مرحبا بالعالم"),
  log: ok(["السطر الأول", `second ${OVERRIDE}line`]),
};

const each = (change) => Object.fromEntries(Object.entries(PLAIN).map(([name, steps]) => [name, change(steps)]));
const WORDY = {
  then: "certificateInvalid",
  title: `The kitchen has moved ${LONG}`,
  failureReason: `${URL} is old.`,
  recoverySuggestion: LONG,
  recoveryOptions: [{ id: "tryAgain" }, { id: "custom:x", title: LONG.slice(0, 100), performedBy: "client" }],
};

/** The steps of the resources, by the name of the world. */
export const WORLDS = {
  plain: PLAIN,
  crowded: CROWDED,
  long: LENGTHY,
  leftwards: LEFTWARDS,
  waiting: each(() => [{ after: 3_600, then: "ok" }]),
  failing: each(() => [{ then: "notFound" }]),
  fading: each((steps) => [...steps, { then: "notFound" }]),
  failingLong: each(() => [WORDY]),
  fadingLong: each((steps) => [...steps, WORDY]),
};

/** The words with which a daemon plays a world, for the length of `body`. */
export async function inWorld(name, body) {
  const folder = mkdtempSync(join(tmpdir(), "statusd-world-"));
  const [configuration, scenario] = [join(folder, "statusd.toml"), join(folder, "scenario.json")];
  const resources = Object.fromEntries(Object.entries(WORLDS[name]).map(([each, steps]) => [each, { steps }]));
  const location = name.startsWith("failing") ? { location: { steps: [{ then: "locationNoFix" }] } } : {};
  writeFileSync(configuration, CONFIGURATION);
  writeFileSync(scenario, JSON.stringify({ resources, ...location }));
  try {
    await body(["--config", configuration, "--scenario", scenario, "--seed", "1"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
