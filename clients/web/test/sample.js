/**
 * Plays the session that the replay shows as its sample. `node test/sample.js` writes it to page/replay/sample.jsonl.
 *
 * The clock is manual and chance has a seed, so the same session is played every time, byte by byte. What moves the
 * clock is left out of the file: time is what the file has.
 * @module
 */

import { writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { ProcessTransport, Statusd } from "../../js/src/index.js";
import { binary } from "../../js/test/support/running.js";
import { Recording } from "../page/desk/recording.js";

export const SAMPLE = new URL("../page/replay/sample.jsonl", import.meta.url);
const EPOCH = 946_684_800;

const failing = (kind, count) => Array.from({ length: count }, () => ({ then: kind }));
const SCENARIO = {
  resources: {
    state: { steps: [{ after: 0.6, then: "ok" }, { then: "ok" }, ...failing("serverError", 3), { then: "ok" }] },
    menu: {
      steps: [...failing("connectionLost", 3), { after: 1.2, then: "ok" }, { then: "outOfSpace" }, { then: "ok" }],
    },
  },
  location: { steps: [{ then: "locationNoFix" }, { after: 6, then: "ok" }, { after: 5, then: "ok" }] },
};

/** What is done, and after how many tenths of a second. `failed`: an option of the failure of that kind. */
const SCRIPT = [
  { after: 5, press: "refresh", part: "state" },
  { after: 1, call: "fetchMenu" },
  { after: 14, press: "startLocation" },
  { after: 6, failed: "connectionLost", optionId: "tryAgain" },
  { after: 25, call: "setAutoPolling", params: { resource: "state", enabled: true, interval: 4 } },
  { after: 30, press: "refresh", part: "menu" },
  { after: 20, failed: "outOfSpace", optionId: "freeSpace" },
  { after: 15, call: "listResources" },
  { after: 95, press: "polling", part: "state", on: false },
  { after: 5, press: "stopLocation" },
];

/** The text of the file. */
export async function sample() {
  const recording = new Recording();
  let tenths = 0;
  const tap = (direction, text) => {
    if (!isOfTheClock(JSON.parse(text))) recording.add(direction, text, EPOCH + tenths / 10);
  };
  const words = ["serve", "--scenario", "demo", "--clock", "manual", "--seed", "7"];
  const daemon = await Statusd.start(() => new ProcessTransport([binary(), ...words]), { tap, startTimeout: 600 });
  // In small steps, because a message is recorded at the time that the clock is moved to.
  const advance = async (count) => {
    for (const end = tenths + count; tenths < end; ) {
      tenths += 1;
      await daemon.call("advanceClock", { seconds: 0.1 });
    }
  };
  await daemon.call("playScenario", { scenario: SCENARIO });
  const calls = [];
  const screen = await daemon.screen({ location: true, words: "minutes" });
  for (const { after, press = "option", call, params, failed, optionId, ...pressed } of SCRIPT) {
    await advance(after);
    if (call) calls.push(daemon.call(call, params).catch(() => {}));
    else await screen.press(press, failed ? { failureId: failureId(screen, failed), optionId } : pressed);
  }
  await advance(10);
  await Promise.all(calls);
  await daemon.close();
  return recording.text();
}

function failureId({ alert, parts }, kind) {
  const boxes = [alert, ...Object.values(parts).map((each) => each.failure)];
  return boxes.find((each) => each?.kind === kind).failureId;
}

/** Requests to move the clock, and their responses. */
function isOfTheClock({ method, result }) {
  return method === "advanceClock" || (result !== undefined && Object.keys(result).join() === "now");
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SAMPLE, await sample());
