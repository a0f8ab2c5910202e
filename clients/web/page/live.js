/**
 * The live page: every resource and the location of one daemon, as the user's command line set it up.
 * @module
 */

import { Desk } from "./desk/desk.js";
import { takeToken } from "./desk/token.js";
import { el } from "./drawing/elements.js";
import { redraw } from "./drawing/morph.js";
import { Surface } from "./drawing/surface.js";
import { Alerts } from "./parts/alerts.js";
import { Announcer } from "./parts/announcer.js";
import { Contents, nothing, titleOf } from "./parts/contents.js";
import { Families } from "./parts/families.js";
import { connection, endedBanner, listenForPresses, navigation, place } from "./parts/frame.js";
import { Help } from "./parts/help.js";
import { icon } from "./parts/icons.js";
import { Track } from "./parts/location.js";
import { Notices, performed } from "./parts/notices.js";
import { save, savingButton } from "./parts/saving.js";

/** @typedef {import("../../js/src/types.js").Screen} Screen */

/** @type {Record<string, string>} */
const TITLES = { fleet: "Fleet", menu: "Menu", resources: "Resources", location: "Location" };
/** The screen says all that the page shows. */
const NOTIFICATIONS = { stateChanged: false, locationChanged: false };

const body = document.body;
const views = place("views");
const notices = new Notices(body);
const announcer = new Announcer(body);
const contents = new Contents(views, draw);
const track = new Track(new Surface(views, ".track", draw));
const desk = new Desk({
  session: "/session/live",
  token: takeToken(),
  now: () => Date.now() / 1_000,
  notifications: NOTIFICATIONS,
  changed: draw,
  performs: (performance) => notices.add(performed(performance)),
});
const families = new Families(views, (resource, given) => desk.screen.show(resource, given), draw);
const alerts = new Alerts(body, place("top"), (button) => desk.press(button));
const help = new Help(body, () => desk.press({ button: "closeHelp" }));
/** @type {Set<string>} */
const opened = new Set();

function view() {
  const name = location.hash.slice(1);
  return name in TITLES ? name : "fleet";
}

function draw() {
  const screen = desk.screen;
  document.title = `${TITLES[view()]} – statusd`;
  redraw(place("navigation"), navigation(`index.html#${view()}`));
  redraw(place("status"), [savingButton(), connection(desk.isConnected, desk.ending)]);
  redraw(views, [...(desk.ending ? [endedBanner(desk.ending)] : []), ...viewOf(screen)]);
  alerts.draw(screen.alert, "dialog");
  help.draw(screen.help);
  notices.draw(screen.notice);
  announcer.announce(screen);
}

/**
 * The parts of the present view.
 * @param {Screen} screen
 */
function partsOf({ parts }) {
  if (view() === "fleet") return ["state"];
  if (view() === "menu") return ["menu"];
  if (view() === "location") return [];
  return Object.keys(parts).filter((name) => name !== "state" && name !== "menu");
}

/** @param {Screen} screen */
function viewOf(screen) {
  if (view() === "location") return [track.draw(screen.location, desk.isConnected)];
  const { parts } = screen;
  const panels = partsOf(screen).map((name) => contents.draw(name, parts[name], toolsOf(name, parts[name])));
  if (view() !== "resources") return panels;
  const forms = desk.screen.families.map((each) => families.draw(each, desk.isConnected));
  return panels.length + forms.length > 0 ? [...forms, ...panels] : [none()];
}

/**
 * An instance can be closed.
 * @param {string} name
 * @param {import("../../js/src/types.js").ScreenPart} part
 */
function toolsOf(name, part) {
  if (!desk.screen.instances.includes(name)) return [];
  const label = `Close ${titleOf(name, part)}`;
  const attributes = { type: "button", class: "tool", "data-act": "hide", "data-part": name, "aria-label": label };
  return [el("button", attributes, icon("close"), el("span", {}, "Close"))];
}

function none() {
  const example = el("code", {}, "statusd-web -- --resource 'temp=file:/run/temperature.json'");
  return nothing("Resources of your own are shown here: ", example);
}

/** A view is what a person asks for, so its first opening fetches. */
function open() {
  const asked = desk.isConnected ? partsOf(desk.screen).filter((part) => !opened.has(part)) : [];
  for (const part of asked) {
    opened.add(part);
    if (!desk.screen.instances.includes(part)) desk.press({ button: "refresh", part });
  }
  draw();
}

async function connect() {
  await desk.connect();
  open();
}

/** @type {Record<string, (element: HTMLElement) => void>} */
const ACTS = {
  connect: () => void connect(),
  save: () => notices.add(save(desk.recording)),
  skip: () => views.focus(),
  dismiss: ({ dataset }) => notices.dismiss(dataset.notice),
  hide: ({ dataset }) => desk.screen.hide(dataset.part ?? ""),
};

listenForPresses((button) => desk.press(button), (name, element) => ACTS[name]?.(element));
addEventListener("hashchange", open);
connect();
