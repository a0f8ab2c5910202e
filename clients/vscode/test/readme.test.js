/** README.md, played without an editor: its packages are those of a release, and a copy of the clone runs as it says. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { Program } from "./support/hosting.js";
import { pack } from "./support/packing.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [INSTALL, WORK, ...OTHERS] = [...README.matchAll(/^```sh\n([^]*?)^```$/gm)].map((each) => each[1]);
const CLIENTS = fileURLToPath(new URL("../../", import.meta.url));
const skip = spawnSync("npm", ["--version"]).status === 0 ? false : "npm is not installed";

/** Runs the lines in a folder with a `code` that writes down its words; the words. */
function played(program, lines, cwd) {
  const bin = join(program.folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "code"), `#!/bin/sh\nprintf '%s\\n' "$@" >'${program.folder}/words'\n`, { mode: 0o700 });
  // No registry is asked.
  const npm = { npm_config_offline: "true", npm_config_cache: join(program.folder, "cache"), npm_config_audit: "false" };
  const env = { ...process.env, ...npm, HOME: program.folder, PATH: `${bin}:${process.env.PATH}` };
  execFileSync("sh", ["-ec", lines], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  return readFileSync(join(program.folder, "words"), "utf8").trim().split("\n");
}

function withProgram(body) {
  const program = new Program();
  try {
    return body(program);
  } finally {
    program.remove();
  }
}

test("every command of the page is played here or in the extension host", () => {
  assert.deepEqual(OTHERS, []);
});

test("the package that is installed is the one that a release has", () => {
  withProgram((program) => {
    const [option, file, ...more] = played(program, INSTALL, program.folder);
    assert.deepEqual([option, more], ["--install-extension", []]);
    assert.equal(file, basename(pack(program)));
  });
});

test("npm copies the client into a clone, which the editor then takes as it is", { skip }, () => {
  withProgram((program) => {
    for (const name of ["js", "vscode"]) {
      const filter = (path) => !/\/(node_modules|test)$/.test(path);
      cpSync(join(CLIENTS, name), join(program.folder, name), { recursive: true, filter });
    }
    const clone = join(program.folder, "vscode");
    assert.deepEqual(played(program, WORK, clone), [`--extensionDevelopmentPath=${clone}`]);
    assert.ok(existsSync(join(clone, "node_modules/statusd/src/index.js")));
    execFileSync(process.execPath, ["--input-type=module", "-e", 'await import("./src/activation.js")'], { cwd: clone });
  });
});
