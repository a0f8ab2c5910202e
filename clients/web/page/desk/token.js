/**
 * The key to the bridge, from the address that it printed.
 * @module
 */

const PLACE = "statusd-token";

/**
 * Takes the token out of the address, so that no picture and no bookmark of the page has it; a reload still does.
 * Pages that are opened from this one in the same tab find it too.
 */
export function takeToken() {
  const given = /^#token=([\w-]+)/.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem(PLACE, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(PLACE) ?? "";
}
