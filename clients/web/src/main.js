/**
 * From the command line to the end of the bridge.
 * @module
 */

import { Bridge } from "./bridge.js";
import { readOptions, USAGE, UsageError } from "./options.js";

/** As sysexits.h has it. */
const EX_USAGE = 64;
const EX_UNAVAILABLE = 69;

/**
 * Serves until a signal comes, and gives the exit status.
 * @param {string[]} words
 * @returns {Promise<number>}
 */
export async function main(words) {
  try {
    const options = readOptions(words, process.env);
    if (options) return await serve(options);
    process.stdout.write(USAGE);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`statusd-web: ${error.message}\n`);
    return EX_USAGE;
  }
}

/** @param {import("./options.js").Options} options */
async function serve({ port, program, currency, words }) {
  const bridge = new Bridge(program, words, { settings: { currency } });
  const signalled = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, resolve);
  });
  try {
    process.stdout.write(`${await bridge.listen(port)}\n`);
  } catch (error) {
    process.stderr.write(`statusd-web: ${/** @type {Error} */ (error).message}\n`);
    return EX_UNAVAILABLE;
  }
  await signalled;
  await bridge.close();
  return 0;
}
