/**
 * Elements as expressions: what a screen looks like is written down whole, and `morph` brings it about.
 * @module
 */

/** @typedef {import("../../../js/src/screen.js").Button} Button */
/** @typedef {Node | string | number | null | false | undefined} Leaf */
/** @typedef {Leaf | Leaf[]} Child */

/**
 * `press` is a button of the screen, `style` the text of declarations; null and false leave out.
 * @typedef {{press?: Button, style?: string, [name: string]: any}} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of HTML.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Kind}
 */
function filled(element, { press, style, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  if (press) element.setAttribute("data-press", JSON.stringify(press));
  // The policy of the page refuses the attribute, and takes the property.
  if (style) element.style.cssText = style;
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}
