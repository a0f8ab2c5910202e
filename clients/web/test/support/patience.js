/**
 * How long a test waits. What never comes is an error that says what it was and what was there.
 * @module
 */

import { DEADLINE } from "../../../js/test/support/running.js";

/** Seconds: only a defect takes as long. */
export const PATIENCE = Number(process.env.STATUSD_PATIENCE) || DEADLINE;

/** What did not come in time. */
export class Late extends Error {}

/** What `promise` gives. `wanted`: what it is, behind "waited for"; `seconds`: how long it may take. */
export async function inTime(wanted, promise, seconds = PATIENCE) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Late(`waited ${seconds} s for ${wanted}`)), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
