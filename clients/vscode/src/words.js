/**
 * What the status bar and the tree say: from a screen to words, icons and colours.
 *
 * Nothing here knows the editor, so a test needs nothing of it.
 * @module
 */

/** @typedef {import("./session.js").Screen} Screen */
/** @typedef {import("./session.js").ScreenPart} ScreenPart */
/** @typedef {import("statusd/types").ScreenBox} FailureBox */
/** @typedef {{text: string, tooltip: string, colour: "error" | "warning" | null, failure: FailureBox | null}} Bar */

/** @type {Record<string, string>} */
const PHASES = { blank: "nothing yet", loading: "loading", content: "", stale: "old", error: "failed" };

/**
 * The item of the status bar. It shows the worst of all parts: a failure, else a value that is old, else the age.
 * @param {Screen} screen
 * @returns {Bar}
 */
export function bar(screen) {
  const parts = Object.values(screen.parts);
  const failure = failures(screen)[0] ?? null;
  const spins = parts.some((each) => each.spinner);
  const isOld = parts.some((each) => each.phase === "stale");
  const icon = spins ? "$(sync~spin)" : barIcon(screen, failure, isOld);
  const words = barWords(screen, failure);
  const colour = failure ? "error" : isOld ? "warning" : null;
  return { text: `${icon} ${words}`, tooltip: tooltip(screen), colour, failure };
}

/**
 * @param {Screen} screen
 * @param {FailureBox | null} failure
 * @param {boolean} isOld
 */
function barIcon(screen, failure, isOld) {
  if (!screen.isOpen) return "$(debug-disconnect)";
  if (failure) return "$(error)";
  return isOld ? "$(warning)" : "$(pulse)";
}

/**
 * @param {Screen} screen
 * @param {FailureBox | null} failure
 */
function barWords(screen, failure) {
  if (!screen.isOpen) return "statusd";
  if (failure) return failure.title + (failure.countdown === null ? "" : ` (${failure.countdown} s)`);
  const [first] = Object.values(screen.parts).flatMap((each) => each.age ?? []);
  return screen.parts.state?.age ?? first ?? "statusd";
}

/** @param {Screen} screen */
function tooltip(screen) {
  if (!screen.isOpen) return "statusd does not run";
  const lines = Object.entries(screen.parts).map(([name, part]) => `${title(name, part)}: ${summary(part)}`);
  const problems = failures(screen).map(({ title, message }) => `${title}\n${message}`);
  return [...lines, ...problems].join("\n");
}

/**
 * What a person calls a part.
 * @param {string} name
 * @param {ScreenPart} part
 */
export function title(name, { resource, shape, arguments: given = {} }) {
  if (name === "state" && shape === "fleet") return "Fleet";
  if (name === "menu" && shape === "menu") return "Menu";
  const words = Object.entries(given).map(([parameter, value]) => `${parameter} ${value}`);
  return words.length > 0 ? `${resource} (${words.join(", ")})` : resource;
}

/**
 * What a part is like, in a few words.
 * @param {ScreenPart} part
 */
export function summary({ phase, age, spinner, attempt, polling }) {
  const words = [PHASES[phase] ?? phase, age ?? ""];
  if (spinner && phase !== "loading") words.push("refreshing");
  if (attempt && attempt.number > 1) words.push(`attempt ${attempt.number} of ${attempt.of}`);
  if (polling?.on) words.push(polling.next === null ? "polling" : `next ${polling.next}`);
  return words.filter((each) => each !== "").join(", ");
}

/**
 * Every failure on the screen, the alert first, each once.
 * @param {Screen} screen
 * @returns {FailureBox[]}
 */
export function failures({ alert, parts, location }) {
  const all = [alert, ...Object.values(parts).map((each) => each.failure), location?.failure];
  const byID = new Map(all.flatMap((each) => (each ? [[each.failureId, each]] : [])));
  return [...byID.values()];
}
