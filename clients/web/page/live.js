/**
 * The live page: fleet, menu and location of one daemon, as the user's command line set it up.
 * @module
 */

import { Desk } from "./desk/desk.js";
import { takeToken } from "./desk/token.js";
import { redraw } from "./drawing/morph.js";
import { Alerts } from "./parts/alerts.js";
import { Announcer } from "./parts/announcer.js";
import { Fleet } from "./parts/fleet.js";
import { connection, endedBanner, listenForPresses, navigation, place } from "./parts/frame.js";
import { Help } from "./parts/help.js";
import { Track } from "./parts/location.js";
import { menu } from "./parts/menu.js";
import { Notices, performed } from "./parts/notices.js";
import { panel } from "./parts/panel.js";
import { save, savingButton } from "./parts/saving.js";

/** @typedef {import("../../js/src/presenter.js").Screen} Screen */

const TITLES = { state: "Fleet", menu: "Menu", location: "Location" };
/**
 * What a view shows, which is fetched when it is opened first.
 * @type {Record<string, string | undefined>}
 */
const RESOURCES = { fleet: "state", menu: "menu" };
/** Milliseconds: ages and countdowns are in seconds. */
const TICK = 1_000;

const body = document.body;
const views = place("views");
const notices = new Notices(body);
const announcer = new Announcer(body, TITLES);
const fleet = new Fleet(draw);
const track = new Track();
const desk = new Desk({
  session: "/session/live",
  token: takeToken(),
  resources: { state: "fleet", menu: "menu" },
  now: () => Date.now() / 1_000,
  changed: draw,
  performs: (performance) => notices.add(performed(performance)),
});
const alerts = new Alerts(body, place("top"), (button) => desk.press(button));
const help = new Help(body, () => desk.press({ button: "closeHelp" }));
const opened = new Set();

function view() {
  const name = location.hash.slice(1);
  return name === "menu" || name === "location" ? name : "fleet";
}

function draw() {
  const screen = desk.screen();
  document.title = `${{ fleet: "Fleet", menu: "Menu", location: "Location" }[view()]} – statusd`;
  redraw(place("navigation"), navigation(`index.html#${view()}`));
  redraw(place("status"), [savingButton(), connection(screen.connected, desk.ending)]);
  redraw(views, [...(desk.ending ? [endedBanner(desk.ending)] : []), viewOf(screen)]);
  alerts.draw(screen.alert, "dialog");
  help.draw(screen.help);
  announcer.announce(screen);
}

/** @param {Screen} screen */
function viewOf({ resources, location: here }) {
  if (view() === "menu") return panel("menu", TITLES.menu, resources.menu, menu);
  if (view() === "location") return track.draw(here);
  return panel("state", TITLES.state, resources.state, (content) => fleet.draw(content));
}

/** A view is what a person asks for, so its first opening fetches. */
function open() {
  const resource = RESOURCES[view()];
  if (resource && !desk.ending && desk.screen().connected && !opened.has(resource)) {
    opened.add(resource);
    desk.press({ button: "refresh", resource });
  }
  draw();
}

async function connect() {
  await desk.connect();
  open();
}

listenForPresses(
  (button) => desk.press(button),
  (name, element) => {
    if (name === "connect") connect();
    else if (name === "save") notices.add(save(desk.recording));
    else if (name === "skip") views.focus();
    else if (name === "dismiss") notices.dismiss(element.dataset.notice);
  },
);
fleet.listen(views);
addEventListener("hashchange", open);
setInterval(() => desk.tick(), TICK);
connect();
