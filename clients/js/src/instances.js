/**
 * What a message is about: a resource, or one instance of a parameterised resource.
 * @module
 */

/** @typedef {Record<string, string>} Arguments The values for a parameterised resource, by their names. */
/** @typedef {{resource: string, arguments?: Arguments}} About */

/**
 * The key of a snapshot, a failure or the params of a request, whatever the order of its arguments.
 * @param {Record<string, any>} members
 */
export function keyOf({ resource = null, arguments: given = {} }) {
  return JSON.stringify([resource, Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1))]);
}
