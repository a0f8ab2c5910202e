/**
 * Where the program is, and what to say where there is none.
 * @module
 */

import { existsSync } from "node:fs";
import { ProgramNotFound } from "statusd";

/**
 * The program that the extension brings, where its package is for one platform. `$STATUSD` comes before it.
 * @param {string} folder The extension's.
 */
export function bundled(folder) {
  const program = `${folder}/bin/statusd`;
  return !process.env.STATUSD && existsSync(program) ? program : undefined;
}

/**
 * The client's own words are for whoever uses npm.
 * @param {Error} problem
 */
export function explanation(problem) {
  if (!(problem instanceof ProgramNotFound)) return problem.message;
  const { program } = problem;
  return `${program} cannot be started. Install statusd (pip install statusd), or name the program in the settings.`;
}
