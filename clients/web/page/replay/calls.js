/**
 * The calls of a recorded session, requests matched with their responses, and its failures.
 * @module
 */

import { keyOf } from "../../../js/src/instances.js";

/** @typedef {import("./trace.js").Entry} Entry */
/** @typedef {import("../../../js/src/types.js").FailureData} FailureData */

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} lane
 * @property {Record<string, any>} params
 * @property {number} from
 * @property {number | null} to Null where there was no response.
 * @property {FailureData | null} failure
 */

/** @typedef {FailureData | import("../../../js/src/types.js").ScreenBox} Failed In a message, or on a screen. */
/** @typedef {{at: number, lane: string, data: Failed}} Mishap A failure, when it was first heard of. */

/** What is no resource's: `stats`, `getHelp` and others. */
export const DAEMON = "statusd";
export const LOCATION = "location";
const LOCATED = new Set(["getLocation", "subscribeLocation", "unsubscribeLocation"]);
const SWITCHES = new Set(["startLocation", "stopLocation"]);
const RESOURCES = new Set(["getState", "refresh", "setAutoPolling", "getHistory"]);

/**
 * Calls in the order of their requests, and failures in theirs.
 * @param {Entry[]} entries
 */
export function historyOf(entries) {
  const reader = new Reader();
  for (const { at, direction, messages } of entries) {
    for (const message of messages) {
      if (direction === "in") reader.request(message, at);
      else reader.response(message, at);
    }
  }
  return { calls: reader.calls, mishaps: [...reader.mishaps.values()] };
}

class Reader {
  /** @type {Call[]} */
  calls = [];
  /**
   * Without a response yet, by the text of their ids: `1` and `"1"` are two.
   * @type {Map<string, Call>}
   */
  #open = new Map();
  /**
   * By their ids.
   * @type {Map<string, Mishap>}
   */
  mishaps = new Map();
  /**
   * The lanes of the parts of each screen.
   * @type {Map<string, Map<string, string>>}
   */
  #screens = new Map();

  /**
   * @param {Record<string, any>} message
   * @param {number} at
   */
  request({ id, method, params }, at) {
    if (id === undefined || typeof method !== "string") return;
    const given = named(params);
    const call = { method, lane: this.#laneOf(method, given), params: given, from: at, to: null, failure: null };
    this.calls.push(call);
    this.#open.set(JSON.stringify(id), call);
  }

  /**
   * @param {Record<string, any>} message
   * @param {number} at
   */
  response({ id, result, error, method, params }, at) {
    for (const each of [params, params?.location, result, result?.location]) this.#remember(each?.failure, at);
    this.#remember(error?.data, at);
    if (result?.screen) this.#opened(result);
    this.#look(result?.screen ?? params?.changed ?? {}, at);
    if (method !== undefined || id === undefined) return;
    const call = this.#open.get(JSON.stringify(id));
    if (!call) return;
    this.#open.delete(JSON.stringify(id));
    call.to = at;
    call.failure = error?.data ?? null;
  }

  /** @param {import("../../../js/src/types.js").OpenedScreen} opened */
  #opened({ screenId, screen: { parts } }) {
    const lanes = Object.entries(parts).map(([name, part]) => /** @type {[string, string]} */ ([name, laneOf(part)]));
    this.#screens.set(screenId, new Map(lanes));
  }

  /**
   * The failures of a screen, or of its changes.
   * @param {import("../../../js/src/types.js").ScreenChanges} changed
   * @param {number} at
   */
  #look({ parts = {}, location, alert }, at) {
    for (const each of [...Object.values(parts), location]) this.#remember(each?.failure, at);
    this.#remember(alert, at);
  }

  /**
   * @param {Failed | null | undefined} data
   * @param {number} at
   */
  #remember(data, at) {
    if (!data || this.mishaps.has(data.failureId)) return;
    this.mishaps.set(data.failureId, { at, lane: laneOf(data), data });
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} params
   */
  #laneOf(method, params) {
    if (LOCATED.has(method) || SWITCHES.has(params.button)) return LOCATION;
    if (method === "press") return this.#screens.get(params.screenId)?.get(params.part) ?? this.#failed(params);
    if (method === "fetchMenu") return laneOf({ resource: "menu" });
    if (method === "retry") return this.#failed(params);
    return RESOURCES.has(method) ? laneOf({ resource: "state", ...params }) : DAEMON;
  }

  /** @param {Record<string, any>} params */
  #failed({ failureId }) {
    return this.mishaps.get(failureId)?.lane ?? DAEMON;
  }
}

/**
 * The lane of a resource, an instance or the location.
 * @param {{resource?: string | null, arguments?: Record<string, string> | null}} about
 */
export function laneOf({ resource, arguments: given }) {
  if (resource === undefined || resource === null) return DAEMON;
  return resource === LOCATION ? LOCATION : keyOf({ resource, arguments: given ?? undefined });
}

/**
 * What a person calls a lane.
 * @param {string} lane
 */
export function titleOf(lane) {
  if (lane === LOCATION || lane === DAEMON) return lane;
  const [resource, given] = /** @type {[string, [string, string][]]} */ (JSON.parse(lane));
  return given.length > 0 ? `${resource} (${given.map((each) => each.join(" ")).join(", ")})` : resource;
}

/**
 * Params by position are rare, and only the first one matters here.
 * @param {any} params
 * @returns {Record<string, any>}
 */
function named(params) {
  if (Array.isArray(params)) return params.length > 0 && typeof params[0] === "string" ? { resource: params[0] } : {};
  return params ?? {};
}
