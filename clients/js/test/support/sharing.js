/**
 * Where daemons that are shared and their clients meet, for the length of a test.
 * @module
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "../../src/index.js";
import { binary, DEADLINE, Recorder } from "./running.js";

export class MeetingPlace {
  /** Short: the path of a socket has 107 bytes at most. */
  folder = mkdtempSync(join(tmpdir(), "run-"));
  env = { ...process.env, XDG_RUNTIME_DIR: this.folder };

  /** A client for the length of `body`, its session recorded. */
  async client(args, body, options = {}) {
    const recorder = new Recorder();
    const own = { program: binary(), shared: true, env: this.env, startTimeout: DEADLINE, tap: recorder.tap };
    const daemon = await spawn({ args, ...own, ...options });
    let isKilled = true;
    try {
      await body(daemon);
      isKilled = !daemon.isRunning;
    } finally {
      await daemon.close();
      recorder.end(isKilled);
    }
  }

  /** Ends the daemons that run here. */
  remove() {
    execFileSync(binary(), ["stop", "--all"], { env: this.env });
    rmSync(this.folder, { recursive: true });
  }
}
