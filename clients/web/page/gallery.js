/**
 * The gallery: every kind of failure in every form, every scenario, and a clock that a person moves.
 * @module
 */

import { Desk } from "./desk/desk.js";
import { takeToken } from "./desk/token.js";
import { redraw } from "./drawing/morph.js";
import { Surface } from "./drawing/surface.js";
import { catalogue } from "./gallery/catalogue.js";
import { Clock } from "./gallery/clock.js";
import { isOfLocation, rehearsal, scenarioOf } from "./gallery/rehearsal.js";
import { controls, played } from "./gallery/controls.js";
import { wire } from "./gallery/wire.js";
import { Alerts } from "./parts/alerts.js";
import { Announcer } from "./parts/announcer.js";
import { Contents } from "./parts/contents.js";
import { connection, endedBanner, listenForPresses, navigation, place } from "./parts/frame.js";
import { Help } from "./parts/help.js";
import { Track } from "./parts/location.js";
import { Notices, performed } from "./parts/notices.js";
import { save, savingButton } from "./parts/saving.js";

/** @typedef {import("../../js/src/types.js").Screen} Screen */

const body = document.body;
const notices = new Notices(body);
const announcer = new Announcer(body);
/** @type {Clock} */
const clock = new Clock((seconds) => desk.call("advanceClock", { seconds }).then(draw, draw));
/** @type {Desk} */
const desk = new Desk({
  session: "/session/rehearsal",
  token: takeToken(),
  now: () => clock.now,
  changed: draw,
  performs: (performance) => notices.add(performed(performance)),
});
const alerts = new Alerts(body, place("top"), (button) => desk.press(button));
const help = new Help(body, () => desk.press({ button: "closeHelp" }));
const contents = new Contents(place("stage"), draw);
const surface = new Surface(place("stage"), ".track", draw);
let track = new Track(surface);
/** @type {import("./gallery/catalogue.js").Kind[]} */
let kinds = [];
let playing = Promise.resolve();
let turn = 0;
/** @type {import("./gallery/controls.js").Choice} */
const choice = { stage: "menu", form: "inline", scenario: "demo", kind: null, filter: "" };

function draw() {
  const screen = desk.screen;
  redraw(place("navigation"), navigation("failures.html"));
  redraw(place("status"), [savingButton(), connection(desk.isConnected, desk.ending)]);
  redraw(place("controls"), controls(choice));
  redraw(place("kinds"), [catalogue(kinds, choice.filter, choice.kind)]);
  redraw(place("stage"), [
    ...(desk.ending ? [endedBanner(desk.ending)] : []),
    clock.draw(isAwaited(screen)),
    ...played(kinds, choice),
    stage(screen),
    wire(desk.recording),
  ]);
  alerts.draw(screen.alert, choice.form === "toast" ? "toast" : choice.form === "banner" ? "inline" : "dialog");
  help.draw(screen.help);
  notices.draw(screen.notice);
  announcer.announce(screen);
}

/** @param {Screen} screen */
function stage({ parts, location }) {
  if (choice.stage === "location") return track.draw(location, desk.isConnected);
  return contents.draw(choice.stage, parts[choice.stage]);
}

/** @param {Screen} screen */
function isAwaited({ parts, alert, location }) {
  const boxes = [alert, location?.failure, ...Object.values(parts).map((each) => each.failure)];
  const runs = boxes.some((box) => box?.buttons.some((each) => each.running));
  return runs || Object.values(parts).some((each) => each.spinner);
}

/**
 * Begins anew, and plays a scenario.
 * @param {string | object} scenario
 */
async function begin(scenario) {
  delete place("stage").dataset.plays;
  delete place("stage").dataset.played;
  clock.reset();
  track = new Track(surface);
  await desk.restart();
  if (desk.ending) return;
  const discovered = kinds.length === 0 ? await desk.call("rpc.discover") : null;
  kinds = discovered?.["x-failures"] ?? kinds;
  await desk.call("playScenario", { scenario });
  // What is pressed before belongs to the daemon that went.
  place("stage").dataset.plays = choice.kind ?? choice.scenario;
  draw();
}

/**
 * One thing is played at a time, and of those that wait the last one.
 * @param {(isWanted: () => boolean) => Promise<void>} work
 */
function perform(work) {
  const mine = ++turn;
  const isWanted = () => mine === turn;
  playing = playing.then(() => (isWanted() ? work(isWanted) : undefined)).catch((error) => notices.add(error.message));
  return playing;
}

/** @param {string} kind */
function play(kind) {
  choice.kind = kind;
  if (isOfLocation(kind)) choice.stage = "location";
  else if (choice.stage === "location") choice.stage = "menu";
  const { scenario, acts } = rehearsal(kind, choice.form, choice.stage);
  return perform(async (isWanted) => {
    await begin(scenario);
    for (const act of acts) {
      if (!isWanted()) return;
      if ("press" in act) desk.press(act.press);
      else await clock.advance(act.advance);
    }
    place("stage").dataset.played = kind; // What is shown now is what came of it.
  });
}

/** @param {string} name */
function pick(name) {
  choice.scenario = name;
  choice.kind = null;
  if (name === "location") choice.stage = "location";
  return perform(() => begin(scenarioOf(name)));
}

/** What was played is played once more, in another form or on another stage. */
function again() {
  draw();
  return choice.kind ? play(choice.kind) : undefined;
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLInputElement}
 */
function isClock(target) {
  return target instanceof HTMLInputElement && target.id === "clock";
}

/** @type {Record<string, (element: HTMLElement) => void>} */
const ACTS = {
  play: ({ dataset }) => play(dataset.kind ?? ""),
  advance: ({ dataset }) => clock.advance(Number(dataset.seconds)),
  run: () => {
    clock.toggle();
    draw();
  },
  connect: () => pick(choice.scenario),
  save: () => notices.add(save(desk.recording)),
  dismiss: ({ dataset }) => notices.dismiss(dataset.notice),
  skip: () => place("stage").focus(),
};

listenForPresses((button) => desk.press(button), (name, element) => ACTS[name]?.(element));
place("controls").addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.value !== "") pick(target.value);
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === "form") choice.form = /** @type {typeof choice.form} */ (target.value);
  if (target.name === "stage") choice.stage = /** @type {typeof choice.stage} */ (target.value);
  again();
});
place("stage").addEventListener("input", ({ target }) => {
  if (!isClock(target)) return;
  clock.hold(Number(target.value));
  draw();
});
place("stage").addEventListener("change", ({ target }) => {
  if (isClock(target)) clock.release();
});
place("filter").addEventListener("input", ({ target }) => {
  choice.filter = /** @type {HTMLInputElement} */ (target).value;
  draw();
});
pick(choice.scenario);
