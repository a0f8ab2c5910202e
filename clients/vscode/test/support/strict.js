/**
 * Objects that have the members they have.
 * @module
 */

/** What JavaScript itself asks of any object. */
const LANGUAGE = new Set(["then", "toJSON", "constructor"]);

/**
 * `target`, but a member that it has not is a violation and throws.
 * @template {object} T
 * @param {string} name
 * @param {T} target
 * @param {string[]} violations
 * @returns {T}
 */
export function strict(name, target, violations) {
  const judge = (member) => {
    if (member in target || typeof member === "symbol" || LANGUAGE.has(member)) return;
    violations.push(`${name} has no ${member}`);
    throw new Error(violations.at(-1));
  };
  return new Proxy(target, {
    get: (_, member) => (judge(member), Reflect.get(target, member)),
    set: (_, member, value) => (judge(member), Reflect.set(target, member, value)),
  });
}
