/**
 * The daemon as a child process of Node.
 *
 * Node gives a child socketpairs for its streams and no pipes. The daemon takes either, and the end of its input is
 * a half-close, so its last responses still come.
 * @module
 */

import { spawn } from "node:child_process";
import { FRAMINGS } from "./framing.js";
import { after } from "./patience.js";
import { notFound } from "./program.js";

/** @typedef {import("./transport.js").Receiver} Receiver */
/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {import("./framing.js").FramingName} FramingName */

/**
 * @typedef {object} ProcessOptions
 * @property {Record<string, string | undefined>} [env]
 * @property {string} [cwd]
 * @property {FramingName} [framing]
 * @property {(text: string) => void} [stderr] Is shown what the daemon writes there, in pieces.
 */

const STDERR_CHARACTERS = 8_192;
const STDERR_LINES = 20;
/** Milliseconds without output after which that of a dead process counts as read: a child of it may hold the pipe. */
const SILENCE = 300;

/** @implements {Transport} */
export class ProcessTransport {
  #command;
  #options;
  #framing;
  #showStderr;
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #stderr = "";
  /** @type {(() => void)[]} */
  #exits = [];
  #pieces = 0;
  /** @type {Promise<void>} */
  #ended = Promise.resolve();
  halfCloses = true;

  /**
   * @param {string[]} command The program and its arguments.
   * @param {ProcessOptions} options
   */
  constructor(command, { framing = "lines", stderr = () => {}, ...options } = {}) {
    this.#command = command;
    this.#options = options;
    this.#framing = FRAMINGS[framing];
    this.#showStderr = stderr;
  }

  get pid() {
    return this.#process?.pid;
  }

  /**
   * @param {Receiver} receiver
   * @returns {Promise<void>}
   */
  open(receiver) {
    const [program, ...words] = this.#command;
    const child = spawn(program, words, { ...this.#options, stdio: ["pipe", "pipe", "pipe"] });
    this.#process = child;
    this.#read(child, receiver);
    child.stdin.on("error", () => {}); // That nobody reads shows by the end of the output.
    child.on("exit", () => this.#exits.splice(0).forEach((exit) => exit()));
    return new Promise((resolve, reject) => {
      child.once("spawn", () => resolve());
      child.on("error", (cause) => reject(notFound(program, cause)));
    });
  }

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @param {Receiver} receiver
   */
  #read(child, receiver) {
    const decoder = this.#framing.decoder();
    child.stdout.on("data", (piece) => {
      this.#pieces += 1;
      try {
        decoder.feed(piece).forEach((text) => receiver.message(text));
      } catch (problem) {
        receiver.failed(/** @type {Error} */ (problem));
      }
    });
    child.stderr.setEncoding("utf8").on("data", (piece) => {
      this.#stderr = (this.#stderr + piece).slice(-STDERR_CHARACTERS);
      this.#showStderr(piece);
    });
    this.#ended = new Promise((resolve) => this.#watch(child, receiver, resolve));
  }

  /**
   * The end is when everything has been read; or, behind either the exit or the end of the output, when nothing has
   * come for a while.
   * @param {import("node:child_process").ChildProcess} child
   * @param {Receiver} receiver
   * @param {() => void} resolve
   */
  #watch(child, receiver, resolve) {
    let isEnded = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(silence);
      const lines = this.#stderr.trimEnd().split("\n").slice(-STDERR_LINES);
      const stderr = lines.filter((line) => line !== "");
      receiver.ended({ status: child.exitCode, signal: child.signalCode, stderr });
      resolve();
    };
    const endInSilence = (/** @type {number} */ read) => {
      clearTimeout(silence);
      if (isEnded || (read === this.#pieces && !child.stdout.isPaused())) end();
      else silence = setTimeout(endInSilence, SILENCE, this.#pieces);
    };
    child.once("close", end);
    child.once("exit", () => endInSilence(-1));
    child.stdout.once("end", () => endInSilence(-1));
  }

  /** @param {string} text */
  write(text) {
    const stdin = this.#process?.stdin;
    if (stdin?.writable) stdin.write(this.#framing.encode(text));
  }

  /** Whether the daemon does not read as fast as it is written to: what is written now waits in memory. */
  get isFull() {
    return this.#process?.stdin.writableNeedDrain ?? false;
  }

  /**
   * Waits until there is room for more, or until the daemon's input has ended.
   * @returns {Promise<void>}
   */
  drained() {
    const stdin = this.#process?.stdin;
    if (!stdin?.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      stdin.once("drain", () => resolve()).once("close", () => resolve());
    });
  }

  /** Takes no more of the daemon's output until `resume`: it waits in the daemon, which conflates it. */
  pause() {
    this.#process?.stdout.pause();
  }

  resume() {
    this.#process?.stdout.resume();
  }

  /** @param {number} grace */
  async close(grace) {
    const child = this.#process;
    if (!child) return;
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"]) {
      if (await this.#exitsWithin(grace)) break;
      child.kill(signal);
    }
    await this.#ended;
    // A child of the daemon may hold them open.
    child.stdout.destroy();
    child.stderr.destroy();
  }

  kill() {
    this.#process?.kill("SIGKILL");
  }

  #hasExited() {
    return this.#process === null || this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /**
   * @param {number} seconds
   * @returns {Promise<boolean>}
   */
  #exitsWithin(seconds) {
    if (this.#hasExited()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = after(seconds, () => resolve(false));
      this.#exits.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}
