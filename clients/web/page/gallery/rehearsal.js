/**
 * What is played in the gallery: a failure of any kind, in the form in which it is wanted.
 *
 * Each play begins with another daemon, so that nothing of the one before is left.
 * @module
 */

/** @typedef {"inline" | "dialog" | "banner" | "toast" | "silent"} Form */
/** @typedef {{name: string, title: string, scenario: string | object}} Special */
/** @typedef {"menu" | "state" | "location"} Stage */

/** The seconds that a fetch with all its attempts takes, and a little more. */
export const FETCH = 5;
/** A poll comes after the interval, 10 % later at most. */
const POLL = 15;

/** A server that says when to come back: seconds. */
const PATIENCE = 30;
const BUSY = new Set(["tooManyRequests", "serviceUnavailable"]);

const KITCHEN = {
  then: "certificateInvalid",
  title: "The kitchen has moved",
  failureReason: "The certificate of the kitchen is too old.",
  recoverySuggestion: "Call the kitchen, then try again.",
  detail: { reason: "expired", url: "https://kitchen.example.org/menu.json" },
  recoveryOptions: [{ id: "tryAgain" }, { id: "custom:call", title: "Call the Kitchen", performedBy: "client" }],
};

/**
 * What the picker offers beside the scenarios that are built in.
 * @type {Special[]}
 */
export const SPECIALS = [
  { name: "empty-menu", title: "an empty menu", scenario: always("menu", { then: "ok", value: [] }) },
  { name: "custom-option", title: "an option of your own", scenario: always("menu", KITCHEN) },
  { name: "location", title: "a location that fails and comes back", scenario: comesBack() },
];

/** As `statusd serve --help` lists them. */
export const SCENARIOS = [
  "demo",
  "every-other-fails",
  "first-fails",
  "always-fails",
  "offline",
  "slow",
  "server-errors",
  "malformed",
  "rate-limited",
  "out-of-space",
  "signed-out",
];

/**
 * The scenario of a name in the picker.
 * @param {string} name
 */
export function scenarioOf(name) {
  return SPECIALS.find((each) => each.name === name)?.scenario ?? name;
}

/**
 * Whether a kind is one of the location's own.
 * @param {string} kind
 */
export function isOfLocation(kind) {
  return kind.startsWith("location");
}

/**
 * What shows one kind in one form: a scenario, and the presses and times behind it.
 * @param {string} kind
 * @param {Form} form
 * @param {Stage} stage
 * @returns {{scenario: object, acts: ({press: any} | {advance: number})[]}}
 */
export function rehearsal(kind, form, stage) {
  if (isOfLocation(kind)) {
    const scenario = { location: { steps: [{ then: kind }] } };
    return { scenario, acts: [{ press: { button: "startLocation" } }, { advance: 1 }] };
  }
  const resource = stage === "state" ? "state" : "menu";
  const step = BUSY.has(kind) ? { then: kind, retryAfter: PATIENCE } : { then: kind };
  const fetch = [{ press: { button: "refresh", part: resource } }, { advance: FETCH }];
  if (form === "inline") return { scenario: always(resource, step), acts: fetch };
  const scenario = { resources: { [resource]: { steps: [{ then: "ok" }, step] } } };
  if (form !== "silent") return { scenario, acts: [...fetch, ...fetch] };
  return { scenario, acts: [{ press: { button: "polling", part: resource } }, { advance: POLL }] };
}

/**
 * @param {string} resource
 * @param {object} step
 */
function always(resource, step) {
  return { resources: { [resource]: { steps: [step] } } };
}

function comesBack() {
  const ok = { after: 10, then: "ok" };
  const steps = [{ then: "locationNoFix" }, ok, ok, ok, { after: 10, then: "locationNoDevice" }];
  return { location: { steps, end: "cycle" } };
}
