/**
 * The clock of a rehearsal: it stands still until it is moved, and it goes only forwards.
 * @module
 */

import { el } from "../drawing/elements.js";
import { icon } from "../parts/icons.js";

/** Seconds since 1970 at which every manual clock begins: 2000-01-01T00:00:00Z. */
const EPOCH = 946_684_800;
/** Seconds that the slider can go ahead. */
const REACH = 120;
const STEPS = [0.1, 1, 10];
/** Of the clock that runs, in milliseconds. */
const BEAT = 250;

export class Clock {
  #advance;
  #elapsed = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** One advance at a time: the next begins where this one ended. */
  #queue = Promise.resolve();
  #end = REACH;
  /**
   * Where the slider is held; null while it is not.
   * @type {number | null}
   */
  #held = null;

  /** @param {(seconds: number) => Promise<void>} advance Moves the daemon's clock, and draws. */
  constructor(advance) {
    this.#advance = advance;
  }

  get now() {
    return EPOCH + this.#elapsed;
  }

  get isRunning() {
    return this.#timer !== undefined;
  }

  /** Another daemon, another time. */
  reset() {
    this.#elapsed = 0;
    this.#end = REACH;
    this.#held = null;
  }

  /**
   * Moves ahead.
   * @param {number} seconds
   * @returns {Promise<void>}
   */
  advance(seconds) {
    this.#queue = this.#queue.then(async () => {
      // Set first: what comes while the daemon moves belongs to the time that it moves to.
      this.#elapsed = rounded(this.#elapsed + seconds);
      // The slider's window moves on when most of it is past.
      if (this.#elapsed > this.#end - REACH / 2) this.#end = Math.ceil(this.#elapsed) + REACH;
      await this.#advance(seconds);
    });
    return this.#queue;
  }

  /** Runs with the time of day, or stops. */
  toggle() {
    if (this.isRunning) clearInterval(this.#timer);
    this.#timer = this.isRunning ? undefined : setInterval(() => this.advance(BEAT / 1_000), BEAT);
  }

  /**
   * The slider is moved.
   * @param {number} seconds Where it stands.
   */
  hold(seconds) {
    this.#held = seconds;
  }

  /** The slider was let go. One that was moved backwards goes back to the present. */
  release() {
    const ahead = rounded((this.#held ?? 0) - this.#elapsed);
    this.#held = null;
    return this.advance(Math.max(ahead, 0));
  }

  /**
   * The tools of the clock.
   * @param {boolean} isAwaited Whether something waits for the clock.
   */
  draw(isAwaited) {
    return el(
      "div",
      { class: "clock", role: "group", "aria-label": "Clock", "data-key": "clock-tools" },
      this.#face(),
      this.#slider(),
      el("div", { class: "clock-tools" }, STEPS.map(stepButton), this.#runButton()),
      this.#hint(isAwaited),
    );
  }

  #face() {
    const time = el("output", { for: "clock" }, words(this.#elapsed));
    return el("div", { class: "clock-face" }, el("label", { for: "clock" }, "Clock"), time);
  }

  #slider() {
    const value = this.#held ?? this.#elapsed;
    const range = { min: 0, max: this.#end, step: 0.1, value };
    return el("input", { type: "range", id: "clock", ...range, "aria-valuetext": words(value) });
  }

  /** @param {boolean} isAwaited */
  #hint(isAwaited) {
    const still = isAwaited ? "Something is under way: move the clock." : "Time stands still until it is moved.";
    const name = isAwaited && !this.isRunning ? "clock-hint clock-awaited" : "clock-hint";
    return el("p", { class: name }, this.isRunning ? "Time runs." : still);
  }

  #runButton() {
    return el(
      "button",
      { type: "button", class: "tool", "data-act": "run", "aria-pressed": String(this.isRunning) },
      icon(this.isRunning ? "stop" : "start"),
      el("span", {}, this.isRunning ? "Stop the clock" : "Run the clock"),
    );
  }
}

/** @param {number} seconds */
function stepButton(seconds) {
  const words = { type: "button", class: "tool", "aria-label": `Advance by ${seconds} s` };
  return el("button", { ...words, "data-act": "advance", "data-seconds": seconds }, `+${seconds} s`);
}

/** @param {number} seconds */
function words(seconds) {
  return `${seconds.toFixed(1)} s`;
}

/**
 * To hundredths, so that steps add up.
 * @param {number} seconds
 */
function rounded(seconds) {
  return Math.round(seconds * 100) / 100;
}
