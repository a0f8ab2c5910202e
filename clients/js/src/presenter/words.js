/**
 * Times as a screen says them.
 * @module
 */

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * Seconds since 1970 of a timestamp of the daemon (RFC 3339, UTC).
 * @param {string} timestamp
 */
export function secondsOf(timestamp) {
  return Date.parse(timestamp) / 1_000;
}

/**
 * How old something is, rounded down. A clock that is a little ahead makes nothing older.
 * @param {string} timestamp
 * @param {number} now
 */
export function age(timestamp, now) {
  const seconds = now - secondsOf(timestamp);
  if (seconds < MINUTE) return "just now";
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return `${Math.floor(seconds / DAY)} d ago`;
}

/**
 * When something is due, rounded up so that it is never late.
 * @param {string | undefined} timestamp
 * @param {number} now
 */
export function ahead(timestamp, now) {
  const seconds = timestamp === undefined ? 0 : wholeSeconds(secondsOf(timestamp) - now);
  if (seconds <= 0) return "now";
  return seconds < MINUTE ? `in ${seconds} s` : `in ${Math.ceil(seconds / MINUTE)} min`;
}

/**
 * The whole seconds that are left of a wait, or null when it is over or there is none.
 * @param {string} occurredAt
 * @param {number | undefined} after
 * @param {number} now
 */
export function countdown(occurredAt, after, now) {
  const left = after === undefined ? 0 : wholeSeconds(secondsOf(occurredAt) + after - now);
  return left > 0 ? left : null;
}

/**
 * Rounded up; timestamps have milliseconds, so what is less is an error of floating point.
 * @param {number} seconds
 */
function wholeSeconds(seconds) {
  return Math.ceil(Math.round(seconds * 1_000) / 1_000);
}
