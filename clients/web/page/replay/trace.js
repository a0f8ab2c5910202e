/**
 * A recorded session: what `statusd serve --trace FILE` writes, and what the live page saves.
 *
 * JSON lines with `time`, `direction` ("in" is to the daemon) and `message`, or `text` where that was no JSON. Where a
 * daemon wrote them, a line with the version of the format begins each session, and one with `dropped` stands in the
 * place of lines that the disk was too slow for. Of several sessions in a file the last one counts.
 * @module
 */

/**
 * @typedef {object} Entry
 * @property {number} at Seconds since 1970.
 * @property {"in" | "out"} direction
 * @property {Record<string, any>[]} messages One, or the members of a batch; none where the input was no JSON.
 * @property {string} text As it was.
 */

/** What is no recording. */
export class TraceError extends Error {}

/** @typedef {{entries: Entry[], dropped: number, sessions: number}} Trace */

const VERSION = 1;

/**
 * The entries in the order of the file.
 * @param {string} text
 * @returns {Trace}
 */
export function readTrace(text) {
  const lines = text.split("\n");
  const isCut = lines[lines.length - 1] !== "";
  /** @type {Trace} */
  const trace = { entries: [], dropped: 0, sessions: 1 };
  lines.forEach((line, index) => {
    const members = parsed(line, index + 1, isCut && index === lines.length - 1);
    if (members.trace !== undefined) begin(trace, members.trace);
    else if (Number.isInteger(members.dropped)) trace.dropped += members.dropped;
    else trace.entries.push(...entryOf(members));
  });
  if (trace.entries.length === 0) throw new TraceError("The file has no recorded message in it.");
  return trace;
}

/**
 * @param {Trace} trace
 * @param {unknown} version
 */
function begin(trace, version) {
  const words = `This page reads recordings of version ${VERSION}, and not ${version}.`;
  if (version !== VERSION) throw new TraceError(words);
  if (trace.entries.length === 0) return;
  trace.entries = [];
  trace.dropped = 0;
  trace.sessions += 1;
}

/**
 * @param {string} line
 * @param {number} number From 1.
 * @param {boolean} isCut The last line of a session that was killed.
 * @returns {Record<string, any>}
 */
function parsed(line, number, isCut) {
  if (line.trim() === "") return {};
  try {
    return JSON.parse(line) ?? {};
  } catch {
    if (isCut) return {};
    throw new TraceError(`Line ${number} is not JSON: this is no recording of statusd.`);
  }
}

/**
 * @param {Record<string, any>} members
 * @returns {Entry[]}
 */
function entryOf({ time, direction, message, text, reason }) {
  const at = Date.parse(time) / 1_000;
  if ((direction !== "in" && direction !== "out") || Number.isNaN(at)) return [];
  const messages = [message ?? []].flat().filter((each) => typeof each === "object" && each !== null);
  // Of a message that was too large the daemon keeps the reason alone.
  return [{ at, direction, messages, text: text || reason || JSON.stringify(message) }];
}
