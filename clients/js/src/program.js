/**
 * Where the program is (docs/clients.md, "Where the program is").
 * @module
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { ProgramNotFound } from "./errors.js";

/** The package that brings the program for this platform. There is not one for each. */
const PACKAGE = `@statusd/${process.platform}-${process.arch}`;

/**
 * What the caller names, else `$STATUSD`, else the program of this client's own package, else that of the PATH.
 * @param {string} [named]
 */
export function findProgram(named) {
  return named ?? (process.env.STATUSD || packaged() || "statusd");
}

function packaged() {
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/bin/statusd`);
  } catch {
    return undefined; // There is no such package, or this file is in a bundle.
  }
}

/**
 * @param {string} program
 * @param {Error} cause
 */
export function notFound(program, cause) {
  return new ProgramNotFound(program, `${where(program)}. To install it: npm install statusd`, cause);
}

/** @param {string} program */
function where(program) {
  if (program === process.env.STATUSD) return `${program} cannot be started: $STATUSD names it`;
  if (program === "statusd") return `statusd cannot be started: neither ${PACKAGE} nor the PATH has it`;
  // Linux says the same of a program whose loader is missing.
  const reason = existsSync(program) ? "this system cannot run it, or you may not" : "there is no such program";
  return `${program} cannot be started: ${reason}`;
}
