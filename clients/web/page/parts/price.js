/**
 * Prices as the reader writes numbers, in the currency that `statusd-web --currency` names: a menu has none.
 * @module
 */

const { currency } = await settings();
const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const FORMAT = new Intl.NumberFormat(undefined, currency ? { style: "currency", currency } : TWO_DIGITS);

/** @param {number} value */
export function price(value) {
  return FORMAT.format(value);
}

/**
 * What the bridge was told of the page.
 * @returns {Promise<{currency?: string}>}
 */
async function settings() {
  const response = await fetch("/settings.json");
  return response.ok ? response.json() : {};
}
