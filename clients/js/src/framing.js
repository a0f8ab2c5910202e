/**
 * Messages as bytes: one on a line, or behind a header with its length.
 * @module
 */

import { ProtocolError } from "./errors.js";

/** @typedef {{feed(piece: Uint8Array): string[]}} Decoder Gives the messages that a piece completes. */
/** @typedef {{encode(text: string): Uint8Array, decoder(limit?: number): Decoder}} Framing */
/** @typedef {keyof typeof FRAMINGS} FramingName */

const encoder = new TextEncoder();
const LF = 10;
const LONGEST_HEAD = 8_192;
/** Bytes: more than any value that a daemon would be configured to keep. */
export const LONGEST_MESSAGE = 64 << 20;

/**
 * @param {number} limit
 * @param {string} [beginning]
 */
function tooLong(limit, beginning) {
  return new ProtocolError(`statusd wrote a message of more than ${limit} bytes`, beginning);
}

class LineDecoder {
  #utf8 = new TextDecoder();
  #limit;
  /** Bytes of the line that has begun. */
  #held = 0;
  /**
   * The beginning of a line, in parts: joining them at each piece would copy a long line again and again.
   * @type {string[]}
   */
  #begun = [];

  /** @param {number} limit */
  constructor(limit) {
    this.#limit = limit;
  }

  /** @param {Uint8Array} piece */
  feed(piece) {
    const end = piece.indexOf(LF);
    this.#held += end < 0 ? piece.length : end;
    if (this.#held > this.#limit) throw tooLong(this.#limit, this.#begun[0]);
    if (end >= 0) this.#held = piece.length - 1 - piece.lastIndexOf(LF);
    const [rest, ...ended] = this.#utf8.decode(piece, { stream: true }).split("\n").reverse();
    const lines = ended.reverse();
    if (lines.length > 0) {
      lines[0] = this.#begun.join("") + lines[0];
      this.#begun = [];
    }
    this.#begun.push(rest);
    return lines.filter((line) => line.trim() !== "");
  }
}

class HeaderDecoder {
  #utf8 = new TextDecoder();
  /** @type {Uint8Array[]} */
  #pieces = [];
  #held = 0;
  /**
   * Of the body that comes; null while its head is awaited.
   * @type {number | null}
   */
  #length = null;
  #limit;

  /** @param {number} limit */
  constructor(limit) {
    this.#limit = limit;
  }

  /** @param {Uint8Array} piece */
  feed(piece) {
    this.#pieces.push(piece);
    this.#held += piece.length;
    const texts = [];
    while (this.#hasBody()) {
      const length = this.#length ?? 0;
      texts.push(this.#utf8.decode(this.#take(length)));
      this.#length = null;
    }
    return texts;
  }

  #hasBody() {
    this.#length ??= this.#readHead();
    return this.#length !== null && this.#held >= this.#length;
  }

  #readHead() {
    const head = new TextDecoder("latin1").decode(this.#joined().subarray(0, LONGEST_HEAD));
    const end = head.indexOf("\r\n\r\n");
    if (end < 0 && head.length < LONGEST_HEAD) return null;
    const length = /^Content-Length: (\d+)\r\n/.exec(head)?.[1];
    if (end < 0 || length === undefined) throw new ProtocolError("this program is no statusd: it wrote no header", head);
    if (Number(length) > this.#limit) throw tooLong(this.#limit);
    this.#take(end + 4);
    return Number(length);
  }

  #joined() {
    if (this.#pieces.length > 1) {
      const whole = new Uint8Array(this.#held);
      let offset = 0;
      for (const piece of this.#pieces) {
        whole.set(piece, offset);
        offset += piece.length;
      }
      this.#pieces = [whole];
    }
    return this.#pieces[0] ?? new Uint8Array();
  }

  /** @param {number} count */
  #take(count) {
    const whole = this.#joined();
    this.#pieces = [whole.subarray(count)];
    this.#held -= count;
    return whole.subarray(0, count);
  }
}

export const FRAMINGS = {
  /** @type {Framing} */
  lines: {
    encode: (text) => encoder.encode(`${text}\n`),
    decoder: (limit = LONGEST_MESSAGE) => new LineDecoder(limit),
  },
  /** @type {Framing} */
  headers: {
    encode: (text) => {
      const body = encoder.encode(text);
      const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
      const frame = new Uint8Array(head.length + body.length);
      frame.set(head);
      frame.set(body, head.length);
      return frame;
    },
    decoder: (limit = LONGEST_MESSAGE) => new HeaderDecoder(limit),
  },
};
