/**
 * What lies where it should not. Runs in the page.
 * @module
 */

const PARTS = `
  const box = (style) => !["inline", "contents", "none"].includes(style.display);
  const ancestors = (element) => {
    const all = [];
    for (let each = element.parentElement; each; each = each.parentElement) all.push(each);
    return all;
  };
  /** What is meant for assistive technology, and what slides in. */
  const isHidden = (element) => element.closest(".visually-hidden, .skip, noscript, svg, option, dialog:not([open])") !== null;
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  /** The edges that an element must not pass: those of the nearest box, and where that is scrolled those of no box. */
  const within = (element) => {
    for (const each of ancestors(element)) {
      if (scrolls(each)) return null;
      if (box(getComputedStyle(each))) return each;
    }
    return null;
  };
  const isPlaced = (element) => {
    const { position, rotate } = getComputedStyle(element);
    return ["absolute", "fixed"].includes(position) || rotate !== "none";
  };
  const passes = (inner, outer) => inner.width > 1 && (inner.right > outer.right + 1 || inner.left < outer.left - 1);
  const named = (element, words = "") => {
    const name = element.tagName.toLowerCase() + [...element.classList].map((each) => "." + each).join("");
    return (name + " " + words).trim().slice(0, 80);
  };
  const places = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };`;

/** The elements that are wider than their parents, the texts that run out of their boxes, and a page that is too wide. */
export const OVERFLOW = `(() => {
  ${PARTS}
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : [];
  for (const element of document.body.querySelectorAll("*")) {
    const outer = within(element);
    if (!outer || isHidden(element) || isPlaced(element)) continue;
    if (passes(element.getBoundingClientRect(), outer.getBoundingClientRect())) found.push(named(element));
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, element] = [texts.currentNode, texts.currentNode.parentElement];
    const outer = box(getComputedStyle(element)) ? (scrolls(element) ? null : element) : within(element);
    if (!outer || !text.nodeValue.trim() || isHidden(element)) continue;
    const edges = outer.getBoundingClientRect();
    if (places(text).some((each) => passes(each, edges))) found.push(named(element, text.nodeValue.trim()));
  }
  return [...new Set(found)];
})()`;

/** Texts from right to left, and those that turn others round, which are not alone in an element of their own. */
export const UNISOLATED = `(() => {
  ${PARTS}
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, element] = [texts.currentNode, texts.currentNode.parentElement];
    if (!/[\\u0590-\\u08FF\\u202A-\\u202E]/.test(text.nodeValue) || isHidden(element)) continue;
    const isAlone = element.childNodes.length === 1 && /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
    if (!isAlone) found.push(named(element, text.nodeValue.trim()));
  }
  return found;
})()`;
