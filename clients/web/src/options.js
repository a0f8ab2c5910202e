/**
 * The command line of statusd-web.
 * @module
 */

import { parseArgs } from "node:util";

/**
 * @typedef {object} Options
 * @property {number} port
 * @property {string} program
 * @property {string} [currency] By ISO 4217, such as EUR.
 * @property {string[]} words For the daemon of a live page.
 */

export const USAGE = `usage: statusd-web [--port PORT] [--program STATUSD] [--currency CODE] [-- ARGUMENTS…]

Serves a page on this computer alone, and starts one statusd for each page that is open. Prints the address, whose
token is the key to it. Ends with Ctrl-C.

  --port PORT        where it listens on 127.0.0.1; without it, a free port
  --program STATUSD  without it $STATUSD, else statusd of the PATH
  --currency CODE    of the menu's prices, such as EUR; without it they are bare numbers
  ARGUMENTS          for statusd, such as --menu https://status.example.org/menu.json
`;

/** What is wrong with the command line. */
export class UsageError extends Error {}

/**
 * The options, or null where help was asked for.
 * @param {string[]} words
 * @param {Record<string, string | undefined>} environment
 * @returns {Options | null}
 */
export function readOptions(words, environment) {
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  const { port, program, currency, help } = parsed(own);
  if (help) return null;
  return {
    port: portNumber(port ?? "0"),
    program: program ?? (environment.STATUSD || "statusd"),
    ...(currency !== undefined && { currency: currencyCode(currency) }),
    words: end < 0 ? [] : words.slice(end + 1),
  };
}

/**
 * @param {string[]} words
 * @returns {{port?: string, program?: string, currency?: string, help?: boolean}}
 */
function parsed(words) {
  const text = { type: "string" };
  const options = { port: text, program: text, currency: text, help: { type: "boolean", short: "h" } };
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}

/** @param {string} text */
function portNumber(text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be between 0 and 65535, got ${text}`);
}

/** @param {string} text */
function currencyCode(text) {
  const code = text.toUpperCase();
  if (Intl.supportedValuesOf("currency").includes(code)) return code;
  throw new UsageError(`--currency must be a code of ISO 4217, such as EUR, got ${text}`);
}
