/**
 * The contrast of every text of a page, as WCAG 2 computes it. Runs in the page.
 * @module
 */

/** What the colours of an element are, and how far two of them are apart. */
const COLOURS = `
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (front, back) => {
    const mix = (name) => front[name] * front.a + back[name] * (1 - front.a);
    return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 };
  };
  const luminance = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const path = (element) => {
    const all = [];
    for (let each = element; each; each = each.parentElement) all.unshift(each);
    return all;
  };
  const ground = (element) => path(element).reduce((back, each) => {
    const style = getComputedStyle(each);
    return over(parse(style.backgroundColor), back);
  }, parse(getComputedStyle(document.body).backgroundColor));
  const colour = (element) => {
    const style = getComputedStyle(element);
    const own = parse(element instanceof SVGElement ? style.fill : style.color);
    const opacity = path(element).reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    return { ...own, a: own.a * opacity };
  };
  const behind = (element) => {
    const drawn = { "glyph-letter": ".glyph-body", "glyph-number": ".glyph-badge" }[element.classList[0]];
    const body = drawn ? element.parentElement.querySelector(drawn) : null;
    return body ? parse(getComputedStyle(body).fill) : ground(element);
  };`;

/** The texts whose contrast is below `least`, each with its colours. */
export const LOW_CONTRAST = `(least) => {
  ${COLOURS}
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const { width, height } = element.getBoundingClientRect();
    const isHidden = element.closest(".visually-hidden, .skip, noscript, option, dialog:not([open])");
    if (!texts.currentNode.nodeValue.trim() || isHidden || width === 0 || height === 0) continue;
    const back = behind(element);
    const value = ratio(over(colour(element), back), back);
    if (value < least) found.push(texts.currentNode.nodeValue.trim() + " " + value.toFixed(2));
  }
  return [...new Set(found)];
}`;
