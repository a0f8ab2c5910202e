/**
 * What a presenter remembers, and what follows from it at any moment.
 * @module
 */

import { keyOf } from "../instances.js";
import { Wishes } from "../restarts.js";
import { LOCATION, Part } from "./parts.js";
import { secondsOf } from "./words.js";

/** @typedef {import("../types.js").FailureData} FailureData */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../types.js").LocationSnapshot} LocationSnapshot */
/** @typedef {import("../types.js").HelpSection} HelpSection */
/** @typedef {import("./parts.js").Described} Described */
/** @typedef {{jsonrpc: "2.0", id: number, method: string, params: Record<string, any>}} Request */

/** Seconds after the date of a poll until the presenter asks what became of it. */
const GRACE = 1;

/** What ends with the daemon's process. */
export class Session {
  /**
   * Requests without a response yet, by id, oldest first.
   * @type {Map<number, Request>}
   */
  calls = new Map();
  /** @type {Set<number>} */
  cancelled = new Set();
  /**
   * Failures of responses that no snapshot has, oldest first.
   * @type {Map<string, FailureData>}
   */
  failures = new Map();
  /**
   * Ids of the failures that are alerts, in the order in which they came.
   * @type {string[]}
   */
  alerts = [];
  /** @type {string | null} */
  subscription = null;
  /**
   * The keys of the snapshots that are of this process, and not of one before.
   * @type {Set<string>}
   */
  present = new Set();
  hasLocation = false;
}

/** Everything that the presenter remembers. */
export class Model {
  isConnected = false;
  session = new Session();
  /**
   * By their keys.
   * @type {Map<string, Snapshot>}
   */
  snapshots = new Map();
  /**
   * When each snapshot came.
   * @type {Map<string, number>}
   */
  taken = new Map();
  /** Polling as it was switched from here, for the next process. */
  wishes = new Wishes();
  /** @type {LocationSnapshot | null} */
  location = null;
  wantsLocation = false;
  /** @type {HelpSection | null} */
  help = null;

  /** @param {Record<string, Described>} described The parts of the screen, in its order. */
  constructor(described) {
    this.parts = new Map(Object.entries(described).map(([name, each]) => [name, new Part(name, each)]));
    this.places = new Set([...this.parts.values()].map((part) => part.key));
  }

  /**
   * The calls of `method` that wait for a response and have these params, oldest first.
   * @param {string} method
   * @param {Record<string, any>} [params]
   */
  pending(method, params = {}) {
    const wanted = Object.entries(params);
    return [...this.session.calls.values()].filter(
      (call) => call.method === method && wanted.every(([name, value]) => call.params[name] === value),
    );
  }

  /**
   * The calls of `method` for a part of the screen that wait for a response, oldest first.
   * @param {string} method
   * @param {string} name
   */
  about(method, name) {
    const key = this.parts.get(name)?.key;
    return this.pending(method).filter((call) => keyOf(call.params) === key);
  }

  /**
   * The snapshot that the running process gave.
   * @param {string} [key]
   */
  snapshot(key = "") {
    return this.session.present.has(key) ? this.snapshots.get(key) : undefined;
  }

  /**
   * The snapshot for a part of the screen that the running process gave.
   * @param {string} name
   */
  shown(name) {
    return this.snapshot(this.parts.get(name)?.key);
  }

  /**
   * The last snapshot for a part of the screen, also of an earlier process.
   * @param {string} name
   */
  latest(name) {
    return this.snapshots.get(this.parts.get(name)?.key ?? "");
  }

  /**
   * Whether a poll should have been reported by now.
   * @param {string} name
   * @param {number} now
   */
  isOverdue(name, now) {
    const polling = this.shown(name)?.autoPolling;
    if (!polling?.enabled || this.about("getState", name).length > 0) return false;
    // The date is absent while a poll is under way.
    const due = polling.nextPollAt === undefined ? 0 : secondsOf(polling.nextPollAt);
    return now >= GRACE + Math.max(this.taken.get(this.parts.get(name)?.key ?? "") ?? 0, due);
  }

