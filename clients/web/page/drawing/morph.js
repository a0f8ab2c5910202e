/**
 * Makes what is in the document equal to what was drawn anew, and touches nothing that is equal already.
 *
 * So focus, selection, the place in a list and a transition under way outlast every redrawing. Why it is no library:
 * docs/design/dependencies.md.
 * @module
 */

/** A person opens and closes `details`; a style is compared as declarations. */
const KEPT = new Set(["open", "style"]);

/**
 * Replaces the children of `live` by those of `fresh`, as far as they differ.
 * @param {Element} live
 * @param {Node[]} fresh
 */
export function redraw(live, fresh) {
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  // Found before, because what is removed has no ancestors any more.
  const regions = ancestors(focused, live);
  morphChildren(live, fresh);
  if (focused && !focused.isConnected) regions.find((each) => each.isConnected)?.focus({ preventScroll: true });
}

/**
 * What may take the focus of an element that goes: the nearest region around it comes first.
 * @param {Element | null} element
 * @param {Element} top
 */
function ancestors(element, top) {
  const regions = [];
  for (let each = element?.parentElement; each && each !== top.parentElement; each = each.parentElement) {
    if (each.tabIndex === -1 && each.hasAttribute("tabindex")) regions.push(each);
  }
  return regions;
}

/**
 * @param {Element} live
 * @param {Node[]} fresh
 */
function morphChildren(live, fresh) {
  const kept = new Set(fresh.map(keyOf));
  const keyed = new Map([...live.children].map((each) => [keyOf(each), each]));
  // First of all: what stands behind one that goes is then in its place already, and is not moved.
  for (const [key, child] of keyed) {
    if (key !== null && !kept.has(key)) child.remove();
  }
  /** @type {ChildNode | null} */
  let place = live.firstChild;
  for (const wanted of fresh) {
    const key = keyOf(wanted);
    const found = key ? keyed.get(key) : place;
    if (found && isAlike(found, wanted)) {
      if (found !== place) live.insertBefore(found, place);
      else place = place?.nextSibling ?? null;
      morph(found, wanted);
    } else {
      live.insertBefore(wanted, place);
    }
  }
  removeFrom(place);
}

/** @param {ChildNode | null} first The first of the siblings that nobody wants. */
function removeFrom(first) {
  for (let each = first; each; ) {
    const next = each.nextSibling;
    each.remove();
    each = next;
  }
}

/**
 * @param {Node} live
 * @param {Node} wanted
 */
function isAlike(live, wanted) {
  return live.nodeType === wanted.nodeType && live.nodeName === wanted.nodeName && keyOf(live) === keyOf(wanted);
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/**
 * @param {Node} live
 * @param {Node} wanted
 */
function morph(live, wanted) {
  if (!(live instanceof Element && wanted instanceof Element)) {
    if (live.nodeValue !== wanted.nodeValue) live.nodeValue = wanted.nodeValue;
    return;
  }
  morphAttributes(live, wanted);
  morphState(live, wanted);
  morphChildren(live, [...wanted.childNodes]);
}

/**
 * What a person has set is no attribute any more, so it is set as well.
 * @param {Element} live
 * @param {Element} wanted
 */
function morphState(live, wanted) {
  if (live instanceof HTMLInputElement && wanted instanceof HTMLInputElement) {
    if (live.value !== wanted.value) live.value = wanted.value;
    if (live.checked !== wanted.checked) live.checked = wanted.checked;
  } else if (live instanceof HTMLOptionElement && wanted instanceof HTMLOptionElement) {
    if (live.selected !== wanted.selected) live.selected = wanted.selected;
  }
}

/**
 * @param {Element} live
 * @param {Element} wanted
 */
function morphAttributes(live, wanted) {
  for (const { name } of [...live.attributes]) {
    if (!wanted.hasAttribute(name) && !KEPT.has(name)) live.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (!KEPT.has(name) && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  const [from, to] = [styleOf(wanted), styleOf(live)];
  if (from && to && from.cssText !== to.cssText) to.cssText = from.cssText;
}

/** @param {Element} element */
function styleOf(element) {
  return element instanceof HTMLElement || element instanceof SVGElement ? element.style : null;
}
