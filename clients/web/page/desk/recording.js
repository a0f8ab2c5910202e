/**
 * The session as it was, in the form of `statusd serve --trace`: what the replay reads.
 * @module
 */

/** The oldest are left out beyond these. */
const LINES = 5_000;
const CHARACTERS = 16 << 20;

export class Recording {
  /** @type {string[]} */
  #lines = [];
  #characters = 0;

  get count() {
    return this.#lines.length;
  }

  /**
   * Keeps a message.
   * @param {"in" | "out"} direction
   * @param {string} message A JSON text.
   * @param {number} now Seconds since 1970, by the daemon's clock.
   */
  add(direction, message, now) {
    const time = new Date(now * 1_000).toISOString();
    const line = `{"time":"${time}","direction":"${direction}","message":${message}}`;
    this.#lines.push(line);
    this.#characters += line.length;
    while (this.#lines.length > LINES || this.#characters > CHARACTERS) {
      this.#characters -= this.#lines.shift()?.length ?? 0;
    }
  }

  /**
   * The newest messages, the newest first.
   * @param {number} count
   */
  newest(count) {
    return this.#lines.slice(-count).reverse();
  }

  text() {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}
