/**
 * Parts of a screen for a recording whose client opened none: what its snapshots say, without words and buttons.
 * @module
 */

/** @typedef {import("../../../js/src/types.js").FailureData} FailureData */
/** @typedef {import("../../../js/src/types.js").LocationSnapshot} LocationSnapshot */
/** @typedef {import("../../../js/src/types.js").ScreenBox} ScreenBox */
/** @typedef {import("../../../js/src/types.js").ScreenPart} ScreenPart */
/** @typedef {import("../../../js/src/types.js").ScreenPlace} ScreenPlace */
/** @typedef {import("../../../js/src/types.js").Snapshot} Snapshot */

/**
 * The snapshots of a message.
 * @param {string | undefined} method
 * @param {any} params
 * @param {any} result
 * @returns {Snapshot[]}
 */
export function snapshots(method, params, result) {
  const found = [method === "stateChanged" ? params : null, result, result?.result];
  return found.filter((each) => typeof each?.resource === "string" && "revision" in each);
}

/**
 * As docs/protocol.md has the phases.
 * @param {Snapshot} snapshot
 * @returns {ScreenPart}
 */
export function partOf({ resource, arguments: given, value, isStale, isFetching, attempt, maxAttempts, failure }) {
  const box = failure && failure.presentation !== "silent" ? boxOf(failure) : null;
  const empty = isFetching ? "loading" : box ? "error" : "blank";
  const phase = value === undefined ? empty : isStale ? "stale" : "content";
  const off = { enabled: false };
  return {
    resource,
    ...(given && { arguments: given }),
    shape: "any",
    phase,
    spinner: isFetching,
    attempt: attempt === undefined ? null : { number: attempt, of: maxAttempts ?? attempt },
    content: value === undefined ? null : { value },
    age: null,
    failure: box,
    refresh: off,
    stop: off,
    polling: null,
  };
}

/**
 * The place that a message says, null where it says none.
 * @param {string | undefined} method
 * @param {any} params
 * @param {any} result
 * @returns {ScreenPlace | null}
 */
export function placeOf(method, params, result) {
  /** @type {LocationSnapshot | undefined} */
  const location = method === "locationChanged" ? params.location : result?.location;
  if (!location) return null;
  const { status, coordinate = null, failure } = location;
  const box = failure ? boxOf(failure) : null;
  const found = status === "loaded" ? "content" : "stale";
  const phase = coordinate ? found : box ? "error" : "loading";
  return { phase, on: true, coordinate, age: null, failure: box };
}

/**
 * @param {FailureData} failure
 * @returns {ScreenBox}
 */
function boxOf({ failureId, kind, helpAnchor, title, message, ...failure }) {
  const buttons = failure.recoveryOptions.map((each) => ({
    id: each.id,
    title: each.title,
    role: each.role,
    enabled: false,
    running: false,
  }));
  const about = { resource: failure.resource ?? null, arguments: failure.arguments ?? null };
  return { failureId, kind, helpAnchor, ...about, title, message, countdown: null, buttons };
}