  // Buttons

  /** @param {string} name */
  canRefresh(name) {
    return this.isConnected && this.parts.has(name) && this.about("refresh", name).length === 0;
  }

  /**
   * The refreshes of this presenter that can be cancelled.
   * @param {string} name
   */
  stoppable(name) {
    return this.about("refresh", name).filter((call) => !this.session.cancelled.has(call.id));
  }

  /** @param {string} name */
  canSwitch(name) {
    return this.shown(name)?.autoPolling !== undefined;
  }

  /**
   * Whether the switch is on: as it was pressed last, else as the daemon says.
   * @param {string} name
   * @returns {boolean}
   */
  isPolled(name) {
    const pressed = this.about("setAutoPolling", name).at(-1);
    return pressed ? pressed.params.enabled : this.latest(name)?.autoPolling?.enabled ?? false;
  }

  /**
   * The options of a failure that were chosen and have not ended.
   * @param {string} failureId
   * @returns {Set<string>}
   */
  running(failureId) {
    return new Set(this.pending("retry", { failureId }).map((call) => call.params.optionId));
  }

  /**
   * Whether an option can be chosen: while one runs, nothing but `cancel` can.
   * @param {string} failureId
   * @param {string} optionId
   */
  isEnabled(failureId, optionId) {
    return this.isConnected && (optionId === "cancel" || this.running(failureId).size === 0);
  }

  // Failures

  /** The failures to show: the snapshots' first, then those of responses, the newest first. */
  openFailures() {
    return [...this.snapshotFailures(), ...[...this.session.failures.values()].reverse()].filter(
      (each) => each.presentation !== "silent" && !this.running(each.failureId).has("cancel"),
    );
  }

  /** @returns {FailureData[]} */
  snapshotFailures() {
    const location = this.wantsLocation && this.session.hasLocation ? this.location : null;
    const snapshots = [...this.parts.keys()].map((name) => this.shown(name));
    return [...snapshots, location].flatMap((each) => each?.failure ?? []);
  }

  /**
   * What nothing on the screen could show in its place is shown before the person.
   * @param {FailureData} failure
   */
  isAlert(failure) {
    const key = keyOf(failure);
    return failure.presentation === "alert" || !(this.places.has(key) || key === LOCATION);
  }

  /**
   * The failure to show in the place of a resource, an instance or the location.
   * @param {string} [key]
   */
  inline(key) {
    return this.openFailures().find((each) => keyOf(each) === key && !this.isAlert(each));
  }

  /** The newest alert. An older one that is still open comes back after it. */
  alert() {
    return this.openAlerts().get(this.session.alerts.at(-1) ?? "");
  }

  /** By id. The version of a failure that comes first is that of now. */
  openAlerts() {
    /** @type {Map<string, FailureData>} */
    const alerts = new Map();
    for (const each of this.openFailures()) {
      if (this.isAlert(each) && !alerts.has(each.failureId)) alerts.set(each.failureId, each);
    }
    return alerts;
  }

  /**
   * Whether the resource of a response's failure has that very failure in its snapshot, or what is newer.
   * @param {FailureData} failure
   */
  isOutdated(failure) {
    const snapshot = this.snapshot(keyOf(failure));
    const newest = snapshot?.failure;
    const times = [newest?.occurredAt, snapshot?.updatedAt];
    const isPast = times.some((each) => each !== undefined && secondsOf(each) > secondsOf(failure.occurredAt));
    return isPast || newest?.failureId === failure.failureId;
  }

  /** Forgets failures that are outdated and alerts that are settled; new alerts come last. */
  prune() {
    const { session } = this;
    for (const [id, failure] of session.failures) {
      if (this.isOutdated(failure)) session.failures.delete(id);
    }
    const open = [...this.openAlerts().keys()];
    const kept = session.alerts.filter((id) => open.includes(id));
    session.alerts = [...kept, ...open.filter((id) => !kept.includes(id))];
  }
}
