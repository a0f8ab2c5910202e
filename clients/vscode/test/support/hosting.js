/**
 * The extension in an editor, with the real daemon.
 * @module
 */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { binary, DEADLINE, Recorder } from "../../../js/test/support/running.js";
import { Editor } from "./editor.js";

/** Links clients/js, as `npm install` does, which would ask a registry. */
function link() {
  const folder = fileURLToPath(new URL("../../node_modules/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  try {
    symlinkSync("../../js", join(folder, "statusd"));
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

link();
export const { Activation } = await import("../../src/activation.js");

/** A folder with a program that writes down its process id and becomes statusd. */
export class Program {
  folder = mkdtempSync(join(tmpdir(), "statusd-vscode-"));
  path = join(this.folder, "statusd");

  constructor() {
    const script = `#!/bin/sh\necho $$ >>"${this.folder}/pids"\nexec "${binary()}" "$@"\n`;
    writeFileSync(this.path, script, { mode: 0o700 });
  }

  get pids() {
    return readFileSync(join(this.folder, "pids"), "utf8").trim().split("\n").map(Number);
  }

  write(name, text) {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}

/** The extension for the length of `body`, which gets the host. */
export async function hosted(args, body, settings = {}) {
  const program = new Program();
  const given = typeof args === "function" ? args(program) : args;
  const editor = new Editor({ "statusd.path": program.path, "statusd.arguments": given, ...settings });
  const host = new Host(editor, program);
  try {
    await host.activation.start();
    await body(host);
  } finally {
    await host.end();
    program.remove();
  }
  assert.deepEqual(editor.violations, []);
}

export class Host {
  #recorder = new Recorder();
  context = { subscriptions: [], extensionPath: "/proc/nonexistent" };
  /** Everything that came, as it came. */
  received = [];
  /** Whether the test has killed a daemon, or started none. */
  isKilled = false;

  constructor(editor, program) {
    this.editor = editor;
    this.program = program;
    const circumstances = { tap: this.#tap, startTimeout: DEADLINE };
    this.activation = new Activation(editor.api, this.context, circumstances);
  }

  #tap = (direction, text) => {
    this.#recorder.tap(direction, text);
    if (direction === "out") this.received.push(JSON.parse(text));
  };

  get screen() {
    return this.activation.session.screen;
  }

  /** Everything that was sent, initialize apart. */
  get sent() {
    return this.#recorder.sent;
  }

  /** Moves the daemon's manual clock. */
  advance(seconds) {
    return this.activation.session.daemon.call("advanceClock", { seconds });
  }

  async end() {
    await this.activation.end();
    this.context.subscriptions.splice(0).reverse().forEach((each) => each.dispose());
    this.#recorder.end(this.isKilled);
  }
}
