/**
 * The files of the pages: those of three folders, by the paths that they have below `clients/`.
 *
 * So an `import` of the page means the same file to the browser and to the compiler of its types.
 * @module
 */

import { readFile } from "node:fs/promises";
import { extname } from "node:path";

const ROOT = new URL("../../", import.meta.url);
/** Where the page begins. */
export const START = "/web/page/index.html";
/** One segment holds no dot at its begin, so nothing leads out of the folders. */
const SERVED = /^\/(web\/page|web\/examples|js\/src)(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** @type {Record<string, string>} */
export const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
  ".jsonl": "application/jsonl; charset=utf-8",
};

/** Nothing from elsewhere is loaded, and no other page may frame this one. */
export const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
};

/**
 * The bytes and the type of a file, null where the path leads to none.
 * @param {string} path The path of a URL, without query.
 */
export async function pageFile(path) {
  const type = TYPES[extname(path)];
  if (!type || !SERVED.test(path)) return null;
  try {
    return { type, bytes: await readFile(new URL(`.${path}`, ROOT)) };
  } catch {
    return null;
  }
}
