/**
 * How long something may take.
 * @module
 */

import { CallTimedOut } from "./errors.js";

/** @typedef {{signal?: AbortSignal, timeout?: number}} Limits `timeout`: seconds. */

/** The longest time of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * @param {number} seconds
 * @param {() => void} action
 */
export function after(seconds, action) {
  return setTimeout(action, Math.min(seconds * 1_000, LONGEST_TIMER));
}

/**
 * Calls `giveUp` with the reason when the signal aborts or the time has passed, and gives what ends the watch.
 * @param {string} method
 * @param {Limits} limits
 * @param {(reason: unknown) => void} giveUp
 */
export function watch(method, { signal, timeout }, giveUp) {
  const abort = () => giveUp(signal?.reason);
  const timer = timeout === undefined ? undefined : after(timeout, () => giveUp(new CallTimedOut(method, timeout)));
  signal?.addEventListener("abort", abort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
}

/**
 * Whether `promise` is fulfilled before the time has passed.
 * @param {number} seconds
 * @param {Promise<unknown>} promise
 */
export async function within(seconds, promise) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = after(seconds, () => resolve(false));
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
