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

/** What is asked, and after how many tenths of a second. `failed`: an option of the failure of that kind. */
const SCRIPT = [
  { after: 2, method: "getState", params: { resource: "state" } },
  { after: 0, method: "getState", params: { resource: "menu" } },
  { after: 3, method: "refresh", params: { resource: "state" } },
  { after: 1, method: "fetchMenu" },
  { after: 14, method: "subscribeLocation", params: {} },
  { after: 6, failed: "connectionLost", optionId: "tryAgain" },
  { after: 25, method: "setAutoPolling", params: { resource: "state", enabled: true, interval: 4 } },
  { after: 30, method: "fetchMenu" },
  { after: 20, failed: "outOfSpace", optionId: "freeSpace" },
  { after: 15, method: "listResources" },
  { after: 95, method: "setAutoPolling", params: { resource: "state", enabled: false } },
  { after: 5, method: "unsubscribeLocation", params: { subscriptionId: "l1" } },
];

/** The text of the file. */
export async function sample() {
  const recording = new Recording();
  const failures = new Map();
  let tenths = 0;
  const tap = (direction, text) => {
    const message = JSON.parse(text);
    const data = message.error?.data ?? message.params?.failure;
    if (data) failures.set(data.kind, data.failureId);
    if (!isOfTheClock(message)) recording.add(direction, text, EPOCH + tenths / 10);
  };
  const words = ["serve", "--scenario", "demo", "--clock", "manual", "--seed", "7"];
  const daemon = await Statusd.start(() => new ProcessTransport([binary(), ...words]), { tap, startTimeout: 600 });
  const calls = [];
  // In small steps, because a message is recorded at the time that the clock is moved to.
  const advance = async (count) => {
    for (const end = tenths + count; tenths < end; ) {
      tenths += 1;
      await daemon.call("advanceClock", { seconds: 0.1 });
    }
  };
  await daemon.call("playScenario", { scenario: SCENARIO });
  for (const { after, failed, optionId, method = "retry", params } of SCRIPT) {
    await advance(after);
    const given = failed ? { failureId: failures.get(failed), optionId } : params;
    calls.push(daemon.call(method, given).catch(() => {}));
  }
  await advance(10);
  await Promise.all(calls);
  await daemon.close();
  return recording.text();
}

/** Requests to move the clock, and their responses. */
function isOfTheClock({ method, result }) {
  return method === "advanceClock" || (result !== undefined && Object.keys(result).join() === "now");
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SAMPLE, await sample());
