/**
 * The packages as a user has them: packed, and installed in an empty folder.
 * @module
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { binary } from "./running.js";

const PACKER = fileURLToPath(new URL("../../../../scripts/packaging/npm.py", import.meta.url));
const PYTHON = process.env.STATUSD_PYTHON ?? "/usr/bin/python3";

export class Workplace {
  folder = mkdtempSync(join(tmpdir(), "statusd-js-"));
  project = join(this.folder, "project");

  constructor() {
    const program = join(this.folder, "program");
    writeFileSync(program, `#!/bin/sh\nexec '${binary()}' "$@"\n`, { mode: 0o700 });
    succeed(this.folder, PYTHON, "-B", PACKER, program, this.folder);
    mkdirSync(this.project);
  }

  get packages() {
    return readdirSync(this.folder).filter((name) => name.endsWith(".tgz")).sort();
  }

  /** The folder of an installed package. */
  installed(name) {
    return join(this.project, "node_modules", name);
  }

  /** Runs a line of a page, whose packages are in the folder. Without npm, they are unpacked where npm puts them. */
  run(line) {
    const words = line.split(" ").map((word) => word.replace(/^\.\/(?=.*\.tgz$)/, "../"));
    if (words[0] !== "npm" || hasNPM()) return succeed(this.project, "sh", "-c", `${words.join(" ")} ${QUIETLY}`);
    for (const path of words.slice(2)) this.#unpack(path);
  }

  #unpack(path) {
    const name = path.includes("linux-x64") ? "@statusd/linux-x64" : "statusd";
    mkdirSync(this.installed(name), { recursive: true });
    succeed(this.project, "tar", "-xzf", path, "--strip-components=1", "-C", this.installed(name));
  }

  /** What a program prints there, on a machine that has no statusd elsewhere. */
  print(text, ...words) {
    const path = join(this.project, "program.mjs");
    writeFileSync(path, text);
    return succeed(this.project, process.execPath, path, ...words);
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}

/** No registry is asked. */
const QUIETLY = "--offline --no-audit --no-fund --cache ../cache";

function hasNPM() {
  return spawnSync("npm", ["--version"]).status === 0;
}

/** Standard output of a program that ends with status 0. */
export function succeed(cwd, program, ...words) {
  const { STATUSD: _, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}: ${error ?? status}\n${stdout}${stderr}`);
  return stdout;
}
