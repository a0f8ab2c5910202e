/**
 * The daemon's methods as JavaScript's: names, parameters and types of what they give.
 * @module
 */

import { Failure } from "./failure.js";

/** @typedef {import("./connection.js").Params} Params */
/** @typedef {import("./connection.js").CallOptions} CallOptions */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").AutoPolling} AutoPolling */
/** @typedef {import("./types.js").ResourceSummary} ResourceSummary */
/** @typedef {import("./types.js").ResourceFamily} ResourceFamily */
/** @typedef {import("./types.js").LocationSnapshot} LocationSnapshot */
/** @typedef {import("./types.js").HelpSection} HelpSection */
/** @typedef {import("./types.js").History} History */
/** @typedef {import("./types.js").Statistics} Statistics */
/** @typedef {import("./types.js").RetryResult} RetryResult */
/** @typedef {import("./types.js").FailureData} FailureData */
/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").WaitResult} WaitResult */
/** @typedef {import("./instances.js").Arguments} Arguments */

/**
 * Of a wait. `timeout`: seconds, after which it ends without a failure.
 * @typedef {Object} WaitOptions
 * @property {string} [resource]
 * @property {Condition | Condition[]} [unless]
 * @property {number} [timeout]
 * @property {number} [interval]
 * @property {"transient" | "all" | "none"} [patience]
 * @property {Arguments} [arguments]
 */

/** What `call` is for, method by method. */
export class Calls {
  /**
   * @param {string} method
   * @param {Params} [params]
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  call(method, params, options) {
    throw new TypeError(`call is not implemented: ${method}, ${params}, ${options}`);
  }

  /**
   * What is known of a resource, without a fetch.
   * @param {string} [resource]
   * @param {CallOptions & {arguments?: Arguments}} options
   * @returns {Promise<Snapshot>}
   */
  getState(resource = "state", { arguments: given, ...options } = {}) {
    return this.call("getState", { resource, arguments: given }, options);
  }

  /**
   * The snapshot after one fetch.
   * @param {string} [resource]
   * @param {CallOptions & {arguments?: Arguments}} options
   * @returns {Promise<Snapshot>}
   */
  refresh(resource = "state", { arguments: given, ...options } = {}) {
    return this.call("refresh", { resource, arguments: given }, options);
  }

  /**
   * How the wait ended: a condition of `until` holds, one of `unless`, or the time is up.
   * @param {Condition | Condition[]} until
   * @param {WaitOptions} wait
   * @param {CallOptions} [options]
   * @returns {Promise<WaitResult>}
   */
  waitFor(until, { resource = "state", ...wait } = {}, options) {
    return this.call("waitFor", { until, resource, ...wait }, options);
  }

  /**
   * The snapshot of the menu after one fetch.
   * @param {CallOptions} [options]
   * @returns {Promise<Snapshot>}
   */
  fetchMenu(options) {
    return this.call("fetchMenu", undefined, options);
  }

  /**
   * Turns the polling of a resource on or off. `interval`: seconds; without it, it stays what it is.
   * @param {boolean} enabled
   * @param {CallOptions & {interval?: number, resource?: string, arguments?: Arguments}} options
   * @returns {Promise<AutoPolling>}
   */
  async setAutoPolling(enabled, { interval, resource = "state", arguments: given, ...options } = {}) {
    const params = { enabled, interval, resource, arguments: given };
    return (await this.call("setAutoPolling", params, options)).autoPolling;
  }

  /**
   * Every resource, without its value; a parameterised one with the names of its parameters.
   * @param {CallOptions} [options]
   * @returns {Promise<(ResourceSummary | ResourceFamily)[]>}
   */
  async listResources(options) {
    return (await this.call("listResources", undefined, options)).resources;
  }

  /**
   * Where the daemon's machine is, as far as it is known. Starts nothing: `locations` does.
   * @param {CallOptions} [options]
   * @returns {Promise<LocationSnapshot>}
   */
  getLocation(options) {
    return this.call("getLocation", undefined, options);
  }

  /**
   * The explanation of a kind of failure.
   * @param {string} anchor A failure's `helpAnchor`.
   * @param {CallOptions} [options]
   * @returns {Promise<HelpSection>}
   */
  getHelp(anchor, options) {
    return this.call("getHelp", { anchor }, options);
  }

  /**
   * The past fetches of a resource, newest first. `since`: RFC 3339; `limit`: 1 to 1,000, 100 without it.
   * @param {string} [resource]
   * @param {CallOptions & {arguments?: Arguments, since?: string, limit?: number}} options
   * @returns {Promise<History>}
   */
  getHistory(resource = "state", { arguments: given, since, limit, ...options } = {}) {
    return this.call("getHistory", { resource, arguments: given, since, limit }, options);
  }

  /**
   * Counters, queue depths and memory of the daemon.
   * @param {CallOptions} [options]
   * @returns {Promise<Statistics>}
   */
  stats(options) {
    return this.call("stats", undefined, options);
  }

  /**
   * Performs an option of a failure: without ids `tryAgain` of the newest that is not settled.
   * @param {string} [failureId]
   * @param {string} [optionId]
   * @param {CallOptions} [options]
   * @returns {Promise<RetryResult>}
   */
  retry(failureId, optionId, options) {
    return this.call("retry", { failureId, optionId }, options);
  }

  /**
   * The failure of a snapshot, as one that can recover.
   * @param {FailureData} data
   */
  failure(data) {
    return new Failure(data, (failureId, optionId, options) => this.retry(failureId, optionId, options));
  }
}
