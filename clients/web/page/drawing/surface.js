/**
 * The size of a picture in pixels: it is drawn for the place that it has, so that its texts and its marks are as large
 * on a phone as on a desk.
 * @module
 */

/** @typedef {{width: number, height: number}} Size */

/** How far from the edges the outermost places stand, as a share of the width, and in pixels at most. */
const MARGIN = { share: 0.16, most: 70 };

export class Surface {
  #root;
  #selector;
  #changed;
  /**
   * Until the picture is in the document.
   * @type {Size}
   */
  #size = { width: 800, height: 560 };

  /**
   * @param {HTMLElement} root Below which the picture stands, once it is drawn.
   * @param {string} selector Of the picture, whose size the style sheet decides alone.
   * @param {() => void} changed
   */
  constructor(root, selector, changed) {
    this.#root = root;
    this.#selector = selector;
    this.#changed = changed;
    // A picture that comes changes the height of the root. This is before anything of it was painted.
    new ResizeObserver(() => this.#measure()).observe(root);
  }

  get size() {
    return this.#size;
  }

  get margin() {
    return Math.min(MARGIN.share * this.#size.width, MARGIN.most);
  }

  #measure() {
    const { width = 0, height = 0 } = this.#root.querySelector(this.#selector)?.getBoundingClientRect() ?? {};
    if (width === 0 || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    this.#changed();
  }
}
