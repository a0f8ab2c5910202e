/**
 * axe-core in a page: what it finds there. The test environment has it, in a package of PyPI (Tests/schema/requirements.txt).
 * @module
 */

import { readdirSync, readFileSync } from "node:fs";

const LIBRARIES = new URL("../../../../.venv/lib/", import.meta.url);
const [python] = readdirSync(LIBRARIES).filter((name) => name.startsWith("python"));
const SOURCE = readFileSync(new URL(`${python}/site-packages/axe_core_python/axe.min.js`, LIBRARIES), "utf8");

/** Each rule that is broken, with the elements that break it. */
const FOUND = `axe.run().then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((each) => each.target.join(" ")) })))`;

/** What axe finds on a page as it is now. */
export async function axed(page) {
  if (await page.run("typeof axe === 'undefined'")) await page.run(`${SOURCE}; 0`);
  return page.run(FOUND, page.patience);
}
