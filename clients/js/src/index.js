/**
 * The client for Node: everything that browsers have, and processes.
 * @module
 */

import { ProcessTransport } from "./process.js";
import { findProgram } from "./program.js";
import { Statusd } from "./statusd.js";

export * from "./browser.js";
export { ProcessTransport } from "./process.js";

/**
 * @typedef {object} SpawnOptions
 * @property {string} [program] Without it `$STATUSD`, else that of the package `@statusd/…`, else `statusd` of the PATH.
 * @property {string[]} [args]
 */

/**
 * Starts a daemon as a child process.
 * @param {SpawnOptions & import("./process.js").ProcessOptions & import("./statusd.js").ClientOptions} options
 */
export function spawn({ program, args = [], env, cwd, framing, stderr, ...options } = {}) {
  const found = findProgram(program);
  return Statusd.start(() => new ProcessTransport([found, ...args], { env, cwd, framing, stderr }), options);
}
