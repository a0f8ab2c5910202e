/**
 * The screen: what to draw, with every member always there, so that two screens can be compared.
 * @module
 */

import { mapItems } from "./fleet.js";
import { LOCATION } from "./parts.js";
import { age, ahead, countdown } from "./words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./parts.js").Shape} Shape */
/** @typedef {import("../types.js").FailureData} FailureData */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {"blank" | "loading" | "content" | "stale" | "error"} Phase */
/** @typedef {ReturnType<typeof draw>} Screen */

/**
 * @param {Model} model
 * @param {number} now
 */
export function draw(model, now) {
  const names = [...model.parts.keys()];
  return {
    connected: model.isConnected,
    resources: Object.fromEntries(names.map((name) => [name, resourceScreen(model, name, now)])),
    location: locationScreen(model, now),
    alert: failureBox(model, model.alert(), now),
    help: model.help,
  };
}

/**
 * @param {Model} model
 * @param {string} name
 * @param {number} now
 */
function resourceScreen(model, name, now) {
  const part = model.parts.get(name);
  const latest = model.latest(name);
  const snapshot = model.shown(name);
  const failure = model.inline(part?.key);
  const spins = Boolean(snapshot?.isFetching) || model.about("refresh", name).length > 0;
  // A value may be null, so its member decides.
  const hasValue = latest !== undefined && "value" in latest;
  const isOld = latest !== snapshot || Boolean(latest?.isStale);
  return {
    phase: hasValue ? valuePhase(isOld) : emptyPhase(spins, failure),
    spinner: spins,
    attempt: snapshot?.attempt === undefined ? null : { number: snapshot.attempt, of: snapshot.maxAttempts },
    content: hasValue ? content(part?.shape ?? "any", latest.value) : null,
    age: latest?.updatedAt === undefined ? null : age(latest.updatedAt, now),
    failure: failureBox(model, failure, now),
    refresh: { enabled: model.canRefresh(name) },
    stop: { enabled: model.stoppable(name).length > 0 },
    polling: pollingSwitch(model, name, latest, now),
  };
}

/**
 * @param {boolean} isOld
 * @returns {Phase}
 */
function valuePhase(isOld) {
  return isOld ? "stale" : "content";
}

/**
 * @param {boolean} loads
 * @param {FailureData | undefined} failure
 * @returns {Phase}
 */
function emptyPhase(loads, failure) {
  if (loads) return "loading";
  return failure ? "error" : "blank";
}

/**
 * @param {Shape} shape
 * @param {any} value
 */
function content(shape, value) {
  if (shape === "fleet") return { items: mapItems(value) };
  if (shape === "menu") return { sections: value.sections, isEmpty: value.sections.length === 0 };
  return { value };
}

/**
 * @param {Model} model
 * @param {string} name
 * @param {Snapshot | undefined} latest
 * @param {number} now
 */
function pollingSwitch(model, name, latest, now) {
  const known = latest?.autoPolling;
  if (!known) return null;
  const isOn = model.isPolled(name);
  return {
    on: isOn,
    enabled: model.canSwitch(name),
    interval: known.interval,
    next: model.isConnected && isOn && known.enabled ? ahead(known.nextPollAt, now) : null,
  };
}

/**
 * @param {Model} model
 * @param {number} now
 */
function locationScreen(model, now) {
  const { location, wantsLocation: isOn } = model;
  const failure = model.inline(LOCATION);
  const isLive = isOn && model.session.hasLocation && location?.status === "loaded";
  // Here a failure comes before loading: the source goes on looking for a place behind it.
  const empty = failure ? "error" : emptyPhase(isOn && model.isConnected, undefined);
  return {
    phase: location?.coordinate ? valuePhase(!isLive) : empty,
    on: isOn,
    coordinate: location?.coordinate ?? null,
    age: location?.timestamp === undefined ? null : age(location.timestamp, now),
    failure: failureBox(model, failure, now),
  };
}

/**
 * A failure with its buttons, for an alert or in the place of a value.
 * @param {Model} model
 * @param {FailureData | undefined} failure
 * @param {number} now
 */
function failureBox(model, failure, now) {
  if (!failure) return null;
  const { failureId, title, message, resource = null, arguments: given = null } = failure;
  const running = model.running(failureId);
  return {
    failureId,
    resource,
    arguments: given,
    title,
    message,
    countdown: countdown(failure.occurredAt, failure.retry.after, now),
    buttons: failure.recoveryOptions.map((option) => ({
      id: option.id,
      title: option.title,
      role: option.role,
      enabled: model.isEnabled(failureId, option.id),
      running: running.has(option.id),
    })),
  };
}
