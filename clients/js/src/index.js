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
 * @property {boolean} [shared] A session of the daemon that all programs with this configuration share.
 */

/**
 * Starts a daemon as a child process, or what connects to the one that is shared.
 * @param {SpawnOptions & import("./process.js").ProcessOptions & import("./statusd.js").ClientOptions} options
 */
export function spawn({ program, args = [], shared = false, env, cwd, framing, stderr, ...options } = {}) {
  const command = [findProgram(program), ...(shared ? ["connect"] : []), ...args];
  return Statusd.start(() => new ProcessTransport(command, { env, cwd, framing, stderr }), options);
}
